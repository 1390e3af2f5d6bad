import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RESUMABLE_CHUNK_BYTES } from 'contracts/media';
import type { ContentItem } from 'contracts/media-items';
import type { ModelView } from 'contracts/models';
import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import type { Browser, BrowserContext, Locator, Page, Route } from 'playwright-core';
import { DESKTOP, eventually, launchBrowser, readStack, PAGE_TIMEOUT_MS } from '../src/browser.ts';
import { administratorToken, request } from '../src/calls.ts';
import { makeFilm, sha256, storedDigests } from '../src/film.ts';
import { showMediaList } from '../src/panel.ts';

const stack = readStack();
const AVATAR = path.resolve(import.meta.dirname, '../../stack/pictures/avatar-nina.webp');
const PARTS = '**/api/upload/resumable/*';
const MEBIBYTE = 1024 * 1024;
const suffix = randomUUID().slice(0, 8);
const name = `Lou ${suffix}`;
const slug = `lou-${suffix}`;
let token: string;
let folder: string;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let form: Locator;

const savedItems = async (list: 'photo_items' | 'video_items'): Promise<ContentItem[]> => {
  const { body } = await request<ModelView>(operations.getModel, { token, parts: { slug } });
  return JSON.parse(body[list]) as ContentItem[];
};
const openForm = async () => {
  page = await context.newPage();
  await page.goto(`${stack.url}/admin/main`);
  await page.getByRole('button', { name: `Éditer ${name}`, exact: true }).click();
  form = page.getByRole('dialog', { name: 'Modifier le modèle' });
  await form.waitFor();
};
const save = async () => {
  await form.getByRole('button', { name: 'Mettre à jour' }).click();
  await form.waitFor({ state: 'detached' });
};
const fileOf = (file: string) => path.join(folder, file);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'media-management-'));
  token = await administratorToken();
  await request(operations.createModel as Operation, { token, body: { name, slug } });
  browser = await launchBrowser();
  context = await browser.newContext({ viewport: DESKTOP, locale: 'fr-FR' });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  await showMediaList(context);
  const loginForm = await context.newPage();
  await loginForm.goto(`${stack.url}/admin/main`);
  await loginForm.getByLabel('Mot de passe', { exact: true }).fill(stack.accounts.administrator.password);
  await loginForm.getByRole('button', { name: 'Se connecter' }).click();
  await loginForm.getByRole('button', { name: `Éditer ${name}`, exact: true }).waitFor();
  await loginForm.close();
});
beforeEach(openForm);
afterEach(() => page.close());
afterAll(async () => {
  await browser.close();
  const { body } = await request(operations.getModel as Operation, { token, parts: { slug } });
  await request(operations.deleteModel as Operation, { token, parts: { id: String(body.id) } });
  await rm(folder, { recursive: true });
});

test('a media list saves 27 of thirty files, and states at each of the three unfit ones why', async () => {
  const good = Array.from({ length: 27 }, (_, index) => fileOf(`photo-${index + 1}.webp`));
  await Promise.all(good.map((file) => copyFile(AVATAR, file)));
  await writeFile(
    fileOf('abîmée.jpg'),
    Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(4_000, 7)]),
  );
  await writeFile(fileOf('page.jpg'), '<!doctype html><title>Page</title><script>alert(1)</script>');
  await writeFile(fileOf('immense.jpg'), '');
  await truncate(fileOf('immense.jpg'), 50 * MEBIBYTE + 1);
  await form
    .getByLabel('Ajouter des photos')
    .setInputFiles([
      ...good.slice(0, 9),
      fileOf('abîmée.jpg'),
      fileOf('immense.jpg'),
      fileOf('page.jpg'),
      ...good.slice(9),
    ]);
  await form.getByRole('button', { name: 'Upload en cours...' }).first().waitFor();
  await form.getByText('27 fichiers envoyés, 3 en erreur.').waitFor({ timeout: 90_000 });
  const rejectedFiles = form.getByRole('list', { name: 'Envois' }).getByRole('listitem');
  expect(await rejectedFiles.count()).toBe(3);
  await rejectedFiles
    .filter({ hasText: 'immense.jpg' })
    .getByText('Le fichier est trop volumineux. Taille maximum: 50MB')
    .waitFor();
  for (const file of ['abîmée.jpg', 'page.jpg'])
    await rejectedFiles.filter({ hasText: file }).getByText('Type de fichier non autorisé').waitFor();
  await save();
  expect(await savedItems('photo_items')).toHaveLength(27);
});

