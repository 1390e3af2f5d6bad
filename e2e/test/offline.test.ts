import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ModelView } from 'contracts/models';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { accountButton, logOut } from '../src/account-menu.ts';
import { eventually, launchBrowser, listenToComplaints, PAGE_TIMEOUT_MS, PHONE, readStack } from '../src/browser.ts';
import {
  chooseModels,
  findBarriers,
  isUsable,
  newContext,
  openPage,
  overflowOf,
  sessionOf,
} from '../src/public-site.ts';
import { startReleaseProxy } from '../src/release-proxy.ts';

const stack = readStack();
let browser: Browser;
let slug = '';
let name = '';

beforeAll(async () => {
  browser = await launchBrowser();
  slug = (await chooseModels()).onStage;
  ({ name } = (await (await fetch(`${stack.url}/api/models/${slug}`)).json()) as ModelView);
});
afterAll(() => browser.close());

/** Paths of all entries of the browser's caches. */
const storedIn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const stored: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) stored.push(url.slice(location.origin.length));
    }
    return stored;
  });
const hasWorker = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state === 'activated'));
const hasProfile = (page: Page) =>
  eventually(
    () => storedIn(page),
    (paths) => paths.includes('/.visited-profiles') && paths.some((path) => path.startsWith('/uploads/public/')),
  );
const visit = async (context: BrowserContext) => {
  const { page, complaints } = await openPage(context, `/${slug}`);
  await eventually(() => hasWorker(page), Boolean);
  await hasProfile(page);
  return { page, complaints };
};

describe('a browser without a network', () => {
  test('shows a visited profile, lists it elsewhere, and opens the page when the network is back', async () => {
    const context = await newContext(browser, { viewport: PHONE });
    const { page, complaints } = await visit(context);
    await context.setOffline(true);

    await page.goto(`${stack.url}/${slug}`);
    await page.getByRole('heading', { name: 'Hors connexion' }).waitFor();
    await page.locator('.profile').getByRole('heading', { name }).waitFor();
    await page.waitForFunction(() => {
      const [image] = document.querySelectorAll<HTMLImageElement>('.profile img');
      return image !== undefined && image.naturalWidth > 0;
    });
    expect(await page.evaluate(() => document.fonts.check('1rem Imbue'))).toBe(true);

    await page.goto(`${stack.url}/partner/another`);
    await page.getByRole('link', { name }).waitFor();
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    }
    expect(await findBarriers(page)).toEqual([]);

    await page.getByRole('link', { name }).click();
    await page.locator('.profile').waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Connexion', exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('gets its worker once the network is back, where it was lost as soon as the page was usable', async () => {
    const context = await newContext(browser, { viewport: PHONE });
    const page = await context.newPage();
    const lost = page.waitForEvent('requestfailed', (request) =>
      /^\/assets\/.+\.js$/.test(new URL(request.url()).pathname),
    );
    await page.goto(`${stack.url}/${slug}`);
    await isUsable(page);
    await context.setOffline(true);
    await lost;
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistration())).toBeUndefined();
    await context.setOffline(false);
    await eventually(() => hasWorker(page), Boolean);
    await context.setOffline(true);
    await page.getByText('Hors connexion').waitFor();
    await context.close();
  });

  test('stores nothing entitled after a paid visit, and removes the visited profiles at the logout', async () => {
    const context = await newContext(browser, { viewport: PHONE, storageState: await sessionOf(browser, 'paid') });
    const { page } = await visit(context);
    // Only the second visit is served by the worker.
    await page.reload();
    await page
      .getByRole('button', { name: /^Photo 1, ouvrir/ })
      .first()
      .click();
    await page.goto(`${stack.url}/account`);
    await accountButton(page).waitFor();
    const stored = await storedIn(page);
    expect(
      stored.filter(
        (path) =>
          !/^\/(?:remotes\/public\/)?assets\/[\w.-]+$/.test(path) &&
          !/^\/uploads\/public\/[\w-]+\/[\w-]+\.webp(?:\?v=\d+)?$/.test(path) &&
          !['/offline', '/.visited-profiles'].includes(path),
      ),
    ).toEqual([]);
    await logOut(page);
    await eventually(
      () => storedIn(page),
      (paths) => !paths.some((path) => path === '/.visited-profiles' || path.startsWith('/uploads/')),
    );
    await context.close();
  });

  test('is not offered to panels', async () => {
    const context = await newContext(browser);
    const { page } = await openPage(context, '/admin/main');
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
    await context.close();
  });
});

/** Returns the caches of offline pages and the states of the workers; runs in the page. */
const releaseState = async () => {
  const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
  return {
    offline: (await caches.keys()).filter((name) => name.includes('offline')),
    workers: [installing, waiting, active].map((worker) => worker?.state ?? null),
  };
};

test('a new release of the service worker takes over at the next page', async () => {
  const site = await startReleaseProxy(stack.url);
  const context = await newContext(browser);
  const page = await context.newPage();
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const complaints = listenToComplaints(page);
  await page.goto(`${site.url}/${slug}`);
  await eventually(() => hasWorker(page), Boolean);
  await hasProfile(page);

  site.deploy('another-release', 'Entracte');
  await page.goto(`${site.url}/`);
  await eventually(
    async () => ({ failures: site.failures, ...(await page.evaluate(releaseState)) }),
    ({ offline }) => offline.join() === 'site-offline-another-release',
  );
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await context.setOffline(true);
  await page.goto(`${site.url}/${slug}`);
  await page.getByRole('heading', { name: 'Entracte' }).waitFor();
  await page.locator('.profile').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
  site.close();
});
