import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ContentItem } from 'contracts/media-items';
import type { ModelView } from 'contracts/models';
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { eventually, launchBrowser, listenToComplaints, PHONE, readStack } from '../src/browser.ts';
import { refund } from '../src/paying.ts';
import { chooseModels, profileLink } from '../src/public-site.ts';
import { acceptOffer, openPartner, registerByPhoto } from '../src/registration.ts';

const stack = readStack();
const email = `visiteur-${randomUUID().slice(0, 8)}@example.org`;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];
let slug: string;
/** The checkout's reference, as the partner received it. */
let reference = '';

beforeAll(async () => {
  ({ onStage: slug } = await chooseModels());
  browser = await launchBrowser();
  context = await browser.newContext({ viewport: PHONE, locale: 'fr-FR' });
  page = await context.newPage();
  complaints = listenToComplaints(page);
});
afterAll(() => browser.close());

const lists = (model: ModelView): ContentItem[] =>
  [model.photo_items, model.video_items, model.live_replays].flatMap((json) => JSON.parse(json) as ContentItem[]);
const readModel = async (token?: string): Promise<ModelView> =>
  (await (
    await fetch(`${stack.url}/api/models/${slug}`, token ? { headers: { authorization: `Bearer ${token}` } } : {})
  ).json()) as ModelView;

describe('a visitor from an ad', () => {
  test('shows a visitor locked photos as blurred pictures only', async () => {
    await page.goto(`${stack.url}/?sub1=CLICK1&sub2=aff-one&sub5=PIX1`);
    await profileLink(page, slug).click();
    await page.waitForURL(`**/${slug}`);
    await page
      .getByRole('button', { name: /verrouillée/i })
      .first()
      .waitFor();
    const locked = lists(await readModel()).filter((item) => !item.isViewable);
    expect(locked.length).toBeGreaterThan(0);
    for (const item of locked) expect(item.filePath).toMatch(/^\/uploads\/blur\//);
  });

  test('registers a visitor who clicks a locked photo, and welcomes them with the offer', async () => {
    await registerByPhoto(page, email);
    await page.getByText('Seulement 2€').first().waitFor();
    expect(await page.evaluate(() => localStorage.getItem('showWelcome'))).toBe('true');
    expect(await page.getByText('Léa').count()).toBeGreaterThan(0);
  });

  test('passes everything to the partner at "PAYER DEUX EUROS", and paying leads to the success page', async () => {
    const partner = await openPartner(page);
    const published = new URL(partner.url()).searchParams;
    expect(
      Object.fromEntries(
        ['sub1', 'sub2', 'sub3', 'sub5', 'sub6', 'sub8', 'sub9'].map((name) => [name, published.get(name)]),
      ),
    ).toEqual({ sub1: 'CLICK1', sub2: 'aff-one', sub3: email, sub5: 'PIX1', sub6: email, sub8: 'Léa', sub9: 'Martin' });
    expect(published.get('source_id')).toBeTruthy();
    reference = published.get('sub4') ?? '';
    expect(reference).not.toBe('');
    expect(published.has('sub7')).toBe(false);
    await acceptOffer(partner);
    expect(await partner.getByRole('link', { name: /telegram/i }).getAttribute('href')).toMatch(/^https:\/\/t\.me\//);
    await partner.close();
  });

  test('shows the subscriber the real photo on the model’s page; the address opens nothing without their session', async () => {
    await page.goto(`${stack.url}/${slug}`);
    const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
    const model = await eventually(
      () => readModel(token),
      (result) => lists(result).every((item) => item.isViewable),
    );
    const photo = (JSON.parse(model.photo_items) as ContentItem[]).find((item) => item.isLocked);
    const seen = await page.evaluate(async (address) => {
      const response = await fetch(address);
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        width: (await createImageBitmap(await response.blob())).width,
      };
    }, photo?.filePath ?? '');
    expect(seen).toMatchObject({ status: 200, type: 'image/webp' });
    expect(seen.width).toBeGreaterThanOrEqual(640);
    expect((await fetch(stack.url + photo?.filePath)).status).toBeGreaterThanOrEqual(401);
    await page
      .locator(`img[src*="${(photo?.image ?? '').split('?')[0]}"]`)
      .first()
      .waitFor();
  });

  test('locks everything within five seconds of the partner’s refund', async () => {
    const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
    const address =
      (JSON.parse((await readModel(token)).photo_items) as ContentItem[]).find((item) => item.isLocked)?.filePath ?? '';
    const transactions = (await (await fetch(`${stack.partner}/api/transactions`)).json()) as {
      id: string;
      reference: string;
    }[];
    await refund(transactions.find((transaction) => transaction.reference === reference)?.id ?? '');
    await eventually(
      () => readModel(token),
      (result) => lists(result).some((item) => !item.isViewable),
      5_000,
    );
    expect(
      await eventually(
        () => page.evaluate(async (path) => (await fetch(path)).status, address),
        (status) => status >= 401,
        5_000,
      ),
    ).toBeGreaterThanOrEqual(401);
  });

  test('has logged no complaint of the page at the end', () => {
    expect(complaints).toEqual([]);
  });
});
