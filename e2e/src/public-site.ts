import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ModelView } from 'contracts/models';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { listenToComplaints, readStack, PAGE_TIMEOUT_MS } from './browser.ts';

const stack = readStack();
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export const newContext = (browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> =>
  browser.newContext({ locale: 'fr-FR', colorScheme: 'dark', ...options });

/** Opens a page of the site and waits until it is interactive. */
export const openPage = async (
  context: BrowserContext,
  address: string,
  before?: (page: Page) => Promise<unknown>,
): Promise<{ page: Page; complaints: string[] }> => {
  const page = await context.newPage();
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const complaints = listenToComplaints(page);
  await before?.(page);
  await page.goto(stack.url + address);
  await isUsable(page);
  return { page, complaints };
};

/** Waits until React has hydrated the server's HTML: it then sets properties on the elements. */
export const isUsable = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const main = document.getElementById('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__react'));
  });

/** Returns the cookies, token and user that a login leaves in a browser. */
export const sessionOf = async (
  browser: Browser,
  kind: 'paid' | 'unpaid',
): Promise<NonNullable<BrowserContextOptions['storageState']>> => {
  const context = await browser.newContext();
  const response = (await (
    await context.request.post(`${stack.url}/api/auth/login`, { data: stack.accounts[kind] })
  ).json()) as { token: string; user: unknown };
  const { cookies } = await context.storageState();
  await context.close();
  const localStorage = [
    { name: 'token', value: response.token },
    { name: 'user', value: JSON.stringify(response.user) },
  ];
  return { cookies, origins: [{ origin: new URL(stack.url).origin, localStorage }] };
};

/**
 * Runs in the page. axe reports a target that a sticky bar partly covers as too small: it is checked again in the middle of the
 * screen.
 */
const violationsOf = `async ({ violations }) => {
  const found = [];
  for (const { id, nodes } of violations)
    for (const { target } of nodes) {
      if (id === 'target-size') {
        const element = document.querySelector(target.at(-1));
        element.scrollIntoView({ block: 'center' });
        const again = await axe.run(element, { runOnly: { type: 'rule', values: [id] } });
        if (again.violations.length === 0) continue;
      }
      found.push(id + ' ' + target.join(' '));
    }
  return found;
}`;

/**
 * Finds the violations that axe-core reports on the page in its current state, as rule and element. The second theme is checked for
 * its colours alone.
 */
export const findBarriers = async (page: Page): Promise<string[]> => {
  const found: string[] = [];
  // Evaluated over DevTools: the page's content security policy blocks foreign scripts.
  const client = await page.context().newCDPSession(page);
  const evaluate = async (expression: string): Promise<unknown> =>
    (await client.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })).result.value;
  if (!(await evaluate('"axe" in window'))) await evaluate(AXE);
  for (const [colorScheme, options] of [
    ['dark', { runOnly: RULES }],
    ['light', { runOnly: ['color-contrast'] }],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Half-way through a transition, colours belong to neither theme.
    await page.waitForFunction(() =>
      document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
    );
    const violations = await evaluate(
      `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then(${violationsOf})`,
    );
    found.push(...(violations as string[]).map((violation) => `${colorScheme}: ${violation}`));
  }
  await client.detach();
  return found;
};

/** Returns the CSS pixels by which the page is wider than the screen. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/**
 * Finds controls smaller than a thumb needs (44 CSS pixels in height). Links inside a sentence do not count, and a file is chosen
 * by the button beside its input.
 */
export const smallTargetsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a, button, input:not([type=checkbox], [type=file]), [role=tab]')]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          !(element.tagName === 'A' && getComputedStyle(element).display === 'inline') &&
          !element.hidden &&
          element.getBoundingClientRect().height < 43.5,
      )
      .map((element) => `${element.textContent} ${element.getBoundingClientRect().height}`),
  );

/**
 * Chooses a model whose live is on and one whose live is off, where there are such. Models without photos are skipped: other tests
 * create them meanwhile.
 */
export const chooseModels = async (): Promise<{ onStage: string; offStage: string }> => {
  const all = (await (await fetch(`${stack.url}/api/models`)).json()) as ModelView[];
  const models = all.filter((model) => model.photos_count > 0);
  const first = models[0]?.slug ?? '';
  return {
    onStage: models.find(({ is_live }) => is_live)?.slug ?? first,
    offStage: models.find(({ is_live }) => !is_live)?.slug ?? first,
  };
};

/**
 * Returns the wall's link to a chosen model. The first link may lead to a model without photos that another test has just created.
 */
export const profileLink = (page: Page, slug: string): Locator =>
  page
    .getByRole('link', { name: /^voir le profil/i })
    .and(page.locator(`[href="/${slug}"]`))
    .first();
