import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { AffiliateBalance, AffiliateTerms, NewCommissionTerms } from 'contracts/commissions';
import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import type { Browser, Page } from 'playwright-core';
import { eventually, launchBrowser, listenToComplaints, PHONE, readStack } from '../src/browser.ts';
import { administratorToken, request } from '../src/calls.ts';
import { panelContext } from '../src/panel.ts';
import { register } from '../src/paying.ts';
import { chooseModels } from '../src/public-site.ts';

const stack = readStack();
/** Affiliate that e2e/src/paying credits its payments to. */
const SLUG = 'aff-two';
let browser: Browser;
let token: string;
let agreed: AffiliateTerms;

const listed = async <Row>(operation: Operation): Promise<Row[]> => (await request<Row[]>(operation, { token })).body;
const setTerms = (body: NewCommissionTerms) =>
  request(operations.setCommissionTerms, { token, body, parts: { id: agreed.affiliate.id } });
const payableCents = async (): Promise<number> =>
  (await listed<AffiliateBalance>(operations.listDueCommissions)).find(({ affiliate }) => affiliate.slug === SLUG)
    ?.payable_cents ?? 0;

beforeAll(async () => {
  browser = await launchBrowser();
  token = await administratorToken();
  const found = (await listed<AffiliateTerms>(operations.listCommissionTerms)).find(
    ({ affiliate }) => affiliate.slug === SLUG,
  );
  if (!found) throw new Error(`the demo data have no affiliate ${SLUG}`);
  agreed = found;
  await setTerms({
    first: { kind: 'percent', basis_points: 3_333 },
    renewal: { kind: 'percent', basis_points: 3_333 },
    holding_days: 0,
    minimum_cents: 0,
  });
});
afterAll(async () => {
  await setTerms(agreed.terms);
  await browser.close();
});

const open = async (path: string, slug?: string): Promise<{ page: Page; complaints: string[] }> => {
  const context = await panelContext(browser, slug ? { slug } : {}, { viewport: PHONE });
  const page = await context.newPage();
  const complaints = listenToComplaints(page);
  await page.goto(stack.url + path);
  return { page, complaints };
};
/** Waits until a heading has the focus: the clicked button was removed, and the keyboard continues from its list. */
const headingHasFocus = (page: Page) =>
  eventually(
    () => page.evaluate(() => document.activeElement?.localName ?? ''),
    (name) => /^h[12]$/.test(name),
  );
const pressByKey = async (page: Page, name: string | RegExp): Promise<void> => {
  await page.getByRole('button', { name }).first().focus();
  await page.keyboard.press('Enter');
};

test('a commission is paid in a batch by keyboard, and its statement is the same on screen, as CSV and as PDF', async () => {
  const { onStage } = await chooseModels();
  await (await register(onStage)).pay(onStage);
  await eventually(payableCents, (cents) => cents >= 67);

  const administrator = await open('/admin/main?section=reversements');
  await pressByKey(administrator.page, /^Créer un lot de/);
  await administrator.page.getByText('Lot créé').first().waitFor();
  await headingHasFocus(administrator.page);
  await pressByKey(administrator.page, 'Marquer comme versé');
  await administrator.page.getByLabel('Référence du virement').focus();
  await administrator.page.keyboard.type('VIR-E2E');
  await administrator.page.keyboard.press('Enter');
  await administrator.page.getByText('Lot marqué comme versé').first().waitFor();
  await headingHasFocus(administrator.page);
  expect(await payableCents()).toBe(0);

  const affiliate = await open(`/affiliate/${SLUG}?section=reversements`, SLUG);
  await pressByKey(affiliate.page, /^Voir le relevé/);
  const dialog = affiliate.page.getByRole('dialog');
  const total = await dialog.locator('tfoot tr').last().innerText();
  const fileOf = async (format: string): Promise<Buffer> => {
    const [download] = await Promise.all([
      affiliate.page.waitForEvent('download'),
      dialog.getByRole('button', { name: `Télécharger en ${format}` }).click(),
    ]);
    return readFile(await download.path());
  };
  const lastAmount = (await fileOf('CSV')).toString('utf8').trimEnd().split(';').at(-1);
  expect(`${lastAmount}\u00a0€`).toBe(total.split(/[\t\n]/).at(-1));
  expect((await fileOf('PDF')).subarray(0, 5).toString()).toBe('%PDF-');
  expect([...administrator.complaints, ...affiliate.complaints]).toEqual([]);
});
