import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ModelView } from 'contracts/models';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser, PHONE, readStack } from '../src/browser.ts';
import { chooseModels, findBarriers, newContext, openPage, sessionOf } from '../src/public-site.ts';

const stack = readStack();
let browser: Browser;
let visitor: BrowserContext;
let subscriber: BrowserContext;
let onStage = '';
let offStage = '';

beforeAll(async () => {
  browser = await launchBrowser();
  const [models, storageState] = await Promise.all([chooseModels(), sessionOf(browser, 'unpaid')]);
  ({ onStage, offStage } = models);
  const options = { viewport: PHONE, hasTouch: true };
  [visitor, subscriber] = await Promise.all([
    newContext(browser, options),
    newContext(browser, { ...options, storageState }),
  ]);
});
afterAll(() => browser.close());

test('a visitor takes the next live into the calendar, and one tap on the live page opens the registration', async () => {
  const { page, complaints } = await openPage(visitor, `/${offStage}/live`);
  const reminder = page.getByRole('link', { name: /^Me prévenir/ });
  const response = await page.request.get(new URL((await reminder.getAttribute('href')) ?? '', stack.url).href);
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(await response.text()).toContain('DTSTART;TZID=Europe/Paris:');
  await page.getByRole('link', { name: "S'inscrire / Se connecter" }).tap();
  await page.getByRole('dialog').getByLabel('Prénom').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/${offStage}`);
  expect(complaints).toEqual([]);
  await page.close();
});

test('an open page begins or ends a live by its schedule, at the server’s time and without a request', async () => {
  const models = (await (await fetch(`${stack.url}/api/models`)).json()) as ModelView[];
  const model = models.find(({ live_changes_at }) => live_changes_at);
  if (!model?.live_changes_at) throw new Error('no model of the demo has a schedule');
  const requested: string[] = [];
  const { page, complaints } = await openPage(visitor, `/${model.slug}/live`, async (before) => {
    await before.clock.install();
    before.on('request', (request) => requested.push(new URL(request.url()).pathname));
  });
  const title = (isLive: boolean) =>
    page.getByRole('heading', { level: 1, name: `${model.name} ${isLive ? 'est sur scène' : 'revient ce soir'}` });
  await title(model.is_live).waitFor();
  const before = requested.filter((path) => path.startsWith('/api/models')).length;
  await page.clock.fastForward(Date.parse(model.live_changes_at) - Date.now() + 1_000);
  await title(!model.is_live).waitFor();
  expect(requested.filter((path) => path.startsWith('/api/models'))).toHaveLength(before);
  expect(complaints).toEqual([]);
  await page.close();
});

test('a visitor at the end of a profile goes on to another model', async () => {
  const { page, complaints } = await openPage(visitor, `/${onStage}`);
  const others = page.getByRole('region', { name: 'À découvrir aussi' });
  await others.scrollIntoViewIfNeeded();
  const link = others.getByRole('link', { name: /^Voir le profil/ }).first();
  await link.waitFor();
  expect(await findBarriers(page)).toEqual([]);
  const target = await link.getAttribute('href');
  await link.tap();
  await page.waitForURL((url) => url.pathname === target);
  expect(target).not.toBe(`/${onStage}`);
  expect(complaints).toEqual([]);
  await page.close();
});

test('a subscriber likes a model and finds a favourite on the home page, until both are taken back', async () => {
  const { page, complaints } = await openPage(subscriber, `/${offStage}`);
  const like = page.getByRole('button', { name: 'J’aime', pressed: false });
  const favourite = page.getByRole('button', { name: 'Favori', pressed: false });
  await page.getByRole('button', { name: 'Connexion', exact: true }).waitFor({ state: 'detached' });
  const saved = (path: string) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === `/api/${path}/${offStage}`);
  for (const [button, path] of [
    [like, 'likes'],
    [favourite, 'favourites'],
  ] as const) {
    const [response] = await Promise.all([saved(path), button.tap()]);
    expect(response.status()).toBe(200);
  }
  expect(await findBarriers(page)).toEqual([]);
  await page.goto(stack.url);
  const row = page.getByRole('region', { name: 'Mes favoris' });
  await row.getByRole('link').first().waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await row.locator(`a[href="/${offStage}"]`).tap();
  for (const [name, path] of [
    ['J’aime', 'likes'],
    ['Favori', 'favourites'],
  ] as const) {
    const [response] = await Promise.all([saved(path), page.getByRole('button', { name, pressed: true }).tap()]);
    expect(response.status()).toBe(200);
  }
  await page.goto(stack.url);
  await page.getByRole('button', { name: 'Connexion', exact: true }).waitFor({ state: 'detached' });
  await row.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await page.close();
});
