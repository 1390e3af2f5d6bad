import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { eventually, launchBrowser, PHONE, readStack } from '../src/browser.ts';
import { chooseModels, findBarriers, newContext, openPage, overflowOf, profileLink } from '../src/public-site.ts';
import { acceptOffer, openPartner, registerByPhoto } from '../src/registration.ts';

const stack = readStack();
/** The pixel whose conversions the demo's stand-in receives. */
const PIXEL = '1234567890123456';
let browser: Browser;
let slug = '';

beforeAll(async () => {
  browser = await launchBrowser();
  slug = (await chooseModels()).offStage;
});
afterAll(() => browser.close());

interface Visit {
  context: BrowserContext;
  page: Page;
  /** Click id of the link, by which a stored link is found. */
  click: string;
  complaints: string[];
}
/** Opens a link of aff-one in a new browser context. */
const arrive = async (path = '/'): Promise<Visit> => {
  const context = await newContext(browser, { viewport: PHONE });
  const click = `CLICK-${randomUUID()}`;
  const { page, complaints } = await openPage(context, `${path}?sub1=${click}&sub2=aff-one&sub5=${PIXEL}`);
  return { context, page, click, complaints };
};
const bar = (page: Page) => page.getByRole('region', { name: 'Vos choix sur les traceurs' });
const choose = async (page: Page, choice: 'Tout refuser' | 'Tout accepter') => {
  await bar(page).getByRole('button', { name: choice }).click();
  await bar(page).waitFor({ state: 'detached' });
};
/** Keys of the local storage, without the cached profiles. */
const keys = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => !key.startsWith('cache:'))
      .sort(),
  );
/** Returns everything that the site has stored in the browser, as text. */
const everythingStored = async ({ page, context }: Visit): Promise<string> => {
  const stored = await page.evaluate(async () => {
    const cached: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) cached.push(request.url);
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      cached,
      await indexedDB.databases(),
    ]);
  });
  return stored + JSON.stringify(await context.cookies());
};
/** Registers on the current page, and opens the partner's page. */
const register = async ({ page }: Visit): Promise<Page> => {
  await registerByPhoto(page);
  return openPartner(page);
};
const attributionOf = (partner: Page) => {
  const { searchParams } = new URL(partner.url());
  return { sub1: searchParams.get('sub1'), sub2: searchParams.get('sub2') };
};
const conversions = async () =>
  (await (await fetch(`${stack.partner}/api/conversions`)).json()) as {
    pixel: string;
    event_name: string;
    event_id: string;
    user_data: { client_user_agent: string };
  }[];

