import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AffiliateView } from 'contracts/affiliates';
import type { ContentItem } from 'contracts/media-items';
import { operations } from 'contracts/operations';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { eventually, launchBrowser, readStack, PAGE_TIMEOUT_MS } from '../../src/browser.ts';
import { administratorToken, request } from '../../src/calls.ts';
import { makeModels, panelContext } from '../../src/panel.ts';
import { kill, RECOVERY_TIMEOUT_MS, startedAgain } from '../../src/processes.ts';

const stack = readStack();
const PICTURE = path.resolve(import.meta.dirname, '../../../stack/pictures/avatar-nina.webp');
const suffix = randomUUID().slice(0, 8);
const model = { name: `Mona ${suffix}`, slug: `mona-${suffix}` };
const affiliate = stack.accounts.affiliates[1]?.slug ?? '';
let made: Awaited<ReturnType<typeof makeModels>>;
let folder: string;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let form: Locator;

const photos = async () => JSON.parse((await made.read(model.slug)).photo_items) as ContentItem[];
const save = () => form.getByRole('button', { name: 'Mettre à jour' }).click();
/** Delays matching requests until `happen` has completed. */
const before = async (address: string, method: string, happen: () => unknown) => {
  let hasHappened: Promise<unknown> | undefined;
  await page.route(address, async (route) => {
    if (route.request().method() === method) await (hasHappened ??= Promise.resolve(happen()));
    await route.continue();
  });
};

beforeAll(async () => {
  made = await makeModels([model]);
  folder = await mkdtemp(path.join(tmpdir(), 'panel-misfortunes-'));
  browser = await launchBrowser();
  context = await panelContext(browser);
});
beforeEach(async () => {
  page = await context.newPage();
  await page.goto(`${stack.url}/admin/main?recherche=${suffix}`);
  await page.getByRole('button', { name: `Éditer ${model.name}`, exact: true }).click();
  form = page.getByRole('dialog', { name: 'Modifier le modèle' });
  await form.waitFor();
});
afterEach(() => page.close());
afterAll(async () => {
  await browser.close();
  await made.remove();
  await rm(folder, { recursive: true });
});

test('a panel pauses eight uploads while media is dead, resumes them by itself, and stores each once', async () => {
  const files = Array.from({ length: 8 }, (_, index) => path.join(folder, `photo-${index + 1}.webp`));
  await Promise.all(files.map((file) => copyFile(PICTURE, file)));
  let killed = 0;
  let sent = 0;
  await page.route('**/api/upload/photos/*', async (route) => {
    sent += 1;
    if (sent === 4) killed = kill('media');
    await route.continue();
  });
  await form.getByLabel('Ajouter des photos').setInputFiles(files);
  await form.getByText('Connexion perdue, reprise automatique').first().waitFor();
  await startedAgain('media', killed);
  await form.getByText('8 fichiers envoyés.').waitFor({ timeout: RECOVERY_TIMEOUT_MS });
  await save();
  await form.waitFor({ state: 'detached' });
  expect(await photos()).toHaveLength(8);
});

