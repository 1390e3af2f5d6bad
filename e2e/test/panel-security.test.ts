import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AuditPage } from 'contracts/audit';
import { operations } from 'contracts/operations';
import type { Browser } from 'playwright-core';
import { eventually, launchBrowser, readStack, PAGE_TIMEOUT_MS } from '../src/browser.ts';
import { administratorToken, request } from '../src/calls.ts';
import { createAffiliate, enterPassword } from '../src/panel.ts';
import { newContext } from '../src/public-site.ts';

const stack = readStack();
const [PASSWORD, NEW_PASSWORD] = ['un-bon-mot-de-passe', 'un-meilleur-mot-de-passe'];
const slug = `securite-${Date.now().toString(36)}`;
let administrator: string;
let affiliate: Awaited<ReturnType<typeof createAffiliate>>;
let browser: Browser;

beforeAll(async () => {
  administrator = await administratorToken();
  affiliate = await createAffiliate(slug, 'Studio Sûr', PASSWORD);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await affiliate.remove();
});

/** Opens a new browser context in which the affiliate has entered its password. */
const openPanel = async (password: string) => {
  const page = await (await newContext(browser, { viewport: { width: 1440, height: 900 } })).newPage();
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  await enterPassword(page, `/affiliate/${slug}`, password);
  await page.getByRole('link', { name: 'Tableau de bord' }).waitFor();
  return page;
};
const loginFormOf = (page: Awaited<ReturnType<typeof openPanel>>) =>
  page.getByRole('heading', { name: 'Administration Affilié' }).waitFor();

describe('the security of a panel', () => {
  test('lists its devices, logs one out, changes the password and logs all out, all of it in the trail', async () => {
    const [dashboard, other] = [await openPanel(PASSWORD), await openPanel(PASSWORD)];
    await dashboard.getByRole('button', { name: /compte de/ }).click();
    await dashboard.getByRole('menuitem', { name: 'Sécurité' }).click();
    await dashboard.getByText('2 appareils connectés.').waitFor();
    await dashboard.getByRole('button', { name: /^Déconnecter (?!tous)/ }).click();
    await dashboard.getByText('Aucun autre appareil n’est connecté.').waitFor();
    await other.reload();
    await loginFormOf(other);
    await other.getByText('Votre session a expiré. Reconnectez-vous.').waitFor();

    await dashboard.getByLabel('Mot de passe actuel').fill(PASSWORD);
    await dashboard.getByLabel('Nouveau mot de passe').fill(NEW_PASSWORD);
    await dashboard.getByRole('button', { name: 'Changer le mot de passe' }).click();
    await dashboard.getByText('Mot de passe modifié').first().waitFor();
    const third = await openPanel(NEW_PASSWORD);

    await dashboard.getByRole('button', { name: 'Déconnecter tous les appareils' }).click();
    await dashboard.getByRole('alertdialog').getByRole('button', { name: 'Déconnecter' }).click();
    await loginFormOf(dashboard);
    await third.reload();
    await loginFormOf(third);

    const actions = async () => {
      const { body } = await request<AuditPage>(
        { ...operations.getAudit, path: `/api/affiliates/audit?subject=${slug}` },
        { token: administrator },
      );
      return body.entries.map(({ action }) => action);
    };
    const trail = await eventually(
      actions,
      (found) => found.filter((action) => action === 'panel.devices-removed').length === 2,
    );
    expect(trail.filter((action) => action === 'panel.entered')).toHaveLength(3);
    expect(trail).toContain('affiliate.updated');
  });

  test('shows the sessions of the administrator, whose password is configuration', async () => {
    const page = await (await newContext(browser)).newPage();
    page.setDefaultTimeout(PAGE_TIMEOUT_MS);
    await enterPassword(page, '/admin/main?section=securite', stack.accounts.administrator.password);
    await page.getByText('Cet appareil', { exact: true }).waitFor();
    await page.getByText('Le mot de passe de l’administration se change dans la configuration du serveur.').waitFor();
    await page.goto(`${stack.url}/admin/main?section=journal&type=access`);
    await page.getByText('Connexion au panneau').first().waitFor();
    // Ends only this session, not those of other tests.
    await page.getByRole('button', { name: 'Déconnexion' }).click();
    await page.getByLabel('Mot de passe', { exact: true }).waitFor();
  });
});
