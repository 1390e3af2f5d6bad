import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, launchBrowser, readStack } from '../src/browser.ts';
import { chooseModels, findBarriers, newContext, openPage, overflowOf } from '../src/public-site.ts';
import { register } from '../src/paying.ts';
import type { Payer } from '../src/paying.ts';
import type { Browser, Page } from 'playwright-core';

const stack = readStack();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
let browser: Browser;
let slug: string;

beforeAll(async () => {
  browser = await launchBrowser();
  slug = (await chooseModels()).onStage;
});
afterAll(() => browser.close());

const paying = async (): Promise<{ payer: Payer; transactionId: string }> => {
  const payer = await register(slug);
  const transactionId = await payer.pay(slug);
  await eventually(payer.hasPaid, Boolean);
  return { payer, transactionId };
};
const stateOf = async ({ token }: Payer): Promise<{ state: string; hasPaid: boolean }> => {
  const response = await fetch(`${stack.url}/api/subscription`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as { state: string; hasPaid: boolean };
};
/** Returns the state of a transaction at the partner. */
const atThePartner = async (id: string): Promise<{ refundedAt: string | null; cancelledAt: string | null }> => {
  const response = await fetch(`${stack.partner}/api/transactions`);
  const transactions = (await response.json()) as {
    id: string;
    refundedAt: string | null;
    cancelledAt: string | null;
  }[];
  return transactions.find((transaction) => transaction.id === id) ?? { refundedAt: null, cancelledAt: null };
};
const mailsTo = async (email: string): Promise<{ subject: string; text: string }[]> => {
  const response = await fetch(`${stack.mailbox}/api/messages?${new URLSearchParams({ to: email }).toString()}`);
  return (await response.json()) as { subject: string; text: string }[];
};
const typeWithKeys = async (page: Page, texts: readonly string[]): Promise<void> => {
  for (const text of texts) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
};

describe('a contract ends on the site', () => {
  test('takes a cancellation by “Résilier” without a login, with the keyboard alone, on a phone', async () => {
    const { payer, transactionId } = await paying();
    const { page, complaints } = await openPage(await newContext(browser, PHONE), '/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Résilier votre contrat' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Résilier votre contrat' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.getByLabel('Prénom').focus();
    await typeWithKeys(page, ['noe', 'PETIT', payer.email]);
    await page.getByLabel('E-mail de l’abonnement').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Tout est juste\u00a0?' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await stateOf(payer)).toMatchObject({ state: 'active' });
    await page.getByRole('button', { name: 'Confirmer la résiliation' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Votre demande est enregistrée' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const reference = (await page.locator('dd').first().textContent()) ?? '';
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Télécharger la confirmation' }).press('Enter');
    expect((await saved).suggestedFilename()).toBe(`${reference}.txt`);

    expect(await stateOf(payer)).toMatchObject({ state: 'cancelled', hasPaid: true });
    await eventually(
      () => atThePartner(transactionId),
      ({ cancelledAt }) => cancelledAt !== null,
    );
    const [mail] = await eventually(
      async () => (await mailsTo(payer.email)).filter(({ subject }) => subject.includes('résiliation')),
      (mails) => mails.length === 1,
    );
    expect(mail?.subject).toBe('Coulisses\u00a0: votre résiliation est confirmée');
    expect(mail?.text).toContain(reference);
    expect(mail?.text).toContain('Fin du contrat');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('ends the access and refunds the payment after a withdrawal by “Renoncer”', async () => {
    const { payer, transactionId } = await paying();
    const { page, complaints } = await openPage(await newContext(browser, PHONE), '/renoncer');
    await page.getByRole('heading', { level: 1, name: 'Renoncer au contrat ici' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel('Prénom').focus();
    await typeWithKeys(page, ['Noé', 'Petit', payer.email]);
    await page.getByRole('button', { name: 'Confirmer la rétractation' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Votre déclaration est enregistrée' }).waitFor();
    expect(await stateOf(payer)).toMatchObject({ state: 'revoked', hasPaid: false });
    await eventually(
      () => payer.hidden(slug),
      (hidden) => hidden > 0,
    );
    await eventually(
      () => atThePartner(transactionId),
      ({ refundedAt, cancelledAt }) => refundedAt !== null && cancelledAt !== null,
    );
    await eventually(
      () => mailsTo(payer.email),
      (mails) => mails.some(({ subject }) => subject === 'Coulisses\u00a0: votre rétractation est confirmée'),
    );
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test.each(['/cgu', '/cgv', '/confidentialite', '/cookies', '/mentions-legales', '/contact', '/signaler'])(
    '%s is readable on a phone, before scripts too',
    async (path) => {
      const html = await (await fetch(stack.url + path)).text();
      expect(html).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
      const { page, complaints } = await openPage(await newContext(browser, PHONE), path);
      expect(await findBarriers(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
  );
});
