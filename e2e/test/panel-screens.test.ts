import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ofName } from 'contracts/texts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import {
  DESKTOP,
  eventually,
  launchBrowser,
  listenToComplaints,
  PHONE,
  readStack,
  PAGE_TIMEOUT_MS,
} from '../src/browser.ts';
import { makeModels, panelContext } from '../src/panel.ts';
import { findBarriers, isUsable, newContext, overflowOf, smallTargetsOf } from '../src/public-site.ts';

const stack = readStack();
const affiliate = stack.accounts.affiliates[0]?.slug ?? '';
const suffix = randomUUID().slice(0, 8);
const model = { name: `Ines ${suffix}`, slug: `ines-${suffix}` };
const draft = { name: `Louise ${suffix}`, slug: `louise-${suffix}`, state: 'draft' };
const archived = { name: `Victor ${suffix}`, slug: `victor-${suffix}`, state: 'archived' };
type Who = 'visitor' | 'administrator' | 'affiliate';
let made: Awaited<ReturnType<typeof makeModels>>;
let browser: Browser;
let contexts: Record<Who, BrowserContext>;

beforeAll(async () => {
  made = await makeModels([model, draft, archived]);
  browser = await launchBrowser();
  contexts = {
    visitor: await newContext(browser),
    administrator: await panelContext(browser),
    affiliate: await panelContext(browser, { slug: affiliate }),
  };
});
// A failed test leaves its page open with its stream, and browsers open only six connections to one host.
afterEach(async () => {
  for (const page of Object.values(contexts).flatMap((context) => context.pages())) await page.close();
});
afterAll(async () => {
  await browser.close();
  await made.remove();
});

const press = (name: string | RegExp) => async (page: Page) => page.getByRole('button', { name }).first().click();
const openAccountMenu = press(/compte de/);
const openModel = async (page: Page) => {
  await page
    .getByRole('button', { name: /^Éditer (?!Studio|Agence)/ })
    .last()
    .click();
  await page
    .getByRole('dialog', { name: 'Modifier le modèle' })
    .getByRole('button', { name: 'Mettre à jour' })
    .waitFor();
};
const provokeConflict = async (page: Page) => {
  await press(`Éditer ${model.name}`)(page);
  const form = page.getByRole('dialog', { name: 'Modifier le modèle' });
  await form.getByLabel('Bio').fill('À moi');
  await made.change(made.models[0]?.id ?? '', { bio: `À l’autre, ${randomUUID()}` });
  await form.getByRole('button', { name: 'Mettre à jour' }).click();
};
/** Opens a model's form with the draft of a browser that has crashed. */
const openWithDraft = async (page: Page) => {
  const stored = { at: Date.now(), values: { bio: 'Avant la panne' }, lists: {} };
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
    [`modelDraft:main_admin_token:${made.models[1]?.id}`, JSON.stringify(stored)],
  );
  await press(`Éditer ${draft.name}`)(page);
};
const showTable = async (page: Page) => {
  await press('Tableau')(page);
  await page.getByRole('table').waitFor();
};
/** Opens a former version from the audit trail. The trail follows by events, so the page is reloaded until it lists the version. */
const openVersion = async (page: Page) => {
  await made.change(made.models[0]?.id ?? '', { bio: `Avant, ${randomUUID()}` });
  const button = page.getByRole('button', { name: /^Revenir à cet état/ }).last();
  await eventually(
    async () => {
      await page.reload();
      await page.getByText('Modèle créé').first().waitFor();
      return button.count();
    },
    (count) => count > 0,
  );
  await button.click();
};
const MANAGEMENT = '/admin/main';
const OWN_MODEL = `${MANAGEMENT}?recherche=${suffix}`;