test('a panel reports "Erreur lors de la sauvegarde" when the catalogue dies in the middle of a save, keeps what was typed, and saves it once the catalogue is back', async () => {
  let killed = 0;
  await before('**/api/models/*', 'PUT', () => {
    killed = kill('catalogue');
  });
  await form.getByLabel('Bio').fill('Écrit pendant la panne');
  await save();
  await page.getByText('Erreur lors de la sauvegarde').first().waitFor({ timeout: PAGE_TIMEOUT_MS });
  expect(await form.getByLabel('Bio').inputValue()).toBe('Écrit pendant la panne');
  await startedAgain('catalogue', killed);
  await eventually(
    async () => fetch(`${stack.url}/api/models/${model.slug}?a=${Math.random()}`).then(({ ok }) => ok),
    Boolean,
    RECOVERY_TIMEOUT_MS,
  );
  // The gateway finds out by itself when the service is ready again: until then another click gets the same error.
  await eventually(
    async () => {
      if ((await form.count()) === 0) return true;
      await save();
      return form.waitFor({ state: 'detached', timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    },
    Boolean,
    RECOVERY_TIMEOUT_MS,
  );
  expect((await made.read(model.slug)).bio).toBe('Écrit pendant la panne');
});

test('a panel reports an offline network at each action, reverts it, and works again once the network is back', async () => {
  await form.getByLabel('Bio').fill('Écrit hors ligne');
  await context.setOffline(true);
  await save();
  await page.getByText('Erreur lors de la sauvegarde').first().waitFor();
  await context.setOffline(false);
  await save();
  await form.waitFor({ state: 'detached' });
  expect((await made.read(model.slug)).bio).toBe('Écrit hors ligne');
  await context.setOffline(true);
  const verified = page.getByRole('switch', { name: `Vérifié : ${model.name}` });
  await verified.press('Space');
  await page.getByText('Erreur lors de la mise à jour').first().waitFor();
  await eventually(
    () => verified.isChecked(),
    (isOn) => !isOn,
  );
  await page.getByRole('button', { name: `Supprimer ${model.name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click();
  await page.getByText('Erreur lors de la suppression').first().waitFor();
  await context.setOffline(false);
  expect((await made.read(model.slug)).name).toBe(model.name);
});

describe('a creation whose response is lost', () => {
  /** Lets the server handle the request, then drops the response, once. */
  const loseResponse = async (address: string) => {
    let isLost = false;
    await page.route(address, async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort('connectionreset');
    });
  };
  const create = async (dialog: Locator) => {
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await page.getByText('Erreur lors de la sauvegarde').first().waitFor();
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  beforeEach(async () => {
    await form.getByRole('button', { name: 'Annuler' }).click();
    await form.waitFor({ state: 'detached' });
  });

  test('reports "Modèle créé" for a creation that is sent again, and creates the model once', async () => {
    const lost = { name: `Perdue ${suffix}`, slug: `perdue-${suffix}` };
    await loseResponse('**/api/models');
    await page.getByRole('button', { name: 'Nouveau modèle' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nouveau modèle' });
    await dialog.getByLabel('Nom', { exact: true }).fill(lost.name);
    await create(dialog);
    await page.getByText('Modèle créé').first().waitFor();
    made.models.push(await made.read(lost.slug));
    await eventually(
      () => page.getByRole('button', { name: `Éditer ${lost.name}` }).count(),
      (count) => count === 1,
    );
  });

  test('reports "Affilié créé" for a creation that is sent again, and creates the affiliate once', async () => {
    const name = `Relais ${suffix}`;
    const [other] = (await request<AffiliateView[]>(operations.listAffiliates, { token: await administratorToken() }))
      .body;
    await loseResponse('**/api/affiliates');
    await page.getByRole('button', { name: 'Nouvel affilié' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nouvel affilié' });
    await dialog.getByLabel('Nom', { exact: true }).fill(name);
    await dialog.getByLabel('Mot de passe personnalisé').fill('velours-et-lumiere');
    await dialog.getByLabel('URL de base Adexico').fill(other?.adexico_base_url ?? '');
    await create(dialog);
    await page.getByText('Affilié créé').first().waitFor();
    await page.getByRole('button', { name: `Supprimer ${name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click();
    await page.getByText('Affilié supprimé').first().waitFor();
    await page.getByRole('button', { name: `Éditer ${name}` }).waitFor({ state: 'detached' });
  });
});

describe('an affiliate who does nothing', () => {
  const warning = (tab: Page) => tab.getByRole('alertdialog', { name: 'Êtes-vous toujours là ?' });
  /** Opens a panel in two tabs whose clock the test controls. */
  const openTabs = async () => {
    const panel = await panelContext(browser, { slug: affiliate });
    await panel.clock.install();
    const tabs = [await panel.newPage(), await panel.newPage()] as const;
    for (const tab of tabs) {
      await tab.goto(`${stack.url}/affiliate/${affiliate}`);
      await tab.getByRole('button', { name: 'Déconnexion' }).waitFor();
    }
    return { panel, tabs };
  };
  const expectOut = async (tabs: readonly Page[]) => {
    for (const tab of tabs)
      await eventually(
        () => tab.getByRole('button', { name: 'Déconnexion' }).count(),
        (count) => count === 0,
      );
    const stored = await tabs[0]?.evaluate(
      (slug) => [`affiliate_${slug}_authenticated`, `affiliate_${slug}_token`].map((key) => localStorage.getItem(key)),
      affiliate,
    );
    expect(stored).toEqual([null, null]);
  };

  test('warns in both tabs after 29 minutes; a key in one keeps both; both are closed after 30 minutes', async () => {
    const { panel, tabs } = await openTabs();
    await panel.clock.fastForward('29:05');
    for (const tab of tabs) await warning(tab).waitFor();
    await tabs[1].bringToFront();
    await tabs[1].keyboard.press('Shift');
    for (const tab of tabs) await warning(tab).waitFor({ state: 'detached' });
    await panel.clock.fastForward('20:00');
    for (const tab of tabs) expect(await warning(tab).count()).toBe(0);
    await panel.clock.fastForward('10:10');
    await expectOut(tabs);
    await panel.close();
  });

  test('closes the panel at the first movement after two hours of sleep', async () => {
    const { panel, tabs } = await openTabs();
    // No timer runs while a computer sleeps: only the time changes.
    await panel.clock.setSystemTime(Date.now() + 2 * 60 * 60_000);
    await tabs[0].bringToFront();
    await tabs[0].mouse.click(5, 5);
    await expectOut(tabs);
    await panel.close();
  });
});
