import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AffiliateView } from 'contracts/affiliates';
import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { DESKTOP, eventually, launchBrowser, listenToComplaints, readStack, PAGE_TIMEOUT_MS } from '../src/browser.ts';
import { administratorToken, affiliateToken, request } from '../src/calls.ts';
import { makeModels, showMediaList } from '../src/panel.ts';

const stack = readStack();
const PICTURE = path.resolve(import.meta.dirname, '../../stack/pictures/avatar-nina.webp');
const suffix = randomUUID().slice(0, 8);
const model = { name: `Rose ${suffix}`, slug: `rose-${suffix}` };
const affiliate = stack.accounts.affiliates[1];
let made: Awaited<ReturnType<typeof makeModels>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

/** Adds two photos to the model, so that one can be deleted after the other. */
const addPhotos = async () => {
  const token = await administratorToken();
  const photos = [];
  for (let count = 0; count < 2; count += 1) {
    const form = new FormData();
    form.append('file', new Blob([await readFile(PICTURE)]), 'photo.webp');
    const response = await fetch(`${stack.url}/api/upload/photos/${model.slug}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    photos.push({
      id: randomUUID(),
      filename: ((await response.json()) as { filename: string }).filename,
      likes: null,
      isLocked: true,
    });
  }
  await made.change(made.models[0]?.id ?? '', { photo_items: JSON.stringify(photos) });
};

beforeAll(async () => {
  made = await makeModels([model]);
  await addPhotos();
  browser = await launchBrowser();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: DESKTOP, locale: 'fr-FR', colorScheme: 'dark' });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  await showMediaList(context);
  page = await context.newPage();
  complaints = listenToComplaints(page);
});
afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});
afterAll(async () => {
  await browser.close();
  await made.remove();
});

/** Returns the name of the focused element, and whether its focus is visible. */
const focus = () =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const label =
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
        ? element.labels?.[0]
        : null;
    const name = element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent ?? '';
    // A switch draws the ring on the element that represents it.
    const isRinged = [element, element.nextElementSibling, element.parentElement].some(
      (drawn) =>
        drawn &&
        getComputedStyle(drawn).outlineStyle === 'solid' &&
        parseFloat(getComputedStyle(drawn).outlineWidth) >= 2,
    );
    const { left, top, right, bottom } = (label ?? element).getBoundingClientRect();
    const isInSight = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    return { name: element === document.body ? '' : name, tag: element.localName, isVisible: isRinged && isInSight };
  });
const press = (key: string) => page.keyboard.press(key);
/** Presses a key until the named element has a visible focus. */
const goTo = async (name: string, key = 'Tab', most = 120) => {
  const passed: string[] = [];
  for (let presses = 0; presses < most; presses += 1) {
    const here = await focus();
    // A dialog first focuses its title, which is no control.
    if (here.name.startsWith(name) && here.tag !== 'h2')
      return void (await eventually(focus, ({ isVisible }) => isVisible));
    passed.push(here.name);
    await press(key);
  }
  throw new Error(`the keyboard never reaches ${name}: ${passed.join(', ')}`);
};
const expectFocus = async (name: string) => {
  await eventually(focus, (here) => here.name.startsWith(name) && here.isVisible);
};
const enter = async (password: string) => {
  await page.getByLabel('Mot de passe', { exact: true }).waitFor();
  await goTo('Mot de passe');
  await page.keyboard.type(password);
  await press('Enter');
  await page.getByRole('button', { name: 'Déconnexion' }).waitFor();
  // The focused field was removed with the login form: the focus moves to the panel.
  await eventually(focus, ({ tag }) => tag === 'main');
};

test('an administrator with a keyboard alone finds, changes, empties and deletes a model without losing the focus', async () => {
  await page.goto(`${stack.url}/admin/main`);
  await enter(stack.accounts.administrator.password);
  await page.getByRole('searchbox', { name: 'Rechercher', exact: true }).waitFor();
  await press('/');
  await expectFocus('Rechercher');
  await page.keyboard.type(suffix);
  await page.getByText(/^1 sur /).waitFor();
  await goTo(`Éditer ${model.name}`);
  await press('Enter');
  await eventually(focus, ({ name }) => name === 'Modifier le modèle');
  await goTo('Bio');
  await page.keyboard.type('Écrit sans souris');
  await goTo('Mettre à jour');
  await press('Enter');
  await page.getByText('Modèle mis à jour').first().waitFor();
  await expectFocus(`Éditer ${model.name}`);
  expect((await made.read(model.slug)).bio).toBe('Écrit sans souris');

  await press('Enter');
  const form = page.getByRole('dialog', { name: 'Modifier le modèle' });
  await form.getByRole('button', { name: 'Supprimer Photo 2' }).waitFor();
  await goTo('Photos');
  await press('Enter');
  await goTo('Supprimer Photo 1');
  const question = page.getByRole('alertdialog', { name: 'Supprimer ce fichier ?' });
  await press('Enter');
  await question.waitFor();
  await press('Escape');
  await expectFocus('Supprimer Photo 1');
  for (const next of ['Supprimer Photo 1', 'Choisir des fichiers']) {
    await press('Enter');
    await question.waitFor();
    await goTo('Supprimer');
    await press('Enter');
    await question.waitFor({ state: 'detached' });
    await expectFocus(next);
  }
  await press('Control+s');
  await form.waitFor({ state: 'detached' });
  await expectFocus(`Éditer ${model.name}`);
  expect(JSON.parse((await made.read(model.slug)).photo_items)).toEqual([]);

  await goTo(`Supprimer ${model.name}`);
  await press('Enter');
  const deletion = page.getByRole('alertdialog', { name: 'Êtes-vous sûr de vouloir supprimer ce modèle ?' });
  await deletion.getByText(`${model.name} (@${model.slug})`).waitFor();
  await press('Escape');
  await expectFocus(`Supprimer ${model.name}`);
  await press('Enter');
  await deletion.waitFor();
  await goTo('Supprimer');
  await press('Enter');
  await page.getByText('Modèle supprimé').first().waitFor();
  await expectFocus('Modèles');

  // Starts at the top again, before all affiliates and the models.
  await page.reload();
  await page.getByRole('button', { name: 'Déconnexion' }).waitFor();
  await goTo('Déconnexion');
  await press('Enter');
  await page.getByRole('heading', { name: 'Administration Principale' }).waitFor();
  await page.getByLabel('Mot de passe', { exact: true }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('main_admin_authenticated'))).toBeNull();
});

test('the search of the models comes to where it stays in sight below two hundred affiliates', async () => {
  await page.route('**/api/affiliates', async (route) => {
    const response = await route.fetch();
    const [first] = (await response.json()) as AffiliateView[];
    const json = Array.from({ length: 200 }, (_, index) => ({ ...first, id: randomUUID(), slug: `affilie-${index}` }));
    await route.fulfill({ response, json });
  });
  await page.goto(`${stack.url}/admin/main`);
  await enter(stack.accounts.administrator.password);
  const search = page.getByRole('search', { name: 'Modèles' }).getByRole('searchbox');
  await search.waitFor();
  await page.getByText('@affilie-199', { exact: true }).waitFor({ state: 'attached' });
  await press('/');
  // While the page scrolls, the field passes through the screen: it must be visible at rest.
  await eventually(
    async () => {
      await (await search.elementHandle())?.waitForElementState('stable');
      const { isVisible } = await focus();
      return isVisible && (await search.evaluate((field) => field === document.activeElement));
    },
    (isInSight) => isInSight,
  );
});

test('an affiliate with a keyboard alone changes its card and logs out', async () => {
  if (!affiliate) throw new Error('the stack has no second affiliate');
  const own = async () =>
    (
      await request<{ affiliate: AffiliateView }>(operations.getAffiliate, {
        token: await affiliateToken(affiliate.slug),
        parts: { slug: affiliate.slug },
      })
    ).body.affiliate;
  const before = await own();
  await page.goto(`${stack.url}/affiliate/${affiliate.slug}`);
  await enter(affiliate.password);
  await goTo('Réglages');
  await press('Enter');
  await expectFocus('Nom d’expéditeur');
  await press('Control+a');
  await page.keyboard.type(`Sans souris ${suffix}`);
  await goTo('Annuler');
  await press('Enter');
  await page.getByRole('alertdialog', { name: 'Quitter sans enregistrer ?' }).waitFor();
  await press('Escape');
  await expectFocus('Annuler');
  await goTo('Enregistrer');
  await press('Enter');
  await page.getByText('Vos informations sont à jour.').first().waitFor();
  await expectFocus('Réglages');
  expect((await own()).email_from_name).toBe(`Sans souris ${suffix}`);
  await request(operations.updateAffiliate as Operation, {
    token: await administratorToken(),
    parts: { id: before.id },
    body: { email_from_name: before.email_from_name },
  });
  await goTo('Déconnexion', 'Shift+Tab');
  await press('Enter');
  await page.waitForURL(`${stack.url}/`);
  expect(
    await page.evaluate((slug) => localStorage.getItem(`affiliate_${slug}_authenticated`), affiliate.slug),
  ).toBeNull();
});