test('a media list announces each step of a photo that is moved by keyboard, and keeps the order', async () => {
  const before = (await savedItems('photo_items')).map(({ filename }) => filename);
  await form.getByRole('button', { name: 'Déplacer Photo 1', exact: true }).focus();
  const announced = page.getByRole('status');
  await page.keyboard.press('Space');
  await announced.filter({ hasText: 'Photo 1 saisie, en position 1 sur 27.' }).waitFor();
  // dnd-kit handles arrow keys from the next task on.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  for (const position of [2, 3]) {
    await page.keyboard.press('ArrowDown');
    await announced.filter({ hasText: `Photo 1 passe en position ${position} sur 27.` }).waitFor();
  }
  await page.keyboard.press('Space');
  await announced.filter({ hasText: 'Photo 1 déposée en position 3 sur 27.' }).waitFor();
  await form.getByRole('button', { name: 'Monter Photo 2', exact: true }).press('Enter');
  await announced.filter({ hasText: 'Photo 2 déplacée en position 1 sur 27.' }).waitFor();
  await save();
  const [first = '', second = '', third = '', ...rest] = before;
  expect((await savedItems('photo_items')).map(({ filename }) => filename)).toEqual([third, second, first, ...rest]);
});

test('a media list keeps a photo where the pointer dropped it, after a reload too', async () => {
  const before = (await savedItems('photo_items')).map(({ filename }) => filename);
  const handle = form.getByRole('button', { name: 'Déplacer Photo 1', exact: true });
  await handle.scrollIntoViewIfNeeded();
  const place = async (photo: string) => {
    const box = await form.getByRole('button', { name: `Déplacer ${photo}`, exact: true }).boundingBox();
    if (!box) throw new Error(`${photo} is not in sight`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await place('Photo 1'), await place('Photo 3')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y + 4, { steps: 12 });
  await page.getByRole('status').filter({ hasText: 'Photo 1 passe en position 3 sur 27.' }).waitFor();
  await page.mouse.up();
  await page.getByRole('status').filter({ hasText: 'Photo 1 déposée en position 3 sur 27.' }).waitFor();
  await save();
  const [first = '', second = '', third = '', ...rest] = before;
  const order = [second, third, first, ...rest];
  expect((await savedItems('photo_items')).map(({ filename }) => filename)).toEqual(order);
  // A closed form goes back in the browser's history asynchronously, which a reload at the same time would abort, or be aborted by.
  await page.waitForFunction(() => (history.state as { unsaved?: string } | null)?.unsaved === undefined);
  await page.reload();
  await page.getByRole('button', { name: `Éditer ${name}`, exact: true }).click();
  const shown = form.getByRole('list', { name: 'Photos' }).locator('[data-step$=" 1"]');
  await shown.first().waitFor();
  expect(
    (await shown.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('data-step')))).slice(0, 3),
  ).toEqual(order.slice(0, 3).map((filename) => `${filename} 1`));
});