describe('a visitor who was brought by a link', () => {
  test('has nothing of it stored before a choice, on any page, and is attributed after a reload', async () => {
    const visit = await arrive();
    const { page, click, context } = visit;
    await bar(page).waitFor();
    await profileLink(page, slug).click();
    await page.waitForURL(({ pathname }) => pathname === `/${slug}`);
    expect(await everythingStored(visit)).not.toContain(click);
    expect(await keys(page)).toEqual([]);
    await page.reload();
    await bar(page).waitFor();
    const partner = await register(visit);
    expect(attributionOf(partner)).toEqual({ sub1: click, sub2: 'aff-one' });
    expect(await keys(page)).not.toContain('tracking');
    await context.close();
  });

  test('declines by the keyboard, without losing the way to the registration and its attribution', async () => {
    const visit = await arrive(`/${slug}`);
    const { page, click, complaints, context } = visit;
    await bar(page).waitFor();
    // Skip link, link to the details, button.
    for (let count = 0; count < 3; count += 1) await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Tout refuser');
    await page.keyboard.press('Enter');
    await bar(page).waitFor({ state: 'detached' });
    expect(await keys(page)).toEqual(['consent']);
    expect(await everythingStored(visit)).not.toContain(click);
    const before = (await conversions()).length;
    const partner = await register(visit);
    expect(attributionOf(partner)).toEqual({ sub1: click, sub2: 'aff-one' });
    await acceptOffer(partner);
    expect(await keys(page)).not.toContain('tracking');
    expect(await everythingStored(visit)).not.toContain(click);
    expect((await conversions()).slice(before)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('remembers a visitor who accepts on the next visit, and no longer after a change of mind', async () => {
    const visit = await arrive();
    const { page, click, context } = visit;
    await choose(page, 'Tout accepter');
    expect(await keys(page)).toEqual(['consent', 'tracking']);
    const { page: next } = await openPage(context, '/cookies#vos-choix');
    const link = next.getByRole('switch', { name: 'Retenir le lien d’arrivée' });
    await eventually(() => link.isChecked(), Boolean);
    expect(await everythingStored(visit)).toContain(click);
    expect(await findBarriers(next)).toEqual([]);
    await next.getByRole('button', { name: 'Tout refuser' }).click();
    await eventually(
      () => link.isChecked(),
      (isChecked) => !isChecked,
    );
    expect(await keys(next)).toEqual(['consent']);
    expect(await everythingStored({ ...visit, page: next })).not.toContain(click);
    // The other tab is a separate process, which sees the change a moment later.
    await eventually(
      () => everythingStored(visit),
      (stored) => !stored.includes(click),
    );
    await context.close();
  });

  test('sees two equal buttons, clear of the offer and of every control that can be scrolled to', async () => {
    const { page, context } = await arrive(`/${slug}`);
    await bar(page).waitFor();
    const boxes = await page.evaluate(() => {
      const box = (element: Element | null | undefined) => element?.getBoundingClientRect().toJSON() as DOMRect;
      const region = document.querySelector('section[aria-label="Vos choix sur les traceurs"]');
      const [decline, accept] = region?.querySelectorAll('button') ?? [];
      return {
        bar: box(region),
        offer: box(document.querySelector('[data-foot-bar]')),
        decline: box(decline),
        accept: box(accept),
      };
    });
    expect([boxes.decline.width, boxes.decline.height]).toEqual([boxes.accept.width, boxes.accept.height]);
    expect(boxes.decline.height).toBeGreaterThanOrEqual(44);
    expect(boxes.bar.bottom).toBeLessThanOrEqual(boxes.offer.top);
    expect(boxes.bar.height).toBeLessThan(PHONE.height / 3);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(await findBarriers(page)).toEqual([]);
    await page.goto(`${stack.url}/?sub1=CLICK&sub2=aff-one`);
    await bar(page).waitFor();
    const [top, start] = [
      await bar(page).boundingBox(),
      await page
        .getByRole('button', { name: /commencer/i })
        .first()
        .boundingBox(),
    ];
    expect((top?.y ?? 0) + (top?.height ?? 0)).toBeLessThanOrEqual(start?.y ?? 0);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.getByRole('link', { name: 'Mentions légales' }).click({ trial: true });
    await context.close();
  });

  test('sees no bar without such a link, nor where the browser objects', async () => {
    const context = await newContext(browser, { viewport: PHONE });
    const { page: direct } = await openPage(context, '/');
    const { page: objecting } = await openPage(context, '/?sub1=CLICK&sub2=aff-one', (page) =>
      page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })),
    );
    for (const page of [direct, objecting]) {
      // The live region of the connection is rendered together with the bar.
      await page.locator('[aria-live=polite]').first().waitFor({ state: 'attached' });
      expect(await bar(page).count()).toBe(0);
      expect(await keys(page)).toEqual([]);
    }
    await context.close();
  });
});

describe('conversions', () => {
  test('reports each conversion of a visitor who accepts to the ad platform once', async () => {
    const visit = await arrive(`/${slug}`);
    const userAgent = await visit.page.evaluate(() => navigator.userAgent);
    const before = (await conversions()).length;
    await choose(visit.page, 'Tout accepter');
    const partner = await register(visit);
    await acceptOffer(partner);
    const events = await eventually(
      async () => (await conversions()).slice(before),
      (found) => found.some(({ event_name }) => event_name === 'Purchase'),
    );
    expect(events.map(({ event_name }) => event_name).sort()).toEqual(['CompleteRegistration', 'Purchase']);
    expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(2);
    for (const { pixel, user_data } of events) expect([pixel, user_data.client_user_agent]).toEqual([PIXEL, userAgent]);
    await visit.context.close();
  });
});
