import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { eventually, launchBrowser, readStack } from '../src/browser.ts';
import { register } from '../src/paying.ts';
import { chooseModels, findBarriers, newContext, openPage } from '../src/public-site.ts';
import type { Browser, Page } from 'playwright-core';

const stack = readStack();
const PASSWORD = 'un-bon-mot-de-passe';
let browser: Browser;
let email: string;
let page: Page;

const logIn = async () => {
  await page.getByRole('button', { name: 'Connexion', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Connexion' });
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Se connecter' }).click();
};

beforeAll(async () => {
  browser = await launchBrowser();
  ({ email } = await register((await chooseModels()).onStage));
  ({ page } = await openPage(
    await newContext(browser, { viewport: { width: 390, height: 844 }, acceptDownloads: true }),
    '/',
  ));
  await logIn();
  await page.getByRole('button', { name: 'Connexion', exact: true }).waitFor({ state: 'detached' });
  await page.goto(`${stack.url}/account#donnees`);
});
afterAll(() => browser.close());

describe('one’s own data', () => {
  test('is downloaded from all services as one file', async () => {
    const button = page.getByRole('button', { name: 'Télécharger mes données' });
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(download.suggestedFilename()).toMatch(/^mes-donnees-\d{4}-\d{2}-\d{2}\.json$/);
    const data = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown>;
    expect(data).toMatchObject({
      identity: { profile: { email } },
      billing: { subscription: { state: 'none' } },
      catalogue: { likes: [] },
      affiliate: { registration: { model_slug: expect.any(String) as unknown } },
      media: { access_until: null },
    });
  });

  test('is erased with the account, by keyboard, and the address is free again', async () => {
    await page.getByRole('button', { name: 'Supprimer mon compte' }).press('Enter');
    const dialog = page.getByRole('alertdialog', { name: /Supprimer votre compte/ });
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Compte supprimé').first().waitFor();
    await page.waitForURL(`${stack.url}/`);
    await logIn();
    await page.getByText('Email ou mot de passe incorrect').first().waitFor();
    const mails = async () => (await fetch(`${stack.mailbox}/api/messages?to=${encodeURIComponent(email)}`)).text();
    await eventually(mails, (list) => list.includes('votre compte est supprimé'));
  });
});
