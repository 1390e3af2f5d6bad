import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, readStack, PAGE_TIMEOUT_MS } from '../src/browser.ts';
import { createAffiliate, enterPassword } from '../src/panel.ts';
import { findBarriers, newContext, overflowOf } from '../src/public-site.ts';

const stack = readStack();
const PASSWORD = 'un-bon-mot-de-passe';
const slug = `double-${Date.now().toString(36)}`;
let affiliate: Awaited<ReturnType<typeof createAffiliate>>;
let browser: Browser;

beforeAll(async () => {
  affiliate = await createAffiliate(slug, 'Studio Double', PASSWORD);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await affiliate.remove();
});

/**
 * Adds a virtual device that stores a passkey and confirms each request. It is removed when another DevTools session ends, as in
 * `findBarriers`.
 */
const addAuthenticator = async (page: Page) => {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};
const givePassword = (page: Page) => enterPassword(page, `/affiliate/${slug}?section=securite`, PASSWORD);
const isInside = (page: Page) => page.getByRole('link', { name: 'Tableau de bord' }).waitFor();
const leave = async (page: Page) => {
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await page.waitForURL(`${stack.url}/`);
};

describe('the second factor of an affiliate', () => {
  test('is added in its panel, and required at its login: code, passkey, recovery code', async () => {
    const page = await (await newContext(browser, { viewport: { width: 390, height: 844 } })).newPage();
    page.setDefaultTimeout(PAGE_TIMEOUT_MS);
    await givePassword(page);
    await page.getByRole('button', { name: 'Ajouter une application' }).click();
    const secret = (
      (await page.getByRole('group', { name: 'Clé secrète' }).locator('code').textContent()) ?? ''
    ).replaceAll(' ', '');
    // Each time step is accepted once; the next step is accepted early.
    const codeOf = (steps: number) =>
      TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
    await page.getByLabel('Code de vérification').fill(codeOf(0));
    await page.getByRole('button', { name: 'Confirmer' }).click();
    await page.getByRole('list', { name: 'Codes de secours' }).waitFor();
    const [recoveryCode = ''] = await page
      .getByRole('list', { name: 'Codes de secours' })
      .locator('code')
      .allTextContents();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'J’ai gardé ces codes' }).click();
    await addAuthenticator(page);
    await page.getByRole('button', { name: 'Ajouter une clé d’accès' }).click();
    await page.getByRole('button', { name: 'Créer la clé d’accès' }).click();
    await page.getByRole('button', { name: 'Retirer Clé d’accès' }).waitFor();
    expect(await overflowOf(page)).toBe(0);
    await leave(page);

    await givePassword(page);
    await page.getByLabel('Code de vérification').fill(codeOf(1));
    await page.keyboard.press('Enter');
    await isInside(page);
    await leave(page);

    await givePassword(page);
    await page.getByRole('button', { name: 'Utiliser une clé d’accès' }).click();
    await isInside(page);
    await leave(page);

    await givePassword(page);
    await page.getByLabel('Code de vérification').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.getByRole('button', { name: 'Utiliser un code de secours' }).click();
    await page.getByLabel('Code de secours').fill(recoveryCode);
    await page.getByRole('button', { name: 'Valider' }).click();
    await isInside(page);
    await page.getByText('Il reste 9 codes de secours.').waitFor();
  });
});
