import { randomUUID } from 'node:crypto';
import { OFFER_TEXTS } from 'contracts/offer';
import type { Locator, Page } from 'playwright-core';
import { PAGE_TIMEOUT_MS } from './browser.ts';

/** Finds the button that submits the registration form. */
export const registrationButton = (page: Page): Locator =>
  page.getByRole('dialog').getByRole('button', { name: OFFER_TEXTS.register });

/** Fills the registration form on the page as Léa Martin, and submits it. */
export const submitRegistration = async (
  page: Page,
  email = `inscription-${randomUUID().slice(0, 8)}@example.org`,
): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Prénom').fill('Léa');
  await dialog.getByLabel('Nom', { exact: true }).fill('Martin');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Mot de passe', { exact: true }).fill('un-bon-mot-de-passe');
  await dialog.getByRole('checkbox').check();
  await registrationButton(page).click();
};

/** Registers by the first locked photo of a model's page, and waits for the welcome page. */
export const registerByPhoto = async (page: Page, email?: string): Promise<void> => {
  await page
    .getByRole('button', { name: /verrouillée/i })
    .first()
    .click();
  await submitRegistration(page, email);
  await page.waitForURL('**/welcome');
};

/** Follows the offer of the welcome page to the partner's page, which opens in a new tab. */
export const openPartner = async (page: Page): Promise<Page> => {
  const [partner] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: OFFER_TEXTS.pay }).click(),
  ]);
  await partner.waitForLoadState();
  return partner;
};

/** Accepts the offer on the partner's page, and waits for the success page. */
export const acceptOffer = async (partner: Page): Promise<void> => {
  await partner.getByRole('button', { name: 'Accepter', exact: true }).click();
  await partner.waitForURL('**/success', { timeout: PAGE_TIMEOUT_MS });
};
