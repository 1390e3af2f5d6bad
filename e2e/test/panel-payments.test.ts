import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { DESKTOP, eventually, launchBrowser, listenToComplaints, PAGE_TIMEOUT_MS, readStack } from '../src/browser.ts';
import { panelContext } from '../src/panel.ts';
import { register } from '../src/paying.ts';

const stack = readStack();
let browser: Browser;
let page: Page;
let complaints: readonly string[];
beforeAll(async () => {
  browser = await launchBrowser();
  page = await (await panelContext(browser)).newPage();
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  complaints = listenToComplaints(page);
  await page.setViewportSize(DESKTOP);
});
afterAll(() => browser.close());

/** Pays at the sandbox partner with a reference that belongs to no checkout. */
const payWithoutCheckout = async (): Promise<string> => {
  const response = await fetch(new URL('/pay', stack.partner), {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'accept', sub4: `unknown-${randomUUID()}` }),
  });
  return ((await response.json()) as { transaction_id: string }).transaction_id;
};

test('“Paiements” lists an unmatched payment, which the administrator replays, reconciles by keyboard and finds again', async () => {
  const transaction = await payWithoutCheckout();
  await page.goto(`${stack.url}/admin/main?section=paiements&appels=${transaction}`);
  const row = page.getByRole('row').filter({ hasText: transaction });
  await row.getByText('Sans correspondance').waitFor();
  await row.getByRole('button', { name: `Détail de ${transaction}` }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`transaction_id=${transaction}`).waitFor();
  await dialog.getByText('key=•••').waitFor();
  await dialog.getByRole('button', { name: 'Rejouer' }).click();
  await dialog.getByText('Toujours sans correspondance').waitFor();
  // Subscribers of open checkouts, left by other tests, are offered first.
  const other = dialog.getByRole('radio', { name: /^Quelqu’un d’autre/ });
  if ((await other.count()) > 0) {
    await other.focus();
    await page.keyboard.press('Space');
  }
  await dialog.getByLabel('E-mail de l’abonné').fill(stack.accounts.paid.email);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await row.getByText('Accepté').waitFor();
  await row.getByText(stack.accounts.paid.email).waitFor();
  expect(complaints).toEqual([]);
});

test('“Paiements” takes a flagged payment off those to be looked at by keyboard, and puts it back', async () => {
  const bot = await register('nina', {}, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
  const transaction = await bot.pay('nina');
  await page.goto(`${stack.url}/admin/main?section=paiements&verdict=review&appels=${transaction}`);
  const row = page.getByRole('row').filter({ hasText: transaction });
  await row.getByText('La page de paiement a été ouverte par un robot connu').waitFor();
  await row.getByRole('button', { name: `Détail de ${transaction}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Marquer comme vérifié' }).focus();
  await page.keyboard.press('Enter');
  await row.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Annuler' }).click();
  await row.waitFor();
  expect(await bot.hasPaid()).toBe(true);
  expect(complaints).toEqual([]);
});

test('“Abonnés” refunds a payment through the partner, whose postback closes the access', async () => {
  const payer = await register('nina');
  await payer.pay('nina');
  await eventually(payer.hasPaid, Boolean);
  await page.goto(`${stack.url}/admin/main?section=abonnes&abonnes=${payer.email}`);
  await page.getByRole('button', { name: 'Historique de Noé Petit' }).click();
  await page.getByRole('button', { name: 'Rembourser' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('L’accès se ferme quand le partenaire confirme').waitFor();
  await dialog.getByRole('button', { name: 'Rembourser' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Remboursement demandé au partenaire').waitFor();
  await eventually(payer.hasPaid, (hasPaid) => !hasPaid);
  expect(complaints).toEqual([]);
});

test('“Paiements” flags no first payment of the demo’s customers', async () => {
  await page.goto(`${stack.url}/admin/main?section=paiements&appels=${stack.accounts.paid.email}`);
  const row = page.getByRole('row').filter({ hasText: stack.accounts.paid.email }).filter({ hasText: 'nina' });
  await row.first().getByText('Accepté').waitFor();
  expect(await page.getByText('À vérifier').count()).toBe(0);
});

test('“Paiements” compares a report of the partner with the ledger', async () => {
  const transaction = `T-${randomUUID()}`;
  const file = join(tmpdir(), `releve-${randomUUID()}.csv`);
  writeFileSync(file, `transaction_id;event;amount;currency\n${transaction};first;2,00;EUR\n=1+1;first;2,00;EUR\n`);
  await page.goto(`${stack.url}/admin/main?section=paiements`);
  await page.getByRole('heading', { name: 'Appels' }).waitFor();
  await page.getByRole('button', { name: 'Comparer un relevé CSV' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Partenaire').fill('sandbox');
  await dialog.getByLabel('Fichier CSV').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Comparer' }).click();
  await dialog.getByRole('row').filter({ hasText: 'Manquant' }).getByText(transaction).waitFor();
  await dialog.getByRole('row').filter({ hasText: 'formule de tableur' }).waitFor();
  expect(complaints).toEqual([]);
});
