import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ModelView } from 'contracts/models';
import { ofName } from 'contracts/texts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { eventually, launchBrowser, listenToComplaints, readStack } from '../src/browser.ts';
import { makeModels, panelContext } from '../src/panel.ts';

const stack = readStack();
const suffix = randomUUID().slice(0, 8);
const made = (name: string, fields: Record<string, unknown> = {}) => ({
  name: `${name} ${suffix}`,
  slug: `${name.toLowerCase()}-${suffix}`,
  ...fields,
});
const anna = made('Anna', { likes_count: 4 });
const boris = made('Boris', { likes_count: 8 });
const carla = made('Carla', { state: 'draft', likes_count: 6 });
const diane = made('Diane', { state: 'archived', likes_count: 2 });
let models: Awaited<ReturnType<typeof makeModels>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

const visitorStatus = async (path: string) => (await fetch(stack.url + path)).status;
/** Statuses of every address under which a visitor could find a model. */
const visitorSees = async (slug: string) => {
  const list = (await (await fetch(`${stack.url}/api/models?q=${suffix}`)).json()) as ModelView[];
  return {
    api: await visitorStatus(`/api/models/${slug}`),
    page: await visitorStatus(`/${slug}`),
    live: await visitorStatus(`/${slug}/live`),
    calendar: await visitorStatus(`/${slug}/live.ics`),
    isListed: list.some((model) => model.slug === slug),
    isInSitemap: (await (await fetch(`${stack.url}/sitemap.xml`)).text()).includes(slug),
  };
};
const SEEN = { api: 200, page: 200, live: 200, calendar: 200, isListed: true, isInSitemap: true };
const UNSEEN = { api: 404, page: 404, live: 404, calendar: 404, isListed: false, isInSitemap: false };
const becomes = (slug: string, seen: typeof SEEN) =>
  eventually(
    () => visitorSees(slug),
    (now) => JSON.stringify(now) === JSON.stringify(seen),
  );
const row = (name: string) => page.getByRole('row').filter({ hasText: name });
/** Chooses an item of a row's menu. */
const choose = async (name: string, item: string) => {
  await row(name)
    .getByRole('button', { name: `Plus d’actions pour ${name}` })
    .click();
  await page.getByRole('menuitem', { name: `${item} ${name}` }).click();
};
const grip = (name: string) => page.getByRole('button', { name: `Déplacer ${name}, position` });
const positionOf = async (name: string): Promise<number> =>
  Number(/\d+$/.exec((await grip(name).getAttribute('aria-label')) ?? '')?.[0]);
const rows = () =>
  page.getByRole('row').filter({ hasText: suffix }).getByRole('rowheader').locator('b').allTextContents();

beforeAll(async () => {
  models = await makeModels([anna, boris, carla, diane]);
  browser = await launchBrowser();
  context = await panelContext(browser);
});
beforeEach(async () => {
  page = await context.newPage();
  complaints = listenToComplaints(page);
  await page.goto(`${stack.url}/admin/main?recherche=${suffix}`);
  await page.getByRole('button', { name: 'Tableau' }).click();
  await page.getByRole('table').waitFor();
});
afterEach(async () => {
  await page.close();
  expect(complaints).toEqual([]);
});
afterAll(async () => {
  await browser.close();
  await models.remove();
});

test('the table of models keeps its sorting and filters over a reload', async () => {
  await page.getByRole('button', { name: 'Likes' }).click();
  await eventually(rows, (names) => names.map((name) => name[0]).join('') === 'BCAD');
  await page.getByRole('group', { name: 'État' }).getByRole('button', { name: 'Brouillons' }).click();
  await eventually(rows, (names) => names.map((name) => name[0]).join('') === 'C');
  await page.waitForURL(/etat=draft/);
  await page.reload();
  await eventually(rows, (names) => names.map((name) => name[0]).join('') === 'C');
});

test('a draft is shown to no visitor, but as a preview to the administrator, who publishes it', async () => {
  await becomes(carla.slug, UNSEEN);
  const [preview] = await Promise.all([context.waitForEvent('page'), choose(carla.name, 'Prévisualiser')]);
  await preview.getByText(`Aperçu ${ofName(carla.name)}`).waitFor();
  await preview.getByRole('heading', { level: 1, name: new RegExp(carla.name) }).waitFor();
  const address = preview.url();
  await preview.close();
  const stranger = await browser.newContext();
  const unseen = await stranger.newPage();
  await unseen.goto(address);
  await unseen.getByRole('heading', { name: 'Modèle non trouvé' }).waitFor();
  await stranger.close();

  await choose(carla.name, 'Publier');
  await page.getByText(`${carla.name} est en ligne`).first().waitFor();
  await becomes(carla.slug, SEEN);
  await page.getByRole('button', { name: 'Annuler', exact: true }).click();
  await becomes(carla.slug, UNSEEN);
});

