import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { launchBrowser, PHONE, readStack } from '../src/browser.ts';
import { chooseModels, isUsable, newContext, openPage, profileLink } from '../src/public-site.ts';
import { acceptOffer, submitRegistration } from '../src/registration.ts';

const stack = readStack();
let browser: Browser;
let context: BrowserContext;
let slug = '';

beforeAll(async () => {
  browser = await launchBrowser();
  slug = (await chooseModels()).onStage;
});
beforeEach(async () => {
  context = await newContext(browser, { viewport: PHONE });
});
afterEach(() => context.close());
afterAll(() => browser.close());

/** Blocks the storage as browsers do with cookies and site data: reading the property throws. */
const blockStorage = (target: Page | BrowserContext) =>
  target.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });

const respondWithFailure = (page: Page, pattern: RegExp) =>
  page.route(pattern, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/json',
      body: JSON.stringify({
        error: 'Une erreur est survenue. Veuillez réessayer.',
        code: 'UNAVAILABLE',
        requestId: 'r',
      }),
    }),
  );

/** Registers from the page of a model of the wall. @returns the registration request */
const register = async (page: Page): Promise<Request> => {
  await profileLink(page, slug).click();
  await page.getByRole('button', { name: 'Débloquer le contenu' }).click();
  const [sent] = await Promise.all([page.waitForRequest('**/api/auth/register'), submitRegistration(page)]);
  return sent;
};

test('a visitor without storage registers and is led to the payment, and the click is credited', async () => {
  const { page, complaints } = await openPage(context, '/?sub1=CLICK9&sub5=PIX9', blockStorage);
  const sent = await register(page);
  expect(sent.postDataJSON()).toMatchObject({ trackingParams: { clickId: 'CLICK9', fbPixelId: 'PIX9' } });
  await page.waitForURL('**/welcome');
  await page.getByRole('heading', { name: 'Merci, Léa' }).waitFor();
  await page.getByRole('link', { name: 'J’ai déjà payé' }).click();
  await page.getByRole('heading', { name: 'Vous n’avez pas encore payé l’offre à 2 euros' }).waitFor();
  expect(complaints).toEqual([]);
});

test('the click of a visitor who follows a link before any script ran is credited', async () => {
  const page = await context.newPage();
  await page.route('**/*.js', (route) =>
    route.request().frame().url().includes('sub1=') ? route.abort() : route.continue(),
  );
  await page.goto(`${stack.url}/?sub1=CLICK9&sub2=aff-one`);
  const sent = await register(page);
  expect(sent.postDataJSON()).toMatchObject({ trackingParams: { clickId: 'CLICK9', affiliateParam: 'aff-one' } });
});

test.each(['the same tab', 'a new tab'])(
  'a subscriber without storage who returns from a payment in %s is recognised',
  async (where) => {
    await blockStorage(context);
    const { page, complaints } = await openPage(context, '/');
    await register(page);
    const pay = page.getByRole('link', { name: 'PAYER DEUX EUROS' });
    await pay.waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Merci, Léa' }).waitFor();
    // An in-app browser has no tabs.
    if (where === 'the same tab') await pay.evaluate((link) => link.removeAttribute('target'));
    const opened = where === 'a new tab' ? context.waitForEvent('page') : Promise.resolve(page);
    await pay.click();
    const partner = await opened;
    await acceptOffer(partner);
    await partner.getByRole('heading', { name: 'Félicitations, Léa' }).waitFor();
    await partner.reload();
    await partner.getByRole('heading', { name: 'Félicitations, Léa' }).waitFor();
    await partner.goto(`${stack.url}/payment-status`);
    await partner.waitForURL('**/success');
    // The page that was left open navigates by itself.
    await page.waitForURL('**/success');
    expect(complaints).toEqual([]);
  },
);

test('visitors without storage are redirected from the pages of subscribers to the home page', async () => {
  await blockStorage(context);
  const page = await context.newPage();
  for (const path of ['/welcome', '/payment-status', '/success']) {
    await page.goto(stack.url + path);
    await page.waitForURL(`${stack.url}/`);
  }
});

