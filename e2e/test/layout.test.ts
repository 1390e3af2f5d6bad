import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ModelView } from 'contracts/models';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { DESKTOP, eventually, launchBrowser, PHONE, readStack, PAGE_TIMEOUT_MS } from '../src/browser.ts';
import { panelContext } from '../src/panel.ts';
import { chooseModels, isUsable, newContext, openPage, overflowOf, sessionOf } from '../src/public-site.ts';
import { registrationButton } from '../src/registration.ts';

const stack = readStack();
const WIDTHS = [390, 768, 1440];
let browser: Browser;
let context: BrowserContext;
let offStage = '';

beforeAll(async () => {
  browser = await launchBrowser();
  context = await newContext(browser, { viewport: PHONE, reducedMotion: 'reduce' });
  ({ offStage } = await chooseModels());
});
afterAll(() => browser.close());

/**
 * Measures the width of a grid's last row that no child covers, without the gaps between children, in CSS pixels.
 * @param hidden number of children at the end that are removed first
 */
const uncoveredOf = (page: Page, selector: string, hidden = 0): Promise<{ children: number; uncovered: number }> =>
  page.evaluate(
    ([wanted, count]) => {
      const grid = document.querySelector(wanted);
      if (!grid) throw new Error(`no ${wanted}`);
      const all = [...grid.children];
      const taken = all.slice(all.length - Number(count));
      taken.forEach((child) => child.remove());
      const { left, right } = grid.getBoundingClientRect();
      const boxes = [...grid.children].map((child) => child.getBoundingClientRect());
      const foot = Math.max(...boxes.map(({ bottom }) => bottom));
      const gap = Number.parseFloat(getComputedStyle(grid).columnGap) || 0;
      const last = boxes.filter(({ bottom }) => bottom > foot - 2).sort((one, other) => one.left - other.left);
      let uncovered = 0;
      let end = left - gap;
      for (const box of last) {
        uncovered += Math.max(0, box.left - end - gap - 2);
        end = box.right;
      }
      grid.append(...taken);
      return { children: all.length, uncovered: uncovered + Math.max(0, right - end - 2) };
    },
    [selector, hidden] as const,
  );

/** Lists the visible controls, fields and links that the toast covers. */
const coveredByToast = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toast = document.querySelector('[data-toast]');
    if (!toast) throw new Error('no toast');
    const box = toast.getBoundingClientRect();
    const scope = document.querySelector('dialog[open]') ?? document;
    return [...scope.querySelectorAll<HTMLElement>('button, a, input, select, textarea')]
      .filter((control) => !toast.contains(control) && control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const x = Math.min(right, box.right) - Math.max(left, box.left);
        const y = Math.min(bottom, box.bottom) - Math.max(top, box.top);
        if (x <= 1 || y <= 1) return false;
        // A control behind a sticky bar is reached by scrolling.
        const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return middle !== null && (toast.contains(middle) || control.contains(middle));
      })
      .map((control) => control.textContent || control.getAttribute('aria-label') || control.tagName);
  });

describe('the wall', () => {
  test('leaves no orphan in its last row, whatever the number of models', async () => {
    const { page } = await openPage(context, '/');
    await page.locator('[data-whole]').waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      const { children } = await uncoveredOf(page, '[data-whole]');
      for (let hidden = 0; hidden < Math.min(8, children); hidden += 1)
        expect({ width, models: children - hidden, ...(await uncoveredOf(page, '[data-whole]', hidden)) }).toEqual({
          width,
          models: children - hidden,
          children,
          uncovered: 0,
        });
    }
    await page.close();
  });
});

test.each(['/', '/nina'])('a bio without a break point does not widen %s', async (path) => {
  const { bio } = (await (await fetch(`${stack.url}/api/models/nina`)).json()) as ModelView;
  const { page } = await openPage(context, path);
  const shownBios = page.getByText(bio, { exact: true });
  await shownBios.first().waitFor({ state: 'attached' });
  await shownBios.evaluateAll((paragraphs) => {
    for (const paragraph of paragraphs) paragraph.textContent = 'x'.repeat(300);
  });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    expect({ width, overflow: await overflowOf(page) }).toEqual({ width, overflow: 0 });
  }
  await page.close();
});