/** Every screen and dialog of the panels: address, user, action, and the text that shows that it is open. */
const SCREENS: [
  name: string,
  screen: { path: string; who: Who; act?: (page: Page) => Promise<unknown>; sign: string | RegExp },
][] = [
  ['the administrator’s login form', { path: MANAGEMENT, who: 'visitor', sign: 'Administration Principale' }],
  ['the affiliate’s login form', { path: `/affiliate/${affiliate}`, who: 'visitor', sign: 'Administration Affilié' }],
  [
    'the login form with a wrong password',
    {
      path: `/affiliate/${affiliate}`,
      who: 'visitor',
      act: async (page) => {
        await page.getByLabel('Mot de passe', { exact: true }).fill('pas-le-bon');
        await press('Se connecter')(page);
      },
      sign: 'Mot de passe incorrect',
    },
  ],
  ['the administrator’s lists', { path: MANAGEMENT, who: 'administrator', sign: `@${affiliate}` }],
  [
    'the affiliate’s figures, links and models',
    { path: `/affiliate/${affiliate}`, who: 'affiliate', sign: "Panneau d'Administration" },
  ],
  [
    'the affiliate’s settings',
    { path: `/affiliate/${affiliate}`, who: 'affiliate', act: press('Réglages'), sign: 'Enregistrer' },
  ],
  [
    'the model form with its media',
    { path: `/affiliate/${affiliate}`, who: 'affiliate', act: openModel, sign: 'Photo 1' },
  ],
  [
    'a new model with every error',
    {
      path: MANAGEMENT,
      who: 'administrator',
      act: async (page) => {
        // The button floats only while the models section is visible.
        await page.waitForFunction(() => {
          const headings = [...document.querySelectorAll('h2')];
          headings.find(({ textContent }) => textContent === 'Modèles')?.scrollIntoView();
          return [...document.querySelectorAll('button')].some(
            (button) => button.textContent?.trim() === 'Nouveau modèle',
          );
        });
        await press('Nouveau modèle')(page);
        await press('Créer')(page);
      },
      sign: 'Erreur de validation',
    },
  ],
  [
    'the affiliate form',
    { path: MANAGEMENT, who: 'administrator', act: press('Nouvel affilié'), sign: 'Mot de passe personnalisé' },
  ],
  [
    'the question before a deletion',
    {
      path: OWN_MODEL,
      who: 'administrator',
      act: press(`Supprimer ${model.name}`),
      sign: 'Êtes-vous sûr de vouloir supprimer ce modèle ?',
    },
  ],
  [
    'the conflict of two people',
    { path: OWN_MODEL, who: 'administrator', act: provokeConflict, sign: 'Charger l’autre version' },
  ],
  [
    'links and QR code',
    {
      path: OWN_MODEL,
      who: 'administrator',
      act: async (page) => {
        await press(`Liens et QR code ${ofName(model.name)}`)(page);
        await press(/^QR code/)(page);
      },
      sign: 'Masquer le QR code',
    },
  ],
  [
    'the sheet of the shortcuts',
    {
      path: MANAGEMENT,
      who: 'administrator',
      act: async (page) => {
        await openAccountMenu(page);
        await page.getByRole('menuitem', { name: 'Raccourcis clavier' }).click();
      },
      sign: 'Raccourcis d’une seule touche',
    },
  ],
  ['the menu of the account', { path: MANAGEMENT, who: 'administrator', act: openAccountMenu, sign: 'Aller à…' }],
  ['the overview of all', { path: `${MANAGEMENT}?section=apercu`, who: 'administrator', sign: 'Par affilié' }],
  [
    'the overview of one affiliate',
    { path: `${MANAGEMENT}?section=apercu&affilie=${affiliate}`, who: 'administrator', sign: 'Par modèle' },
  ],
  [
    'the security of the administrator',
    { path: `${MANAGEMENT}?section=securite`, who: 'administrator', sign: 'Cet appareil' },
  ],
  [
    'the security of an affiliate',
    { path: `/affiliate/${affiliate}?section=securite`, who: 'affiliate', sign: 'Cet appareil' },
  ],
  [
    'the question before every device is logged out',
    {
      path: `/affiliate/${affiliate}?section=securite`,
      who: 'affiliate',
      act: press('Déconnecter tous les appareils'),
      sign: 'Vous devrez vous reconnecter partout.',
    },
  ],
  ['the payouts of all', { path: `${MANAGEMENT}?section=reversements`, who: 'administrator', sign: 'VIR-DEMO-1' }],
  [
    'the form of an affiliate’s terms',
    {
      path: `${MANAGEMENT}?section=reversements`,
      who: 'administrator',
      act: press(/^Modifier les conditions d/),
      sign: 'Retenue, en jours',
    },
  ],
  [
    'a statement',
    {
      path: `${MANAGEMENT}?section=reversements`,
      who: 'administrator',
      act: press(/^Relevé d/),
      sign: 'Montant payé',
    },
  ],
  [
    'the earnings of an affiliate',
    { path: `/affiliate/${affiliate}?section=reversements`, who: 'affiliate', sign: 'VIR-DEMO-1' },
  ],
  [
    'the calls of the payment partner',
    { path: `${MANAGEMENT}?section=paiements`, who: 'administrator', sign: 'Premier paiement' },
  ],
  [
    'the comparison with a report',
    {
      path: `${MANAGEMENT}?section=paiements`,
      who: 'administrator',
      act: press('Comparer un relevé CSV'),
      sign: 'Rien n’est modifié.',
    },
  ],
  ['the trail', { path: `${MANAGEMENT}?section=journal`, who: 'administrator', sign: 'Modèle créé' }],
  [
    'a former version before it is restored',
    {
      path: `${MANAGEMENT}?section=journal&recherche=${model.slug}`,
      who: 'administrator',
      act: openVersion,
      sign: 'Ce qui change',
    },
  ],
  [
    'the order of the wall',
    {
      path: MANAGEMENT,
      who: 'administrator',
      act: press('Ordre de l’affiche'),
      sign: 'Les lives passent toujours devant',
    },
  ],
  [
    'the palette with its results',
    {
      path: MANAGEMENT,
      who: 'administrator',
      act: async (page) => {
        await press('Rechercher et aller à (Ctrl K)')(page);
        await page.getByRole('combobox').fill(suffix);
      },
      sign: 'Journal',
    },
  ],
  [
    'the choice of a share image among the photos',
    {
      path: `/affiliate/${affiliate}`,
      who: 'affiliate',
      act: async (page) => {
        await openModel(page);
        await press('Choisir parmi les photos')(page);
        await page.getByRole('list', { name: 'Photos du modèle' }).waitFor();
      },
      sign: 'Choisir parmi les photos',
    },
  ],
  [
    'the draft of a form that was left without a save',
    { path: OWN_MODEL, who: 'administrator', act: openWithDraft, sign: /^Brouillon du/ },
  ],
  [
    'the locked form of an archived model',
    { path: OWN_MODEL, who: 'administrator', act: press(`Éditer ${archived.name}`), sign: /^Ce modèle est archivé/ },
  ],
  [
    'the preview of a draft',
    { path: `/apercu/${draft.slug}`, who: 'administrator', sign: `Aperçu ${ofName(draft.name)}` },
  ],
  ['the filters of the models', { path: OWN_MODEL, who: 'administrator', act: press('Filtres'), sign: 'Trier par' }],
  ['the subscribers', { path: `${MANAGEMENT}?section=abonnes`, who: 'administrator', sign: 'Liste' }],
  [
    'the timeline of a subscriber',
    {
      path: `${MANAGEMENT}?section=abonnes`,
      who: 'administrator',
      act: press(/^Historique d/),
      sign: 'Payé jusqu’au',
    },
  ],
  [
    'the postbacks of an affiliate',
    { path: `${MANAGEMENT}?section=postbacks`, who: 'administrator', sign: 'URL de votre serveur' },
  ],
  [
    'the media grid with a selection',
    {
      path: `/affiliate/${affiliate}`,
      who: 'affiliate',
      act: async (page) => {
        await openModel(page);
        await page.getByLabel('Sélectionner Photo 1', { exact: true }).check();
      },
      sign: /^1\u00a0sélectionnée$/,
    },
  ],
  [
    'a photo in the viewer with its settings',
    {
      path: `/affiliate/${affiliate}`,
      who: 'affiliate',
      act: async (page) => {
        await openModel(page);
        await press(/^Ouvrir Photo 1,/)(page);
      },
      sign: 'Likes affichés',
    },
  ],
  [
    'the publication of a photo without a time',
    {
      path: `/affiliate/${affiliate}`,
      who: 'affiliate',
      act: async (page) => {
        await openModel(page);
        await press('Programmer Photo 1')(page);
        const dialog = page.getByRole('dialog', { name: 'Programmer la publication' });
        await dialog.getByRole('button', { name: 'Programmer' }).click();
      },
      sign: 'Indiquez une date et une heure.',
    },
  ],
  // Last, because the browser stores the choice of the table.
  [
    'the table of models with a selection',
    {
      path: OWN_MODEL,
      who: 'administrator',
      act: async (page) => {
        await showTable(page);
        await page.getByLabel(`Sélectionner ${model.name}`).check();
      },
      sign: '1\u00a0sélectionné',
    },
  ],
];

