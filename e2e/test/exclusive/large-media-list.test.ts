import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ContentItem } from 'contracts/media-items';
import type { ModelView } from 'contracts/models';
import type { Browser, BrowserContext, CDPSession, Locator, Page } from 'playwright-core';
import { DESKTOP, launchBrowser, readStack } from '../../src/browser.ts';
import { makeModels, panelContext } from '../../src/panel.ts';

const stack = readStack();
const ITEMS = 600;
const MAX_TASK_MS = 100;
const suffix = randomUUID().slice(0, 8);
const model = { name: `Ondine ${suffix}`, slug: `ondine-${suffix}` };
let made: Awaited<ReturnType<typeof makeModels>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let client: CDPSession;
let form: Locator;

const uuidOf = (place: number) => `${String(place).padStart(8, '0')}-5a0e-4c57-9a39-3f0c2f7b9a11`;
const items = Array.from({ length: ITEMS }, (_, place): ContentItem => ({
  id: String(place),
  filename: `${uuidOf(place)}.webp`,
  filePath: `/uploads/items/${uuidOf(place)}/1280.webp`,
  image: `/uploads/items/${uuidOf(place)}/320.webp`,
  likes: place % 3 === 0 ? place : null,
  isLocked: place % 2 === 0,
  isViewable: true,
  state: 'ready',
  originalName: `IMG_${place}.jpg`,
}));
const PIXEL = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

beforeAll(async () => {
  made = await makeModels([model]);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await made.remove();
});
beforeEach(async () => {
  context = await panelContext(browser);
  page = await context.newPage();
  await page.route('**/uploads/items/**', (route) => route.fulfill({ body: PIXEL, contentType: 'image/webp' }));
  await page.route(`**/api/models/${model.slug}`, async (route) => {
    const response = await route.fetch();
    const view = (await response.json()) as ModelView;
    await route.fulfill({ response, json: { ...view, photo_items: JSON.stringify(items) } });
  });
  // These files do not exist on the server, so the save is stubbed.
  await page.route('**/api/models/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ json: { ...made.models[0], photo_items: '[]' } })
      : route.fallback(),
  );
  await page.goto(`${stack.url}/admin/main?recherche=${suffix}`);
  await page.getByRole('button', { name: `Éditer ${model.name}`, exact: true }).waitFor();
  form = page.getByRole('dialog', { name: 'Modifier le modèle' });
  client = await context.newCDPSession(page);
});
afterEach(() => context.close());

/**
 * Measures the longest task of the page's main thread during an action, in milliseconds of processor time: other processes of the
 * machine do not count.
 */
const longestTask = async (act: () => Promise<unknown>): Promise<number> => {
  const tasks: number[] = [];
  const collect = ({ value }: { value: object[] }) => {
    for (const event of value as { name: string; tdur?: number; ph: string }[])
      if (event.name === 'ThreadControllerImpl::RunTask' || event.name === 'RunTask')
        tasks.push((event.tdur ?? 0) / 1_000);
  };
  client.on('Tracing.dataCollected', collect);
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline', 'toplevel'] },
  });
  await act();
  const complete = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve));
  await client.send('Tracing.end');
  await complete;
  client.off('Tracing.dataCollected', collect);
  if (tasks.length === 0) throw new Error('the trace has no tasks');
  return Math.max(...tasks);
};
const settle = () =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));

test(`a panel keeps every task of a list of ${ITEMS} photos under ${MAX_TASK_MS} ms of processor time`, async () => {
  const figures: Record<string, number> = {};
  const measure = async (name: string, act: () => Promise<unknown>) => {
    figures[name] = Math.round(
      await longestTask(async () => {
        await act();
        await settle();
      }),
    );
  };
  const photos = form.getByRole('list', { name: 'Photos', exact: true });
  const cell = photos.locator('[data-cell="0"] [data-open]');
  const bar = form.getByRole('group', { name: 'Sélection : Photos' });
  await measure('open', async () => {
    await page.getByRole('button', { name: `Éditer ${model.name}`, exact: true }).click();
    await cell.waitFor();
  });
  await measure('list', async () => {
    await form.getByRole('button', { name: 'Liste' }).first().click();
    await form.getByRole('button', { name: 'Déplacer Photo 1', exact: true }).waitFor();
  });
  await measure('grid', async () => {
    await form.getByRole('button', { name: 'Grille' }).first().click();
    await cell.waitFor();
  });
  await measure('filter', async () => {
    await form.getByRole('button', { name: /^Verrouillées/ }).click();
    await form
      .getByRole('button', { name: /^Toutes/ })
      .first()
      .click();
  });
  await measure('search', () => form.getByRole('searchbox', { name: 'Nom de fichier' }).pressSequentially('IMG_59'));
  await form.getByRole('searchbox', { name: 'Nom de fichier' }).fill('');
  await cell.focus();
  await measure('select all', async () => {
    await page.keyboard.press('Control+a');
    await bar.getByText(`${ITEMS} sélectionnées`).waitFor();
  });
  await measure('lock all', () => bar.getByRole('button', { name: 'Verrouiller', exact: true }).click());
  await measure('likes of all', () => bar.getByRole('textbox').pressSequentially('1234'));
  await bar.getByRole('button', { name: 'Annuler la sélection' }).click();
  await photos.evaluate((list) => list.parentElement?.scrollIntoView({ block: 'center' }));
  const frame = await photos.locator('..').boundingBox();
  if (!frame) throw new Error('the grid is not in sight');
  await measure('box that scrolls', async () => {
    await page.mouse.move(frame.x + 2, frame.y + 60);
    await page.mouse.down();
    await page.mouse.move(frame.x + frame.width - 40, frame.y + frame.height / 2, { steps: 20 });
    // Below the visible frame, so that it scrolls along.
    await page.mouse.move(frame.x + frame.width - 40, DESKTOP.height - 5, { steps: 20 });
    await photos.locator('[data-cell="40"]').waitFor();
    await page.mouse.up();
  });
  await measure('save', async () => {
    await form.getByRole('button', { name: 'Mettre à jour' }).click();
    await form.waitFor({ state: 'detached' });
  });
  expect(Object.entries(figures).filter(([, longest]) => longest >= MAX_TASK_MS)).toEqual([]);
});