describe('the curtain', () => {
  const TILES = '[role=tabpanel]:not([hidden]) [role=group]';
  const LOCKED = `${TILES} button:has(img[src*="/uploads/blur/"])`;

  test('closes the last row of a tab with its offer', async () => {
    const { page } = await openPage(context, '/nina');
    await page.locator('[data-offer]').first().waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      expect({ width, ...(await uncoveredOf(page, TILES)) }).toMatchObject({ width, uncovered: 0 });
    }
    await page.close();
  });

  test('lets the blurred picture glow through, and nothing of the original', async () => {
    const { page } = await openPage(context, '/nina');
    const tile = page.locator(LOCKED).first();
    await tile.scrollIntoViewIfNeeded();
    await tile.locator('img').evaluate((image: HTMLImageElement) => image.decode());
    /** Returns the mean of each colour channel, 0 to 255, of the upper third: lock and likes are below it. */
    const colourOf = async (): Promise<number[]> => {
      const { x, y, width, height } = (await tile.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const shot = await page.screenshot({ clip: { x, y, width, height: height / 3 } });
      return page.evaluate(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const drawing = new OffscreenCanvas(1, 1).getContext('2d');
        drawing?.drawImage(bitmap, 0, 0, 1, 1);
        return [...(drawing?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
      }, shot.toString('base64'));
    };
    const withPicture = await colourOf();
    await tile.locator('img').evaluate((image: HTMLImageElement) => {
      image.style.visibility = 'hidden';
    });
    const curtainAlone = await colourOf();
    const difference = Math.max(...withPicture.map((value, index) => Math.abs(value - (curtainAlone[index] ?? 0))));
    expect(difference).toBeGreaterThan(12);
    expect(await tile.innerHTML()).not.toContain('/uploads/items/');
    await page.close();
  });
});

test.each(['/', '/nina'])('the header of %s is clear over the picture, and a surface below it', async (path) => {
  const { page } = await openPage(context, path);
  const alphaOfHeader = () =>
    page.getByRole('banner').evaluate((header) => {
      const parts = getComputedStyle(header).backgroundColor.match(/[\d.]+/g) ?? [];
      return Number(parts[3] ?? 1);
    });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(() => scrollTo(0, 0));
    expect([width, await eventually(alphaOfHeader, (alpha) => alpha === 0)]).toEqual([width, 0]);
    await page.evaluate(() => scrollTo(0, 1_000));
    expect([width, await eventually(alphaOfHeader, (alpha) => alpha === 1)]).toEqual([width, 1]);
  }
  await page.close();
});

describe('a toast', () => {
  test('covers no button of the dialog that it belongs to', async () => {
    const { page } = await openPage(context, '/nina');
    await page.getByRole('button', { name: 'Débloquer le contenu' }).click();
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await registrationButton(page).click();
      await page.locator('[data-toast]').waitFor();
      expect([viewport.width, await coveredByToast(page)]).toEqual([viewport.width, []]);
    }
    await page.close();
  });

  test('stands above the offer at the foot of a page', async () => {
    const { page } = await openPage(context, '/nina');
    const bar = page.locator('[data-foot-bar]').first();
    await bar.waitFor();
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await page.getByRole('button', { name: 'Partager' }).click();
      const toast = page.locator('[data-toast]');
      await toast.waitFor();
      const [box, foot] = [await toast.boundingBox(), await bar.boundingBox()];
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
    }
    await page.close();
  });
});