test.each(SCREENS)(
  'a panel shows %s without findings of axe in either theme, without overflow, and with large enough targets',
  async (_, { path, who, act, sign }) => {
    const page = await contexts[who].newPage();
    page.setDefaultTimeout(PAGE_TIMEOUT_MS);
    const complaints = listenToComplaints(page);
    await page.setViewportSize(PHONE);
    await page.goto(stack.url + path);
    await isUsable(page);
    await act?.(page);
    await page.getByText(sign).first().waitFor();
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      expect([viewport.width, await findBarriers(page)]).toEqual([viewport.width, []]);
      expect([viewport.width, await smallTargetsOf(page)]).toEqual([viewport.width, []]);
      expect([viewport.width, await overflowOf(page)]).toEqual([viewport.width, 0]);
    }
    expect(complaints).toEqual([]);
    await page.close();
  },
);

test('what stands above the charts can be read and pressed while they are below a small screen', async () => {
  const page = await contexts.administrator.newPage();
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  await page.setViewportSize({ width: 320, height: 480 });
  await page.goto(`${stack.url}${MANAGEMENT}?section=apercu`);
  await page.getByText('comparés aux précédents').waitFor();
  // Playwright clicks only when nothing covers the link.
  await page.getByRole('link', { name: '7 jours' }).click();
  await page.waitForURL(/jours=7/);
  await page.close();
});

