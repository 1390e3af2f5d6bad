import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ofName } from 'contracts/texts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { eventually, launchBrowser, listenToComplaints, readStack } from '../src/browser.ts';
import { makeModels, panelContext } from '../src/panel.ts';

const stack = readStack();
const suffix = randomUUID().slice(0, 8);
const [first, second, third] = ['Élodie', 'Basile', 'Chloé'].map((name, index) => ({
  name: `${name} ${suffix}`,
  slug: `${['elodie', 'basile', 'chloe'][index]}-${suffix}`,
  likes_count: [3, 9, 6][index],
})) as [Made, Made, Made];
type Made = { name: string; slug: string; likes_count: number };
let made: Awaited<ReturnType<typeof makeModels>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

const shownNames = () =>
  page
    .getByRole('button', { name: new RegExp(`^Éditer .*${suffix}$`) })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')?.replace('Éditer ', '')));
const open = async (search = '') => {
  page = await context.newPage();
  complaints = listenToComplaints(page);
  await page.goto(`${stack.url}/admin/main${search}`);
  await page.getByRole('searchbox', { name: 'Rechercher', exact: true }).waitFor();
};

beforeAll(async () => {
  made = await makeModels([first, second, third]);
  browser = await launchBrowser();
  context = await panelContext(browser);
});
afterEach(async () => {
  await page.close();
  expect(complaints).toEqual([]);
});
afterAll(async () => {
  await browser.close();
  await made.remove();
});

test('a list keeps search, filter and sorting in its address over a reload and the way back', async () => {
  await open();
  await page.getByRole('searchbox', { name: 'Rechercher', exact: true }).fill(suffix);
  await eventually(shownNames, (names) => names.length === 3);
  await page.getByLabel('Trier par').selectOption({ label: 'Likes' });
  await eventually(shownNames, (names) => names.join() === [second.name, third.name, first.name].join());
  await page.getByText(/^3 sur \d+\smodèles$/).waitFor();
  await page.waitForURL(
    (url) => url.searchParams.get('recherche') === suffix && url.searchParams.get('tri') === 'likes',
  );
  await page.reload();
  await eventually(shownNames, (names) => names.join() === [second.name, third.name, first.name].join());
  await page.getByRole('link', { name: 'Journal' }).click();
  await page.getByRole('heading', { name: 'Journal', level: 1 }).waitFor();
  await page.goBack();
  await eventually(shownNames, (names) => names.join() === [second.name, third.name, first.name].join());
  // Typed without accent and capital.
  await page.getByRole('searchbox', { name: 'Rechercher', exact: true }).fill(`elodie ${suffix}`);
  await eventually(shownNames, (names) => names.join() === first.name);
  await page.getByLabel('Live', { exact: true }).selectOption({ label: 'Manuel' });
  await page.getByText('Aucun modèle ne correspond à votre recherche.').waitFor();
  await page.getByRole('button', { name: 'Tout afficher' }).click();
  await page.waitForURL((url) => url.search === '');
});

test('the list of affiliates shows only those that match a search, and keeps the search in the address', async () => {
  await open();
  const [one, two] = stack.accounts.affiliates.map(({ slug }) =>
    page.getByRole('region', { name: 'Affiliés' }).getByText(`@${slug}`, { exact: true }),
  );
  await page.getByRole('searchbox', { name: 'Rechercher un affilié' }).fill(stack.accounts.affiliates[1]?.slug ?? '');
  await page.waitForURL(/affilies=aff-two/);
  await two?.waitFor();
  await one?.waitFor({ state: 'detached' });
});

test('a panel reverts a switch that the server rejects and shows the reason; keeps one that it accepts', async () => {
  await open(`?recherche=${suffix}`);
  const verified = page.getByRole('switch', { name: `Vérifié : ${first.name}` });
  await verified.waitFor();
  let response = (): void => undefined;
  const held = new Promise<void>((resolve) => (response = resolve));
  await page.route('**/api/models/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await held;
    await route.fulfill({
      status: 403,
      json: { error: 'Vous ne pouvez pas modifier ce champ.', code: 'FIELD_FORBIDDEN', requestId: 'test' },
    });
  });
  await verified.press('Space');
  await eventually(
    () => verified.isChecked(),
    (isOn) => isOn,
  );
  response();
  await page.getByText('Vous ne pouvez pas modifier ce champ.').first().waitFor();
  await eventually(
    () => verified.isChecked(),
    (isOn) => !isOn,
  );
  await page.unroute('**/api/models/*');
  await verified.press('Space');
  await eventually(
    async () => (await made.read(first.slug)).is_verified,
    (isVerified) => isVerified,
  );
});

test('a live state that was switched by hand holds against the schedule until it is reset', async () => {
  await open(`?recherche=${suffix}`);
  const live = page.getByRole('switch', { name: `En live : ${second.name}` });
  await live.waitFor();
  const scheduled = await live.isChecked();
  await live.press('Space');
  await page.getByText(scheduled ? 'Hors live (MANUEL)' : 'LIVE (MANUEL)').waitFor();
  await eventually(
    () => made.read(second.slug),
    ({ is_live, manual_live_override }) => is_live !== scheduled && manual_live_override === !scheduled,
  );
  await page.getByRole('button', { name: `Rendre la main aux horaires ${ofName(second.name)}` }).click();
  await page.getByText('Override réinitialisé').first().waitFor();
  await eventually(
    () => made.read(second.slug),
    ({ is_live, manual_live_override }) => is_live === scheduled && manual_live_override === null,
  );
});

test('the keyboard alone finds, changes and saves a model', async () => {
  await open();
  await page.locator('body').press('/');
  await page.keyboard.type(third.name);
  await eventually(shownNames, (names) => names.join() === third.name);
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      const label =
        element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
          ? element.labels?.[0]?.textContent
          : null;
      return element?.getAttribute('aria-label') ?? label ?? '';
    });
  const tabTo = async (wanted: string) => {
    for (let presses = 0; presses < 60; presses++) {
      if ((await focused()).startsWith(wanted)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`the keyboard never reaches ${wanted}`);
  };
  await tabTo(`Éditer ${third.name}`);
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Modifier le modèle' });
  await form.waitFor();
  await tabTo('Bio');
  await page.keyboard.type('Écrit sans souris');
  await page.keyboard.press('Control+s');
  await page.getByText('Modèle mis à jour').first().waitFor();
  await form.waitFor({ state: 'detached' });
  expect((await made.read(third.slug)).bio).toBe('Écrit sans souris');
  // The focus returns to the button that opened the dialog.
  expect(await focused()).toBe(`Éditer ${third.name}`);
});