test('a login reports that identity is down, and can be retried', async () => {
  const { page } = await openPage(context, '/', (before) => respondWithFailure(before, /\/api\/auth\/login$/));
  await page.getByRole('button', { name: 'Connexion', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Connexion' });
  await dialog.getByLabel('E-mail').fill('lea@example.org');
  await dialog.getByLabel('Mot de passe', { exact: true }).fill('un-bon-mot-de-passe');
  await dialog.getByRole('button', { name: 'Se connecter' }).click();
  await page.getByText('Une erreur est survenue. Veuillez réessayer.').first().waitFor();
  await dialog.getByRole('button', { name: 'Se connecter', disabled: false }).waitFor();
});

describe('a network that is cut between two pages', () => {
  test('shows a model that was loaded before, and leads home from one that was not', async () => {
    const { page } = await openPage(context, '/');
    const profile = profileLink(page, slug);
    const address = `${stack.url}/${slug}`;
    const unlock = page.getByRole('button', { name: 'Débloquer le contenu' });
    await profile.click();
    await page.waitForURL(address);
    await unlock.waitFor();
    await page.getByRole('link', { name: 'Coulisses' }).first().click();
    await page.waitForURL(`${stack.url}/`);
    await context.setOffline(true);
    await profile.click();
    await page.waitForURL(address);
    await unlock.waitFor();
    await page.goBack();
    await page
      .getByRole('link', { name: /^Voir le profil/ })
      .last()
      .click();
    await page.waitForURL(`${stack.url}/`);
  });
});

test('a profile shows a loading state while the catalogue is slow, and redirects to the home page when it fails', async () => {
  const { page } = await openPage(context, '/');
  let fail = () => undefined as void;
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route(/\/api\/models\//, async (route) => {
    await failed;
    await route.fulfill({ status: 503, contentType: 'application/json', body: '{}' });
  });
  await page
    .getByRole('link', { name: /^Voir le profil/ })
    .last()
    .click();
  await page.getByRole('status').getByText('Chargement').first().waitFor();
  fail();
  await page.waitForURL(`${stack.url}/`);
});

test.each(['Débloquer le contenu', /^Photo verrouillée/])(
  'a page is readable before its scripts, and handles a press on %s once they have loaded',
  async (name) => {
    let come = () => undefined as void;
    const coming = new Promise<void>((resolve) => {
      come = resolve;
    });
    const page = await context.newPage();
    await page.route('**/remotes/public/**/*.js', async (route) => {
      await coming;
      await route.continue();
    });
    await page.goto(`${stack.url}/nina`, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('link', { name: /^Live tous les soirs/ }).getAttribute('href')).toBe('/nina/live');
    // The shell is hydrated; the micro-frontend it waits for is not loaded.
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('header') ?? {}).some((key) => key.startsWith('__react')),
    );
    await page.getByRole('button', { name }).first().click();
    expect(await page.getByRole('dialog').count()).toBe(0);
    come();
    await page.getByRole('dialog').getByLabel('Prénom').waitFor();
  },
);

test.each(['/account', '/reset-password', '/admin/main'])(
  'the page %s, which scripts draw, states that they could not be loaded, and offers to load it again',
  async (path) => {
    const page = await context.newPage();
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(stack.url + path);
    await page.getByRole('alert').getByText('Cette page n’a pas pu être chargée.').waitFor();
    await page.unroute('**/*.js');
    await page.getByRole('link', { name: 'Recharger la page' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText('Cette page n’a pas pu être chargée.').count()).toBe(0);
  },
);

test('offers to load a readable page again where its first script fails', async () => {
  const page = await context.newPage();
  await page.route('**/first-script.*', (route) => route.abort());
  await page.goto(`${stack.url}/nina`);
  await page.getByRole('alert').getByText('Chargement incomplet.').waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.unroute('**/first-script.*');
  await page.getByRole('link', { name: 'Rechargez la page' }).click();
  await isUsable(page);
  expect(await page.getByText('Chargement incomplet.').count()).toBe(0);
});

test('an open page polls every half minute when the live stream is rejected', async () => {
  let requested = 0;
  const { page } = await openPage(context, `/${slug}`, async (before) => {
    await before.clock.install();
    await respondWithFailure(before, /\/api\/live\?models=/);
    before.on('request', (request) => {
      if (new URL(request.url()).pathname === `/api/models/${slug}`) requested += 1;
    });
  });
  const before = requested;
  await Promise.all([page.waitForRequest(`**/api/models/${slug}`), page.clock.fastForward(31_000)]);
  expect(requested).toBeGreaterThan(before);
});