test('a panel names no keyboard shortcuts where there is only touch', async () => {
  const touch = await panelContext(browser, {}, { viewport: PHONE, isMobile: true, hasTouch: true });
  const page = await touch.newPage();
  await page.goto(`${stack.url}/admin/main`);
  await isUsable(page);
  await page.getByRole('button', { name: 'Déconnexion' }).waitFor();
  expect(await page.getByRole('button', { name: /^Rechercher et aller à/ }).isVisible()).toBe(true);
  await page.getByRole('button', { name: /compte de/ }).click();
  await page.getByRole('menuitem', { name: 'Aller à…' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Raccourcis clavier' }).count()).toBe(0);
  expect(await page.getByText('Ctrl K', { exact: true }).isVisible()).toBe(false);
  await touch.close();
});

test('a page keeps the title that the server has sent once its scripts have run', async () => {
  for (const path of ['/', '/nina', `/${offStage}/live`, '/partner', '/partner/inconnu', '/personne-de-ce-nom']) {
    const html = await (await fetch(stack.url + path)).text();
    const { page } = await openPage(context, path);
    await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0, undefined, {
      timeout: PAGE_TIMEOUT_MS,
    });
    const [, sent = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
    expect([path, await page.title()]).toEqual([path, sent.replaceAll('&#39;', "'")]);
    await page.close();
  }
});

describe('a control that gets the focus on a phone', () => {
  /** Lists the controls of main that a bar covers while they have the focus. */
  const coveredControls = (page: Page): Promise<string[]> =>
    page.evaluate(async () => {
      const main = document.getElementById('main');
      if (!main) throw new Error('no main');
      const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      document.documentElement.style.scrollBehavior = 'auto';
      const covered: string[] = [];
      for (const control of main.querySelectorAll<HTMLElement>('a, button, input, select')) {
        if (control.tabIndex < 0 || !control.checkVisibility({ visibilityProperty: true })) continue;
        for (const edge of ['top', 'bottom'] as const) {
          // Scrolls the control to where a bar may cover it, though the browser considers it visible.
          const box = control.getBoundingClientRect();
          window.scrollBy(0, edge === 'top' ? box.top - 84 : box.bottom - window.innerHeight);
          control.focus();
          await painted();
          control.blur();
          const { left, top, width, height } = control.getBoundingClientRect();
          const over = document.elementFromPoint(left + width / 2, top + height / 2);
          const bar = over?.closest('header, nav, aside');
          if (bar && !bar.contains(control))
            covered.push(`${edge} ${control.textContent || (control as HTMLInputElement).name}`);
        }
      }
      return covered;
    });

  test('is below the header and above the offer on a model’s page', async () => {
    const { page } = await openPage(context, `/${offStage}`);
    expect(await coveredControls(page)).toEqual([]);
    await page.close();
  });

  test('is below the rail of the account', async () => {
    const own = await newContext(browser, {
      viewport: PHONE,
      reducedMotion: 'reduce',
      storageState: await sessionOf(browser, 'paid'),
    });
    const { page } = await openPage(own, '/account');
    await page.getByText('Cet appareil', { exact: true }).waitFor();
    expect(await coveredControls(page)).toEqual([]);
    await own.close();
  });
});

test('the administrator’s panel shows all its sections without scrolling from tablets on', async () => {
  const own = await panelContext(browser);
  const { page } = await openPage(own, '/admin/main');
  const sections = page.getByRole('navigation', { name: 'Sections du panneau' });
  await sections.waitFor();
  for (const width of [768, 960, 1151, 1152, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    expect([width, await sections.evaluate((row) => row.scrollWidth - row.clientWidth)]).toEqual([width, 0]);
  }
  await own.close();
});

test.each(['favoris', 'suppression'])('the account opens at #%s, whatever still loads above it', async (id) => {
  const own = await newContext(browser, { viewport: PHONE, storageState: await sessionOf(browser, 'paid') });
  const { page } = await openPage(own, `/account#${id}`);
  await page.getByText('Cet appareil', { exact: true }).waitFor();
  const topOf = () => page.evaluate((each) => document.getElementById(each)?.getBoundingClientRect().top ?? 0, id);
  await eventually(topOf, (top) => top > 100 && top < PHONE.height / 2, 5_000);
  await own.close();
});
