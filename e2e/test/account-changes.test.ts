import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { accountButton, goToAccount, logOut, openAccountMenu } from '../src/account-menu.ts';
import { eventually, launchBrowser, listenToComplaints, PHONE, readStack } from '../src/browser.ts';
import { register } from '../src/paying.ts';
import { chooseModels, findBarriers, newContext, openPage, overflowOf, smallTargetsOf } from '../src/public-site.ts';

const stack = readStack();
const PASSWORD = 'un-bon-mot-de-passe';
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];
let model: string;
let email: string;
const newEmail = `neuve-${Date.now().toString(36)}@example.org`;

const logIn = async (target: Page, address: string): Promise<void> => {
  await target.getByRole('button', { name: 'Connexion', exact: true }).click();
  const dialog = target.getByRole('dialog', { name: 'Connexion' });
  await dialog.getByLabel('E-mail').fill(address);
  await dialog.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Se connecter' }).click();
  await accountButton(target).waitFor();
};
const themeOf = (target: Page) =>
  target.evaluate(() => ({
    theme: document.documentElement.dataset.theme,
    scheme: getComputedStyle(document.documentElement).colorScheme,
  }));
const linkFor = async (address: string): Promise<string> => {
  const link = /https?:\/\/[^\s"\\]+\/confirm-email\?token=[\w-]+/;
  const mails = await eventually(
    async () => (await fetch(`${stack.mailbox}/api/messages?to=${encodeURIComponent(address)}`)).text(),
    (list) => link.test(list),
  );
  return link.exec(mails)?.[0] ?? '';
};
/** Returns the subscriber's address that the partner is given. */
const addressAtPartner = async (): Promise<string | null> => {
  const response = await context.request.get(`${stack.url}/redirect/payment?affiliate=${model}`, { maxRedirects: 0 });
  return new URL(response.headers().location ?? '', stack.url).searchParams.get('sub3');
};

beforeAll(async () => {
  browser = await launchBrowser();
  model = (await chooseModels()).onStage;
  ({ email } = await register(model));
  context = await newContext(browser, { viewport: PHONE, hasTouch: true });
  ({ page } = await openPage(context, '/'));
  complaints = listenToComplaints(page);
  await logIn(page, email);
});
afterAll(() => browser.close());

describe('the menu of the account on a phone', () => {
  test('opens by touch and by keyboard, and gives the focus back', async () => {
    await page.goto(stack.url);
    await accountButton(page).tap();
    const menu = page.getByRole('menu', { name: 'Mon compte' });
    await menu.waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await smallTargetsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await menu.waitFor();
    await page.keyboard.press('End');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Déconnexion');
    await page.keyboard.press('Escape');
  });

  test('does not move the page when it takes the place of the login', async () => {
    const shifts = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
        }),
    );
    expect(shifts).toBeLessThan(0.01);
  });

  test('sets the theme of the device, which the next document has before it is painted', async () => {
    const menu = await openAccountMenu(page);
    await menu.getByRole('menuitemradio', { name: 'Clair' }).click();
    expect(await themeOf(page)).toEqual({ theme: 'light', scheme: 'light' });
    for (const path of ['/', '/account', `/${model}`]) {
      await page.goto(stack.url + path, { waitUntil: 'commit' });
      // The browser paints nothing before the style sheets of the head have loaded.
      await page.waitForFunction(
        () =>
          document.body !== null &&
          [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(
            ({ sheet }) => sheet !== null,
          ),
      );
      expect([path, await themeOf(page)]).toEqual([path, { theme: 'light', scheme: 'light' }]);
    }
    await page.waitForLoadState();
    await accountButton(page).waitFor();
    await (await openAccountMenu(page)).getByRole('menuitemradio', { name: 'Système' }).click();
    expect((await themeOf(page)).theme).toBeUndefined();
    await page.keyboard.press('Escape');
  });
});

describe('a subscriber', () => {
  test('changes the names, which the menu shows', async () => {
    await goToAccount(page);
    await page.getByText('Cet appareil', { exact: true }).waitFor();
    expect(await overflowOf(page)).toBe(0);
    await page.getByLabel('Prénom').fill('Noémie');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Modifications enregistrées').first().waitFor();
    await page.getByRole('button', { name: 'NP, compte de Noémie Petit' }).waitFor();
  });

  test('is warned before a logout that would lose input', async () => {
    await page.getByLabel('Prénom').fill('Noa');
    await logOut(page);
    const question = page.getByRole('alertdialog', { name: /Partir sans enregistrer/ });
    expect(await findBarriers(page)).toEqual([]);
    await question.getByRole('button', { name: 'Rester' }).click();
    await page.getByLabel('Prénom').fill('Noémie');
  });

  test('changes the address by the link in a mail, and the partner is given the new one', async () => {
    const other = (await openPage(await newContext(browser), '/')).page;
    await logIn(other, email);
    await page.getByLabel('Nouvelle adresse e-mail').fill(newEmail);
    await page.getByLabel('Votre mot de passe').fill(PASSWORD);
    await page.getByRole('button', { name: 'Envoyer le lien de confirmation' }).click();
    await page.getByText(`Un lien est parti à ${newEmail}`).waitFor();
    const link = await linkFor(newEmail);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Confirmez votre nouvelle adresse' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Confirmer cette adresse' }).click();
    await page.getByRole('heading', { name: 'Adresse confirmée' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Mon compte' }).click();
    await page.getByText(newEmail).first().waitFor();
    await other.reload();
    await other.getByRole('button', { name: 'Connexion', exact: true }).waitFor();
    await eventually(addressAtPartner, (address) => address === newEmail);
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirmer cette adresse' }).click();
    await page.getByRole('heading', { name: 'Lien invalide ou expiré' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  test('logs out by the last item of the menu, and in again with the new address', async () => {
    await page.goto(stack.url);
    await logOut(page);
    await page.getByRole('button', { name: 'Connexion', exact: true }).waitFor();
    await logIn(page, newEmail);
    expect(complaints).toEqual([]);
  });
});
