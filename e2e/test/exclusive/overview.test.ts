import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AuditPage } from 'contracts/audit';
import { addDays, parisDay } from 'contracts/days';
import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import type { Overview } from 'contracts/overview';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { DESKTOP, eventually, launchBrowser, listenToComplaints, PHONE, readStack } from '../../src/browser.ts';
import { administratorToken, affiliateToken, request } from '../../src/calls.ts';
import { register } from '../../src/paying.ts';

const stack = readStack();
const [own, other] = stack.accounts.affiliates.map(({ slug }) => slug) as [string, string];
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const openPanel = async (
  address: string,
  password: string,
  viewport = DESKTOP,
): Promise<{ page: Page; complaints: string[] }> => {
  const hasTouch = viewport === PHONE;
  const page = await (
    await browser.newContext({ viewport, hasTouch, locale: 'fr-FR', acceptDownloads: true })
  ).newPage();
  const complaints = listenToComplaints(page);
  await page.goto(stack.url + address);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  return { page, complaints };
};
/** Source text of axe: the module itself requires a document. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(AXE);
  return page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))',
  );
};

describe('the overview', () => {
  test('lists registrations, payments and lives for the administrator, draws them once in view, and saves them as CSV', async () => {
    // The list is short: the demo's payments drop out of it while other tests register people.
    await (await register('nina')).pay('nina');
    const token = await administratorToken();
    await eventually(
      async () =>
        (await request<Overview>(operations.getOverview as Operation, { token })).body.latest.map(({ kind }) => kind),
      (kinds) => kinds.includes('first'),
    );
    const { page, complaints } = await openPanel('/admin/main?section=apercu', stack.accounts.administrator.password);
    await page.getByRole('heading', { name: 'Aperçu', level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'De la visite au renouvellement' }).scrollIntoViewIfNeeded();
    const chart = page.getByRole('slider', { name: 'Visites' });
    await chart.press('ArrowLeft');
    await eventually(
      () => chart.getAttribute('aria-valuenow'),
      (value) => value === '30',
    );
    await page.getByText('Premier paiement').first().waitFor();
    await page.getByRole('region', { name: 'Chiffres par affilié' }).getByRole('rowheader').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: '7 jours' }).click();
    await page.waitForURL(/section=apercu&jours=7/);
    const first = page.getByRole('region', { name: 'Chiffres par modèle' }).getByRole('link').first();
    await first.press('Enter');
    await page.waitForURL(/section=apercu&jours=7&modele=/);
    await page
      .getByText(/^Modèle.: /)
      .first()
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Tous les modèles' }).click();
    await page.waitForURL(/section=apercu&jours=7$/);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exporter en CSV' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^apercu-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
    const csv = await readFile(await file.path(), 'utf8');
    expect(csv.split('\r\n')).toHaveLength(9);
    expect(complaints).toEqual([]);
  });

  test('states the revenue of each day as billing’s ledger does', async () => {
    const token = await administratorToken();
    const billing = new pg.Client({ connectionString: stack.stores.BILLING_DATABASE_URL });
    await billing.connect();
    try {
      const days = [addDays(parisDay(Date.now()), -120), parisDay(Date.now())] as const;
      const address = `${stack.url}/api/affiliates/overview?from=${days[0]}&to=${days[1]}`;
      const both = async () => {
        const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
        const { series } = (await response.json()) as Overview;
        const { rows } = await billing.query<{ day: string; cents: number }>(
          `select to_char(recorded_at at time zone 'Europe/Paris', 'YYYY-MM-DD') as day, sum(amount_cents)::int as cents
           from ledger where kind in ('first', 'renewal', 'refund', 'chargeback') and currency = 'EUR'
             and (recorded_at at time zone 'Europe/Paris')::date between $1 and $2 group by 1 order by 1`,
          [...days],
        );
        const shown = series.map(({ day, revenue_cents }) => ({ day, cents: revenue_cents }));
        return { shown: shown.filter(({ cents }) => cents !== 0), ledger: rows.filter(({ cents }) => cents !== 0) };
      };
      // Events may be on their way.
      const { ledger } = await eventually(
        both,
        ({ shown, ledger: rows }) => JSON.stringify(shown) === JSON.stringify(rows),
      );
      expect(ledger.length).toBeGreaterThan(60);
    } finally {
      await billing.end();
    }
  });

  test('shows an affiliate its own figures alone on a phone, and nothing is wider than the screen', async () => {
    const { password } = stack.accounts.affiliates[0] ?? { password: '' };
    const { page, complaints } = await openPanel(`/affiliate/${own}?section=apercu`, password, PHONE);
    await page.getByRole('region', { name: 'Chiffres par modèle' }).waitFor();
    expect(await page.getByRole('region', { name: 'Chiffres par affilié' }).count()).toBe(0);
    await page.getByRole('heading', { name: 'De la visite au renouvellement' }).scrollIntoViewIfNeeded();
    const chart = page.getByRole('slider', { name: 'Commissions' });
    await chart.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await chart.boundingBox()) ?? {};
    await page.touchscreen.tap(x + width * 0.25, y + height / 2);
    const shown = await chart.getAttribute('aria-valuetext');
    expect(shown).toMatch(/€/);
    expect(await chart.getAttribute('aria-valuenow')).not.toBe('30');
    // The tooltip stays after the tap, and names the same day.
    expect(shown).toContain(`: ${await chart.locator('b').textContent()}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('rejects an affiliate that requests the data of another', async () => {
    const token = await affiliateToken(own);
    for (const operation of [operations.getOverview, operations.getAudit] as Operation[])
      expect((await request(operation, { token })).status).toBe(403);
    for (const operation of [operations.getAffiliateOverview, operations.getAffiliateAudit] as Operation[]) {
      expect((await request(operation, { token, parts: { slug: other } })).status).toBe(403);
      expect((await request(operation, { token, parts: { slug: own } })).status).toBe(200);
      expect((await request(operation, { parts: { slug: own } })).status).toBe(401);
    }
    const { body } = await request<Overview>(operations.getAffiliateOverview, { token, parts: { slug: own } });
    expect(body.latest.every(({ affiliate }) => affiliate === null || affiliate.slug === own)).toBe(true);
  });
});

describe('the trail', () => {
  test('lists who, what and when in the trails of the affiliate and of the administrator when an affiliate changes its card, not in another’s', async () => {
    const [token, otherToken, administrator] = [
      await affiliateToken(own),
      await affiliateToken(other),
      await administratorToken(),
    ];
    const name = `Studio ${Date.now()}`;
    expect(
      (
        await request(operations.updateOwnAffiliate as Operation, {
          token,
          parts: { slug: own },
          body: { email_from_name: name },
        })
      ).status,
    ).toBe(200);
    const trail = async (operation: unknown, bearer: string, slug = own) =>
      (await request<AuditPage>(operation as Operation, { token: bearer, parts: { slug } })).body;
    const { entries } = await eventually(
      () => trail(operations.getAffiliateAudit, token),
      (page) =>
        page.entries[0]?.action === 'affiliate.updated' &&
        page.entries[0].changes.some(({ field }) => field === 'email_from_name'),
    );
    const id = entries[0]?.id;
    expect((await trail(operations.getAudit, administrator)).entries.map((entry) => entry.id)).toContain(id);
    expect(
      (await trail(operations.getAffiliateAudit, otherToken, other)).entries.map((entry) => entry.id),
    ).not.toContain(id);
    expect(JSON.stringify(entries)).not.toContain(name);

    const { page, complaints } = await openPanel('/admin/main', stack.accounts.administrator.password);
    await page.getByRole('link', { name: 'Journal' }).click();
    await page.getByText('nom d’expéditeur').first().waitFor();
    await page.getByLabel('Type').selectOption('model');
    await page.waitForURL(/type=model/);
    await page.getByText('Modèle créé').first().waitFor();
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
