import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ContentItem } from 'contracts/media-items';
import type { ModelView } from 'contracts/models';
import type { Browser } from 'playwright-core';
import { eventually, launchBrowser, readStack } from '../src/browser.ts';
import { administratorToken } from '../src/calls.ts';
import { makeModels, panelContext } from '../src/panel.ts';

const stack = readStack();
const PICTURE = path.resolve(import.meta.dirname, '../../stack/pictures/avatar-nina.webp');
const suffix = randomUUID().slice(0, 8);
const model = { name: `Alba ${suffix}`, slug: `alba-${suffix}` };
const FILE = `loge-de-${suffix}.webp`;
let made: Awaited<ReturnType<typeof makeModels>>;
let browser: Browser;

beforeAll(async () => {
  made = await makeModels([model]);
  browser = await launchBrowser();
  const form = new FormData();
  form.append('file', new Blob([await readFile(PICTURE)]), FILE);
  const response = await fetch(`${stack.url}/api/upload/photos/${model.slug}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await administratorToken()}` },
    body: form,
  });
  const { filename } = (await response.json()) as { filename: string };
  await saveItems([{ id: randomUUID(), filename, likes: null, isLocked: true }]);
});
afterAll(async () => {
  await browser.close();
  await made.remove();
});

const saveItems = (items: object[]) => made.change(made.models[0]?.id ?? '', { photo_items: JSON.stringify(items) });
const ownItems = async () => JSON.parse((await made.read(model.slug)).photo_items) as ContentItem[];
/** Returns the response of the API and the page as every visitor gets them. */
const publicTexts = () =>
  Promise.all(
    [`/api/models/${model.slug}`, `/${model.slug}`].map(async (address) => (await fetch(stack.url + address)).text()),
  );
const publicCount = async () => {
  const [view = ''] = await publicTexts();
  return (JSON.parse((JSON.parse(view) as ModelView).photo_items) as unknown[]).length;
};

test('a scheduled photo is hidden from everybody but its owner until its time, and its file is never named', async () => {
  await eventually(publicCount, (count) => count === 1);
  const context = await panelContext(browser);
  const page = await context.newPage();
  await page.goto(`${stack.url}/admin/main?recherche=${suffix}`);
  await page.getByRole('button', { name: `Éditer ${model.name}`, exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Modifier le modèle' });
  await form.getByText(FILE).waitFor();
  await form.getByRole('button', { name: 'Programmer Photo 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Programmer la publication' });
  await dialog.getByLabel('Publication').fill('2099-07-14T18:30');
  await dialog.getByRole('button', { name: 'Programmer' }).click();
  await form.getByText('Programmée, 14 juil. 2099, 18h30').waitFor();
  await form.getByRole('button', { name: 'Mettre à jour' }).click();
  await form.waitFor({ state: 'detached' });
  await context.close();

  await eventually(publicCount, (count) => count === 0);
  const [photo] = await ownItems();
  expect(photo).toMatchObject({ publishAt: '2099-07-14T16:30:00.000Z', originalName: FILE, isViewable: true });
  for (const text of await publicTexts()) {
    expect(text).not.toContain(suffix.concat('.webp'));
    expect(text).not.toContain('2099-07');
  }

  await saveItems([{ ...photo, publishAt: new Date(Date.now() + 3_000).toISOString() }]);
  expect(await publicCount()).toBe(0);
  await eventually(publicCount, (count) => count === 1);
  for (const text of await publicTexts()) expect(text).not.toContain(FILE);
});
