import { describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ModelView } from 'contracts/models';
import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import { administratorToken, affiliateToken, request } from '../src/calls.ts';
import { eventually, launchBrowser, readStack } from '../src/browser.ts';
import { createAffiliate, panelContext } from '../src/panel.ts';

const stack = readStack();
const [mine, other] = ['aff-one', 'aff-two'];
const NEW_NAME = 'Volé';
const newModel = () => ({ name: NEW_NAME, slug: `vole-${randomUUID().slice(0, 8)}` });

describe('the panel of an affiliate', () => {
  test('rejects fields of the administrator with FIELD_FORBIDDEN, and writes nothing', async () => {
    const account = { slug: `studio-${randomUUID().slice(0, 8)}`, password: randomUUID() };
    const affiliate = await createAffiliate(account.slug, 'Studio Droits', account.password);
    const [token, administrator] = [await affiliateToken(account.slug, account.password), await administratorToken()];
    const parts = { slug: account.slug };
    const { body: own } = await request<ModelView>(operations.createAffiliateModel, {
      token,
      parts,
      body: { name: 'Sienne', slug: `sienne-${randomUUID().slice(0, 8)}` },
    });
    // Other tests change other models meanwhile.
    const read = async () => {
      const models = (await request<ModelView[]>(operations.listModels, { token: administrator })).body;
      const affiliates = (await request<{ slug: string }[]>(operations.listAffiliates, { token: administrator })).body;
      return {
        affiliate: affiliates.find(({ slug }) => slug === account.slug),
        // is_live follows the schedule.
        models: models.filter(({ id }) => id === own.id).map(({ is_live: _, ...model }) => model),
        created: models.filter(({ name }) => name === NEW_NAME),
      };
    };
    const before = await read();
    expect(before).toMatchObject({ affiliate: parts, models: [{ id: own.id }] });
    for (const [id, body] of [
      ...['name', 'slug', 'custom_password', 'adexico_base_url', 'adexico_source_id'].map(
        (field) => ['updateOwnAffiliate', { [field]: 'vole' }] as const,
      ),
      ...['adexico_base_url', 'adexico_source_id'].flatMap((field) => [
        ['updateAffiliateModel', { [field]: 'vole' }] as const,
        ['createAffiliateModel', { ...newModel(), [field]: 'vole' }] as const,
      ]),
    ]) {
      const response = await request(operations[id] as Operation, {
        token,
        parts: { ...parts, id: own.id },
        body,
      });
      expect([id, body, response.status, response.body]).toEqual([
        id,
        body,
        403,
        { error: 'Vous ne pouvez pas modifier ce champ.', code: 'FIELD_FORBIDDEN', requestId: expect.any(String) },
      ]);
    }
    expect(await read()).toEqual(before);
    await request(operations.deleteAffiliateModel as Operation, { token, parts: { ...parts, id: own.id } });
    await affiliate.remove();
  });

  test('shows login forms in place of another’s panel and the administrator’s, and nothing of the redirection in its own', async () => {
    const browser = await launchBrowser();
    const context = await panelContext(browser, { slug: mine });
    const page = await context.newPage();
    for (const [address, title] of [
      [`/affiliate/${other}`, 'Administration Affilié'],
      ['/admin/main', 'Administration Principale'],
    ] as const) {
      await page.goto(stack.url + address);
      await page.getByRole('heading', { name: title }).waitFor();
      await page.getByLabel('Mot de passe', { exact: true }).waitFor();
      expect(await page.getByRole('button', { name: /Éditer|Supprimer|Déconnexion/ }).count()).toBe(0);
    }
    // The flag in the browser gives no access without a token.
    await page.evaluate(() => localStorage.setItem('main_admin_authenticated', 'true'));
    await page.reload();
    await page.getByRole('heading', { name: 'Administration Principale' }).waitFor();
    await page.getByLabel('Mot de passe', { exact: true }).waitFor();
    await page.goto(`${stack.url}/affiliate/${mine}`);
    await page
      .getByRole('button', { name: /^Éditer / })
      .first()
      .click();
    await page
      .getByRole('dialog', { name: 'Modifier le modèle' })
      .getByRole('button', { name: 'Mettre à jour' })
      .waitFor();
    for (const hidden of ['Redirection', 'Source ID', 'URL de base'])
      expect([hidden, await page.getByText(hidden).count()]).toEqual([hidden, 0]);
    await page.getByRole('button', { name: 'Annuler' }).click();
    await eventually(
      () => page.getByRole('dialog').count(),
      (count) => count === 0,
    );
    expect(await page.getByText('Nouvel affilié').count()).toBe(0);
    await browser.close();
  });
});
