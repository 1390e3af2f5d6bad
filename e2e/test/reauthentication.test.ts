import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import pg from 'pg';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser, readStack } from '../src/browser.ts';
import { makeModels, panelContext } from '../src/panel.ts';

const stack = readStack();
const TOKEN = 'main_admin_token';
let browser: Browser;
let context: BrowserContext;
let made: Awaited<ReturnType<typeof makeModels>>;

beforeAll(async () => {
  browser = await launchBrowser();
  context = await panelContext(browser);
  const slug = `confirmation-${Date.now().toString(36)}`;
  made = await makeModels([{ name: `Essai ${slug}`, slug }]);
});
afterAll(async () => {
  await browser.close();
  await made.remove();
});

/** Sets the login of a session back by an hour. */
const ageLogin = async (token: string) => {
  const client = new pg.Client({ connectionString: stack.stores.IDENTITY_DATABASE_URL });
  await client.connect();
  await client.query("update sessions set authenticated_at = now() - interval '1 hour' where id = $1", [
    decodeJwt(token).sid,
  ]);
  await client.end();
};

test('the administrator with an old login deletes a model after confirming the password, and nothing by cancelling', async () => {
  const model = made.models[0];
  if (!model) throw new Error('the model was not created');
  const page = await context.newPage();
  await page.goto(`${stack.url}/admin/main`);
  await ageLogin((await page.evaluate((key) => localStorage.getItem(key), TOKEN)) ?? '');
  const renewed = await page.evaluate(
    async () => ((await (await fetch('/api/admin/refresh', { method: 'POST' })).json()) as { token: string }).token,
  );
  await page.evaluate(([key, token]) => localStorage.setItem(key ?? '', token ?? ''), [TOKEN, renewed]);
  await page.reload();

  await page
    .getByRole('article')
    .filter({ hasText: model.name })
    .getByRole('button', { name: /^Supprimer/ })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Êtes-vous sûr de vouloir supprimer ce modèle ?' });
  const confirmation = page.getByRole('alertdialog', { name: 'Confirmez votre identité' });
  await question.getByRole('button', { name: 'Supprimer' }).click();
  await confirmation.waitFor();
  await page.keyboard.press('Escape');
  await confirmation.waitFor({ state: 'detached' });
  expect((await made.read(model.slug)).id).toBe(model.id);

  await question.getByRole('button', { name: 'Supprimer' }).click();
  await confirmation.getByLabel('Mot de passe', { exact: true }).fill(stack.accounts.administrator.password);
  await confirmation.getByRole('button', { name: 'Confirmer' }).click();
  await page.getByText('Modèle supprimé').first().waitFor();
  expect((await page.request.get(`${stack.url}/api/models/${model.slug}`)).status()).toBe(404);
});
