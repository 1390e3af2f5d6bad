import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { eventually, launchBrowser, readStack } from '../src/browser.ts';
import { makeModels, panelContext } from '../src/panel.ts';

const stack = readStack();
const suffix = randomUUID().slice(0, 8);
const model = { name: `Lison ${suffix}`, slug: `lison-${suffix}`, bio: 'Au début' };
const affiliate = stack.accounts.affiliates[1]?.slug ?? '';
let made: Awaited<ReturnType<typeof makeModels>>;
let browser: Browser;
let mine: BrowserContext;

const openForm = async (context: BrowserContext): Promise<{ page: Page; form: Locator }> => {
  const page = await context.newPage();
  await page.goto(`${stack.url}/admin/main?recherche=${suffix}`);
  await page.getByRole('button', { name: `Éditer ${model.name}`, exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Modifier le modèle' });
  await form.waitFor();
  return { page, form };
};
const save = (form: Locator) => form.getByRole('button', { name: 'Mettre à jour' }).click();

beforeAll(async () => {
  made = await makeModels([model]);
  browser = await launchBrowser();
  mine = await panelContext(browser);
});
afterAll(async () => {
  await browser.close();
  await made.remove();
});

test('a model’s form reports a conflict to the second of two editors, keeps their input, and loads the other’s version or overwrites it', async () => {
  const theirs = await panelContext(browser);
  const [one, two] = [await openForm(mine), await openForm(theirs)];
  await one.form.getByLabel('Bio').fill('Le premier');
  await two.form.getByLabel('Bio').fill('Le second');
  await save(one.form);
  await one.form.waitFor({ state: 'detached' });

  await save(two.form);
  const question = two.page.getByRole('alertdialog', {
    name: 'Ce modèle a été modifié entre-temps par une autre personne.',
  });
  await question.getByRole('button', { name: 'Revenir au formulaire' }).click();
  expect(await two.form.getByLabel('Bio').inputValue()).toBe('Le second');
  expect((await made.read(model.slug)).bio).toBe('Le premier');

  await save(two.form);
  await question.getByRole('button', { name: 'Charger l’autre version' }).click();
  await eventually(
    () => two.form.getByLabel('Bio').inputValue(),
    (bio) => bio === 'Le premier',
  );
  await two.form.getByLabel('Bio').fill('Le second encore');
  await made.change((await made.read(model.slug)).id, { bio: 'Un troisième' });
  await save(two.form);
  await question.getByRole('button', { name: 'Écraser l’autre version' }).click();
  await two.form.waitFor({ state: 'detached' });
  expect((await made.read(model.slug)).bio).toBe('Le second encore');
  await one.page.close();
  await theirs.close();
});

test('a model’s form shows the specified text when no service responds to a save, and keeps the input', async () => {
  const { page, form } = await openForm(mine);
  await form.getByLabel('Bio').fill('À garder');
  await page.route('**/api/models/*', (route) =>
    route.fulfill({
      status: 503,
      json: {
        error: 'Le service est momentanément indisponible. Veuillez réessayer.',
        code: 'SERVICE_UNAVAILABLE',
        requestId: 'test',
      },
    }),
  );
  await save(form);
  await page.getByText('Erreur lors de la sauvegarde').first().waitFor();
  expect(await form.getByLabel('Bio').inputValue()).toBe('À garder');
  await page.unroute('**/api/models/*');
  await save(form);
  await form.waitFor({ state: 'detached' });
  expect((await made.read(model.slug)).bio).toBe('À garder');
  await page.close();
});

test('a model’s form marks the part that is jumped to, even where it ends before it reaches the top; scrolling marks the part in view', async () => {
  const { page, form } = await openForm(mine);
  const parts = form.getByRole('navigation', { name: 'Sections du formulaire' });
  const marked = () => parts.locator('[aria-current=true]').innerText();
  for (const part of ['Redirection', 'SEO et partage', 'Redirection']) {
    await parts.getByRole('link', { name: part }).click();
    await eventually(
      () =>
        form
          .getByRole('heading', { name: part, exact: true })
          .evaluate(
            (element) => element === document.activeElement && element.getBoundingClientRect().bottom < innerHeight,
          ),
      Boolean,
    );
    expect(await marked()).toBe(part);
  }
  await form.getByLabel('Source ID').hover();
  await eventually(
    async () => (await page.mouse.wheel(0, -400), marked()),
    (part) => part === 'Profil',
  );
  await page.close();
});

test('a model’s form with unsaved work confirms the way back: staying keeps it, leaving closes the form', async () => {
  const { page, form } = await openForm(mine);
  await form.getByLabel('Bio').fill('Pas encore enregistré');
  const question = page.getByRole('alertdialog', { name: 'Quitter sans enregistrer ?' });
  for (const response of ['Continuer la saisie', 'Quitter']) {
    await page.evaluate(() => history.back());
    await question.getByRole('button', { name: response }).click();
    if (response === 'Continuer la saisie')
      expect(await form.getByLabel('Bio').inputValue()).toBe('Pas encore enregistré');
  }
  await form.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/admin/main');
  await page.close();
});

test('a panel confirms each way that leaves an affiliate’s settings with unsaved work', async () => {
  const context = await panelContext(browser, { slug: affiliate });
  const page = await context.newPage();
  await page.goto(`${stack.url}/affiliate/${affiliate}?section=apercu`);
  await page.getByRole('link', { name: 'Tableau de bord' }).click();
  await page.getByRole('button', { name: 'Réglages' }).click();
  const field = page.getByLabel('Nom d’expéditeur');
  await field.fill('Pas encore enregistré');
  const question = page.getByRole('alertdialog', { name: 'Quitter sans enregistrer ?' });
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Annuler' }).click(),
    () => page.evaluate(() => history.back()),
  ]) {
    await leave();
    await question.getByRole('button', { name: 'Continuer la saisie' }).click();
    expect(await field.inputValue()).toBe('Pas encore enregistré');
  }
  await page.getByRole('button', { name: 'Annuler' }).click();
  await question.getByRole('button', { name: 'Quitter' }).click();
  await field.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Réglages' }).waitFor();
  await page.getByRole('button', { name: 'Réglages' }).click();
  await field.fill('Encore');
  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Quitter' }).click();
  await page.getByRole('heading', { name: 'Aperçu', level: 1 }).waitFor();
  await context.close();
});
