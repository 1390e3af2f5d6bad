import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ModelView } from 'contracts/models';
import type { Browser, Page } from 'playwright-core';
import { DESKTOP, eventually, launchBrowser, listenToComplaints, readStack } from '../src/browser.ts';

const stack = readStack();
const PICTURES = path.resolve(import.meta.dirname, '../../stack/pictures');
const suffix = randomUUID().slice(0, 8);
const model = { name: `Zoé ${suffix}`, slug: `zoe-${suffix}` };
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const open = async (address: string): Promise<{ page: Page; complaints: string[] }> => {
  const context = await browser.newContext({ viewport: DESKTOP, locale: 'fr-FR' });
  const page = await context.newPage();
  const complaints = listenToComplaints(page);
  await page.goto(stack.url + address);
  return { page, complaints };
};
const logIn = async (page: Page, password: string) => {
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
};

describe('the main administrator', () => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await open('/admin/main'));
  });

  test('rejects a wrong password, and shows all affiliates and models after the right one', async () => {
    const readModels = async () => (await (await fetch(`${stack.url}/api/models`)).json()) as ModelView[];
    const before = await readModels();
    await page.getByRole('heading', { name: 'Administration Principale' }).waitFor();
    await logIn(page, 'pas-le-bon');
    await page.getByText('Mot de passe incorrect').first().waitFor();
    await logIn(page, stack.accounts.administrator.password);
    await page.getByRole('heading', { name: 'Modèles' }).waitFor();
    for (const { slug } of stack.accounts.affiliates) await page.getByText(`@${slug}`).first().waitFor();
    // Other tests create, rename and delete theirs meanwhile.
    const models = (await readModels()).filter((model) =>
      before.some(({ id, name }) => id === model.id && name === model.name),
    );
    expect(models.length).toBeGreaterThanOrEqual(stack.accounts.affiliates.length);
    for (const { name } of models) await page.getByRole('button', { name: `Éditer ${name}`, exact: true }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('main_admin_authenticated'))).toBe('true');
  });

  test('shows visitors a model that an affiliate creates with an avatar and photos, the photos locked', async () => {
    await page.getByRole('button', { name: 'Nouveau modèle' }).click();
    const form = page.getByRole('dialog', { name: 'Nouveau modèle' });
    await form.getByText("Veuillez d'abord saisir le slug du modèle").first().waitFor();
    await form.getByLabel('Nom', { exact: true }).fill(model.name);
    await form.getByLabel('Slug').fill(model.slug);
    await form.getByLabel('Avatar', { exact: true }).setInputFiles(path.join(PICTURES, 'avatar-nina.webp'));
    await form
      .getByLabel('Ajouter des photos')
      .setInputFiles([path.join(PICTURES, 'cover-nina.webp'), path.join(PICTURES, 'cover-theo.webp')]);
    await form.getByRole('button', { name: 'Déverrouiller Photo 2' }).waitFor();
    await form.getByRole('button', { name: 'Créer' }).click();
    await page.getByText('Modèle créé').first().waitFor();
    const seen = await eventually(
      async () => (await fetch(`${stack.url}/api/models/${model.slug}`)).json() as Promise<ModelView>,
      ({ avatar_image, photo_items }) =>
        Boolean(avatar_image) && (JSON.parse(photo_items ?? '[]') as unknown[]).length === 2,
    );
    expect(JSON.parse(seen.photo_items)).toEqual([
      expect.objectContaining({ isLocked: true, isViewable: false }),
      expect.objectContaining({ isLocked: true, isViewable: false }),
    ]);
    expect((await fetch(stack.url + seen.avatar_image)).headers.get('content-type')).toBe('image/webp');
  });

  test('deletes the model after a confirmation', async () => {
    await page.getByRole('button', { name: `Supprimer ${model.name}` }).click();
    const question = page.getByRole('alertdialog', { name: 'Êtes-vous sûr de vouloir supprimer ce modèle ?' });
    await question.getByText(`${model.name} (@${model.slug})`).waitFor();
    await question.getByRole('button', { name: 'Supprimer' }).click();
    await page.getByText('Modèle supprimé').first().waitFor();
    await eventually(
      async () => (await fetch(`${stack.url}/api/models/${model.slug}`)).status,
      (status) => status === 404,
    );
  });

  test('returns to the login form after a logout, and removes the flag', async () => {
    await page.getByRole('button', { name: 'Déconnexion' }).click();
    await page.getByLabel('Mot de passe', { exact: true }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('main_admin_authenticated'))).toBeNull();
    expect(complaints).toEqual([]);
  });
});

describe('an affiliate', () => {
  test('shows an affiliate its own models, and lets it change its settings', async () => {
    const { slug, password } = stack.accounts.affiliates[0] ?? { slug: '', password: '' };
    const { page, complaints } = await open(`/affiliate/${slug}`);
    await page.getByRole('heading', { name: 'Administration Affilié' }).waitFor();
    await logIn(page, password);
    await page.getByRole('heading', { name: "Panneau d'Administration" }).waitFor();
    await page
      .getByRole('button', { name: /^Éditer / })
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: /^Éditer / }).count()).toBe(4);
    await page.getByRole('button', { name: 'Réglages' }).click();
    await page.getByLabel('Nom d’expéditeur').fill(`Studio ${suffix}`);
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Succès').first().waitFor();
    await page.getByRole('button', { name: 'Réglages' }).click();
    expect(await page.getByLabel('Nom d’expéditeur').inputValue()).toBe(`Studio ${suffix}`);
    await page.getByRole('button', { name: 'Annuler' }).click();
    await page.getByRole('button', { name: 'Déconnexion' }).click();
    await page.waitForURL(`${stack.url}/`);
    expect(complaints).toEqual([]);
  });
});

describe('a micro-frontend that is unavailable', () => {
  test('offers in French to try again when it cannot be loaded, which works without a reload', async () => {
    const context = await browser.newContext({ viewport: DESKTOP, locale: 'fr-FR' });
    const page = await context.newPage();
    await page.route('**/remotes/admin/**', (route) => route.abort());
    await page.goto(`${stack.url}/admin/main`);
    const again = page.getByRole('button', { name: 'Réessayer' });
    await again.waitFor();
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.unroute('**/remotes/admin/**');
    await again.click();
    await page.getByRole('heading', { name: 'Administration Principale' }).waitFor();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });
});