test('the table of models archives many with an undo', async () => {
  await becomes(anna.slug, SEEN);
  for (const { name } of [anna, boris])
    await page.getByRole('checkbox', { name: `Sélectionner ${name}` }).press('Space');
  await page.getByRole('region', { name: 'Sélection' }).getByRole('button', { name: 'Archiver' }).click();
  await page.getByText('2 modèles archivés').first().waitFor();
  await becomes(anna.slug, UNSEEN);
  await page.getByRole('button', { name: 'Annuler', exact: true }).click();
  await becomes(anna.slug, SEEN);
});

test('the table of models takes a deletion back, and makes one when the page is left', async () => {
  const remove = async () => {
    await choose(diane.name, 'Supprimer');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click();
    await page.getByText('Modèle supprimé').first().waitFor();
    await row(diane.name).waitFor({ state: 'detached' });
  };
  await remove();
  await page.getByRole('button', { name: 'Annuler', exact: true }).click();
  await row(diane.name).waitFor();
  expect((await models.read(diane.slug)).state).toBe('archived');
  await remove();
  await page.goto(`${stack.url}/`);
  // The error response of an unknown model has a code instead of a name.
  await eventually(
    () => models.read(diane.slug),
    (model) => !('name' in model),
  );
});

test('the administrator orders the wall by the keyboard and puts a model à la une', async () => {
  const wall = async () =>
    ((await (await fetch(`${stack.url}/api/models?sort=wall`)).json()) as ModelView[])
      .filter(({ slug, is_live }) => slug.endsWith(suffix) && !is_live)
      .map(({ name }) => name[0])
      .join('');
  for (const { id } of models.models.slice(0, 2)) await models.change(id, { is_live: false });
  await eventually(wall, (order) => order === 'BA');
  await page.getByRole('button', { name: 'Ordre de l’affiche' }).click();
  const list = page.getByRole('list', { name: 'Ordre de l’affiche' });
  await grip(anna.name).waitFor();
  // Models of other tests may be between the two.
  let position = await positionOf(boris.name);
  while (position < (await positionOf(anna.name))) {
    await list.getByRole('button', { name: `Descendre ${boris.name}` }).press('Enter');
    position += 1;
    await page
      .getByRole('status')
      .filter({ hasText: `${boris.name} déplacé en position ${position} ` })
      .waitFor({ state: 'attached' });
  }
  await eventually(wall, (order) => order === 'AB');
  await list.getByRole('switch', { name: `À la une : ${boris.name}` }).press('Space');
  await eventually(wall, (order) => order === 'BA');
});

test('the administrator orders the wall in the table by keyboard and pointer, with an undo', async () => {
  const order = async () =>
    ((await (await fetch(`${stack.url}/api/models?sort=place`)).json()) as ModelView[])
      .filter(({ slug }) => [anna.slug, boris.slug].includes(slug))
      .map(({ name }) => name[0])
      .join('');
  const [ofAnna, ofBoris] = models.models;
  await models.place(ofAnna?.id ?? '', { side: 'after', neighbour: ofBoris?.id ?? '' });
  for (const { id } of models.models.slice(0, 2)) await models.feature(id, false);
  await eventually(order, (now) => now === 'BA');
  await page.reload();

  await page.getByText('Les modèles se déplacent dans la liste entière').waitFor();
  await page.getByRole('button', { name: 'Afficher l’ordre' }).click();
  await grip(boris.name).focus();
  const announced = page.getByRole('status');
  await page.keyboard.press('Space');
  await announced.filter({ hasText: `${boris.name} saisi,` }).waitFor();
  // dnd-kit handles arrow keys from the next task on.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  const target = await positionOf(anna.name);
  for (let position = (await positionOf(boris.name)) + 1; position <= target; position++) {
    await page.keyboard.press('ArrowDown');
    await announced.filter({ hasText: `${boris.name} passe en position ${position} ` }).waitFor();
  }
  await page.keyboard.press('Space');
  await page.getByText(`${boris.name} est en position`).first().waitFor();
  await eventually(order, (now) => now === 'AB');
  await page.getByRole('button', { name: 'Annuler', exact: true }).click();
  await eventually(order, (now) => now === 'BA');

  const middleOf = async (name: string) => {
    const box = await grip(name).boundingBox();
    if (!box) throw new Error(`${name} is not in sight`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  await grip(boris.name).scrollIntoViewIfNeeded();
  const [from, to] = [await middleOf(boris.name), await middleOf(anna.name)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y + 4, { steps: 12 });
  await announced.filter({ hasText: `${boris.name} passe en position` }).waitFor();
  await page.mouse.up();
  await eventually(order, (now) => now === 'AB');
});