test('the header leaves the page its room on the narrowest phones, with a file’s controls in one row and no overflow', async () => {
  const page = await contexts.affiliate.newPage();
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${stack.url}/affiliate/${affiliate}`);
  await isUsable(page);
  await page.getByRole('button', { name: 'Déconnexion' }).waitFor();
  // The bar with the sections below it.
  expect((await page.locator('header').boundingBox())?.height).toBeLessThan(120);
  await openModel(page);
  await press('Liste')(page);
  const tops = await Promise.all(
    ['Verrouiller Photo 1', 'Supprimer Photo 1'].map(
      async (name) => (await page.getByLabel(name).boundingBox())?.y ?? 0,
    ),
  );
  expect(Math.abs((tops[0] ?? 0) - (tops[1] ?? 0))).toBeLessThan(20);
  expect(await overflowOf(page)).toBe(0);
  await page.close();
});

test.each(['apercu', 'journal'])(
  'names of sixty letters without a space stay within a phone’s width in the section %s',
  async (section) => {
    const page = await contexts.administrator.newPage();
    page.setDefaultTimeout(PAGE_TIMEOUT_MS);
    await page.setViewportSize({ width: 320, height: 640 });
    const name = 'n'.repeat(60);
    await page.route(/\/api\/affiliates\/(overview|audit)/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replaceAll(/"(name|slug)":"[^"]*"/g, `"$1":"${name}"`),
      });
    });
    await page.goto(`${stack.url}${MANAGEMENT}?section=${section}`);
    await page.getByText(name).first().waitFor();
    expect(await overflowOf(page)).toBe(0);
    await page.close();
  },
);
