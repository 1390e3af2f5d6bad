import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { textOfPdf } from 'testing/pdf-text';
import { eventually, launchBrowser, listenToComplaints, readStack } from '../src/browser.ts';
import { refund, register } from '../src/paying.ts';
import { chooseModels, findBarriers, newContext, openPage, overflowOf, smallTargetsOf } from '../src/public-site.ts';
import type { Payer } from '../src/paying.ts';
import type { Browser, Page } from 'playwright-core';

const stack = readStack();
const PASSWORD = 'un-bon-mot-de-passe';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
let browser: Browser;
let payer: Payer;
let transactionId: string;

beforeAll(async () => {
  browser = await launchBrowser();
  const { onStage } = await chooseModels();
  payer = await register(onStage);
  transactionId = await payer.pay(onStage);
  await eventually(payer.hasPaid, Boolean);
});
afterAll(() => browser.close());

/** Opens the payer's account page in a new browser context. */
const openAccount = async (options = {}): Promise<{ page: Page; complaints: string[] }> => {
  const context = await newContext(browser, options);
  const response = await context.request.post(`${stack.url}/api/auth/login`, {
    data: { email: payer.email, password: PASSWORD },
  });
  const { token, user } = (await response.json()) as { token: string; user: unknown };
  await context.addInitScript(
    ([held, person]) => {
      localStorage.setItem('token', held);
      localStorage.setItem('user', person);
    },
    [token, JSON.stringify(user)] as const,
  );
  return openPage(context, '/account');
};
const rows = (page: Page) => page.getByRole('list', { name: 'Paiements' }).getByRole('listitem');
const mailsTo = async (email: string): Promise<{ subject: string; text: string }[]> => {
  const response = await fetch(`${stack.mailbox}/api/messages?${new URLSearchParams({ to: email }).toString()}`);
  return (await response.json()) as { subject: string; text: string }[];
};

test('“back” on the partner’s page leads past the payment link that was opened without a session', async () => {
  const { onStage } = await chooseModels();
  const { email } = await register(onStage);
  const { page } = await openPage(await newContext(browser, PHONE), '/cgv');
  await page.goto(`${stack.url}/redirect/payment?affiliate=${onStage}`);
  const dialog = page.getByRole('dialog', { name: 'Connexion' });
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${stack.partner}/**`);
  await page.goBack();
  await page.waitForURL(`${stack.url}/cgv`);
  await page.context().close();
});

describe('a payment in the account', () => {
  test('leads to its receipt as a page and as a PDF', async () => {
    const { page, complaints } = await openAccount();
    await rows(page).first().waitFor();
    expect(await rows(page).count()).toBe(1);
    expect(await findBarriers(page)).toEqual([]);

    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: /^Reçu du / }).click();
    const receipt = await opened;
    const receiptComplaints = listenToComplaints(receipt);
    await receipt.getByRole('heading', { level: 1, name: 'Reçu' }).waitFor();
    const number = (await receipt.getByText(/^R-\d{4}-\d\d-\d\d-\w{8}$/).textContent()) ?? '';
    for (const part of ['Noé Petit', payer.email, 'Payé', 'premier mois'])
      expect(await receipt.getByText(part).count()).toBe(1);
    expect(await findBarriers(receipt)).toEqual([]);

    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: /^PDF du reçu du / }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`recu-${number}.pdf`);
    const [text = ''] = await textOfPdf(await readFile(await download.path()));
    for (const part of [number, 'Noé Petit', payer.email, 'Prochain prélèvement', '2,00 €', '5,00 € TTC le'])
      expect(text.replaceAll(/\s+/g, ' ')).toContain(part);
    expect([...complaints, ...receiptComplaints]).toEqual([]);

    const mails = await eventually(
      () => mailsTo(payer.email),
      (list) => list.some(({ subject }) => subject.includes('votre reçu du')),
    );
    expect(mails.find(({ subject }) => subject.includes('votre reçu du'))?.text).toContain(number);
  });

  test('shows its refund, on a phone', async () => {
    await refund(transactionId);
    await eventually(payer.hasPaid, (hasPaid) => !hasPaid);
    const { page, complaints } = await openAccount(PHONE);
    await rows(page).nth(1).waitFor();
    await page.getByText('Remboursement', { exact: true }).waitFor();
    await page.getByText('Remboursé', { exact: true }).last().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect(await smallTargetsOf(page)).toEqual([]);
    await page.goto(`${stack.url}${(await page.getByRole('link', { name: /^Reçu du / }).getAttribute('href')) ?? ''}`);
    await page.getByText('Remboursé en totalité').waitFor();
    expect(await overflowOf(page)).toBe(0);
    expect(await smallTargetsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('is not shown to another subscriber', async () => {
    const { page } = await openAccount();
    const href = (await page.getByRole('link', { name: /^Reçu du / }).getAttribute('href')) ?? '';
    const other = await newContext(browser);
    await other.request.post(`${stack.url}/api/auth/login`, { data: stack.accounts.paid });
    expect((await other.request.get(stack.url + href)).status()).toBe(404);
    expect((await other.request.get(`${stack.url}${href}.pdf`)).status()).toBe(404);
  });
});