/** Pastes a picture from the clipboard or drops it on an element, as the system would. */
const hand = async (how: 'paste' | 'drop', target: Locator, fileName: string) => {
  const bytes = [...(await readFile(AVATAR))];
  await target.evaluate(
    (element, given) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(given.bytes)], given.fileName, { type: 'image/webp' }));
      const at = { bubbles: true, cancelable: true };
      if (given.how === 'paste')
        return element.dispatchEvent(new ClipboardEvent('paste', { ...at, clipboardData: data }));
      for (const kind of ['dragenter', 'dragover', 'drop'])
        element.dispatchEvent(new DragEvent(kind, { ...at, dataTransfer: data }));
    },
    { bytes, fileName, how },
  );
};
test('a media list gets a pasted picture, and one that is dropped on its row', async () => {
  const photos = form.getByRole('list', { name: 'Photos' });
  await hand('paste', form.getByRole('button', { name: 'Déplacer Photo 1', exact: true }), 'collee.webp');
  await photos.locator('[aria-setsize="28"]').first().waitFor();
  await hand('drop', photos.getByText('Photo 2', { exact: true }), 'deposee.webp');
  await photos.locator('[aria-setsize="29"]').first().waitFor();
  await save();
  const saved = await savedItems('photo_items');
  expect(saved).toHaveLength(29);
  expect(saved.slice(-2).map(({ isLocked, likes }) => [isLocked, likes])).toEqual([
    [true, null],
    [true, null],
  ]);
});

test('a media list locks and unlocks a selection; stores likes, and none where the field is empty', async () => {
  const bar = form.getByRole('group', { name: 'Sélection : Photos' });
  await bar.getByLabel('Tout sélectionner').press('Space');
  await bar.getByRole('button', { name: 'Déverrouiller' }).click();
  await bar.getByLabel('Tout sélectionner').press('Space');
  for (const photo of ['Photo 2', 'Photo 3'])
    await form.getByLabel(`Sélectionner ${photo}`, { exact: true }).press('Space');
  await bar.getByRole('button', { name: 'Verrouiller', exact: true }).click();
  await form.getByLabel('Likes de Photo 1', { exact: true }).fill('12');
  await save();
  const saved = await savedItems('photo_items');
  expect(saved.filter(({ isLocked }) => isLocked)).toEqual([saved[1], saved[2]]);
  expect(saved.slice(0, 2).map(({ likes }) => likes)).toEqual([12, null]);
});

test('a media list pauses a video whose connection breaks at 60 %, resumes it, and stores the file to the byte', async () => {
  const film = await makeFilm(4.5 * RESUMABLE_CHUNK_BYTES);
  await writeFile(fileOf('film.mp4'), film);
  const offsets: number[] = [];
  await page.route(PARTS, async (route: Route) => {
    const { 'upload-offset': offset } = route.request().headers();
    if (route.request().method() !== 'PATCH') return route.continue();
    offsets.push(Number(offset));
    if (offsets.length !== 4) return route.continue();
    await page.context().setOffline(true);
    await route.abort('internetdisconnected');
  });
  await form.getByLabel('Ajouter des vidéos').setInputFiles(fileOf('film.mp4'));
  await form.getByText('Connexion perdue, reprise automatique').waitFor();
  await page.context().setOffline(false);
  await form.getByRole('switch', { name: 'Verrouiller Vidéo 1' }).waitFor();
  expect(offsets).toEqual([0, 1, 2, 3, 3, 4].map((part) => part * RESUMABLE_CHUNK_BYTES));
  await page.unroute(PARTS);
  await save();
  await eventually(
    () => savedItems('video_items'),
    ([video]) => video?.state === 'ready' && video.duration === '0:01',
    60_000,
  );
  expect(await storedDigests(film.length)).toEqual([sha256(film)]);
});

test('a panel requires a confirmation before the form or the page is left during an upload', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/upload/photos/*', async (route) => {
    await held;
    await route.abort();
  });
  await form.getByLabel('Ajouter des photos').setInputFiles(AVATAR);
  await form.getByText('0 sur 1', { exact: true }).waitFor();
  const requested = page.waitForEvent('dialog');
  // Called inside the page: Playwright's own reload fails when a dialog opens.
  await page.evaluate(() => void setTimeout(() => window.location.reload()));
  const question = await requested;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await form.getByRole('button', { name: 'Annuler', exact: true }).click();
  const leaving = page.getByRole('alertdialog', { name: 'Quitter sans enregistrer ?' });
  await leaving.getByText('1 envoi est en cours et sera annulé.').waitFor();
  await leaving.getByRole('button', { name: 'Quitter' }).click();
  await form.waitFor({ state: 'detached' });
  release();
  expect(await savedItems('photo_items')).toHaveLength(29);
});
