import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { goToAccount } from '../src/account-menu.ts';
import { eventually, launchBrowser, listenToComplaints, readStack } from '../src/browser.ts';
import { register } from '../src/paying.ts';
import { chooseModels, findBarriers, newContext, openPage } from '../src/public-site.ts';
import type { Browser, Page } from 'playwright-core';

const stack = readStack();
const PASSWORD = 'un-bon-mot-de-passe';
const NEW_PASSWORD = 'un-meilleur-mot-de-passe';
let browser: Browser;
let email: string;
let laptop: Page;
let phone: Page;

/** Opens a separate browser context and logs the subscriber in by the dialog. */
const logIn = async (password: string, userAgent?: string): Promise<Page> => {
  const { page } = await openPage(
    await newContext(browser, { viewport: { width: 1440, height: 900 }, ...(userAgent && { userAgent }) }),
    '/',
  );
  await page.getByRole('button', { name: 'Connexion', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Connexion' });
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Mot de passe', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Se connecter' }).click();
  await page.getByRole('heading', { level: 1, name: 'Vous n’avez pas encore payé' }).waitFor();
  return page;
};
const openAccount = async (page: Page) => {
  await goToAccount(page);
  await page.getByRole('heading', { level: 1, name: 'Mon compte' }).waitFor();
  await page.getByText('Cet appareil', { exact: true }).waitFor();
};
const isLoggedOut = (page: Page) => page.getByRole('button', { name: 'Connexion', exact: true }).waitFor();

beforeAll(async () => {
  browser = await launchBrowser();
  ({ email } = await register((await chooseModels()).onStage));
});
afterAll(() => browser.close());

describe('the account of a subscriber', () => {
  test('lists this browser and the others', async () => {
    phone = await logIn(
      PASSWORD,
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    );
    laptop = await logIn(PASSWORD);
    const complaints = listenToComplaints(laptop);
    await openAccount(laptop);
    await laptop.getByText('Safari sur iPhone').waitFor();
    expect(await laptop.getByRole('list', { name: 'Appareils connectés' }).getByRole('listitem').count()).toBe(3);
    expect(await findBarriers(laptop)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('logs another device out', async () => {
    await openAccount(phone);
    await laptop.getByRole('button', { name: 'Déconnecter Safari sur iPhone' }).click();
    await laptop.getByText('Appareil déconnecté').first().waitFor();
    await laptop.getByText('Safari sur iPhone').first().waitFor();
    await laptop.getByRole('button', { name: 'Déconnecter Safari sur iPhone' }).waitFor({ state: 'detached' });
    await phone.reload();
    await isLoggedOut(phone);
  });

  test('takes a new password, keeps this browser and logs the others out', async () => {
    const other = await logIn(PASSWORD);
    await openAccount(other);
    await laptop.getByLabel('Mot de passe actuel').fill('pas-le-bon');
    await laptop.getByLabel('Nouveau mot de passe').fill(NEW_PASSWORD);
    await laptop.getByRole('button', { name: 'Changer le mot de passe' }).click();
    await laptop.getByText('Mot de passe incorrect').first().waitFor();
    await laptop.getByLabel('Mot de passe actuel').fill(PASSWORD);
    await laptop.getByRole('button', { name: 'Changer le mot de passe' }).click();
    await laptop.getByText('Mot de passe modifié').first().waitFor();
    await laptop.getByText('Aucun autre appareil n’est connecté.').waitFor();
    await other.reload();
    await isLoggedOut(other);
    const mails = async () => (await fetch(`${stack.mailbox}/api/messages?to=${encodeURIComponent(email)}`)).text();
    await eventually(mails, (list) => list.includes('votre mot de passe a été modifié'));
  });

  test('logs every device out, this one included', async () => {
    const other = await logIn(NEW_PASSWORD);
    await laptop.getByRole('button', { name: 'Déconnecter tous les appareils' }).click();
    await laptop.getByRole('alertdialog').getByRole('button', { name: 'Déconnecter' }).click();
    await laptop.waitForURL(`${stack.url}/`);
    await isLoggedOut(laptop);
    await other.goto(`${stack.url}/account`);
    await isLoggedOut(other);
  });
});
