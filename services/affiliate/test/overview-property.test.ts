import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parisDay } from 'contracts/days';
import type { Overview, OverviewFigures } from 'contracts/overview';
import { PAYMENT_KINDS } from 'contracts/payments';
import fc from 'fast-check';
import { startAffiliate } from './harness.ts';
import type { AffiliateApp } from './harness.ts';

let app: AffiliateApp;
beforeAll(async () => {
  app = await startAffiliate();
});
afterAll(() => app.stop());

const PERIOD = { from: '2026-03-27', to: '2026-03-31' };
const query = new URLSearchParams(PERIOD).toString();
/** Instant in and around the period, across the clock change of 29 March. */
const at = fc
  .integer({ min: Date.parse('2026-03-26T20:00:00Z'), max: Date.parse('2026-04-01T02:00:00Z') })
  .map((instant) => new Date(instant).toISOString());
const currency = fc.constantFrom('EUR', 'EUR', 'USD', 'CHF');
const payment = fc.record({
  at,
  currency,
  kind: fc.constantFrom(...PAYMENT_KINDS),
  cents: fc.oneof(fc.nat({ max: 1_000 }), fc.integer({ min: 1_999_999_999, max: 2_000_000_000 })),
});
type Payment = typeof payment extends fc.Arbitrary<infer Value> ? Value : never;
const history = fc.record({
  payments: fc.array(payment, { maxLength: 12 }),
  /** Order of the deliveries, with repetitions. */
  picks: fc.array(fc.nat({ max: 99 }), { maxLength: 20 }),
});

const isPayment = ({ kind }: Payment) => kind === 'first' || kind === 'renewal';
const amountOf = (one: Payment) => (isPayment(one) ? one.cents : -one.cents);
const sumIn = (payments: readonly Payment[], wanted: string) =>
  payments.filter((one) => one.currency === wanted).reduce((sum, one) => sum + amountOf(one), 0);
/** Returns the figures that an overview has to state for these payments. */
const figuresOf = (payments: readonly Payment[]) => ({
  paid: payments.filter(({ kind }) => kind === 'first').length,
  renewals: payments.filter(({ kind }) => kind === 'renewal').length,
  refunds: payments.filter((one) => !isPayment(one)).length,
  EUR: sumIn(payments, 'EUR'),
  USD: sumIn(payments, 'USD'),
  CHF: sumIn(payments, 'CHF'),
});
type Figures = ReturnType<typeof figuresOf>;
const shownIn = ({ paid, renewals, refunds, revenue_cents, other_revenue = [] }: OverviewFigures): Figures => {
  const other = (wanted: string) => other_revenue.find((amount) => amount.currency === wanted)?.cents ?? 0;
  return { paid, renewals, refunds, EUR: revenue_cents, USD: other('USD'), CHF: other('CHF') };
};

const COLUMNS: Record<keyof Figures, string> = {
  paid: 'Premiers paiements',
  renewals: 'Renouvellements',
  refunds: 'Remboursements',
  EUR: 'Revenu (€)',
  USD: 'Revenu (USD)',
  CHF: 'Revenu (CHF)',
};
/** Parses the file's lines by day, amounts in cents. */
const linesOf = (csv: string): Map<string, Figures> => {
  const [head = [], ...lines] = csv
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'));
  const figure = (line: readonly string[], name: keyof Figures): number => {
    const cell = line[head.indexOf(COLUMNS[name])] ?? '0';
    if (name.length > 3) return Number(cell);
    if (cell !== '0') expect(cell).toMatch(/^-?\d+,\d\d$/);
    return Number(cell.replace(',', ''));
  };
  const names = Object.keys(COLUMNS) as (keyof Figures)[];
  return new Map(
    lines.map((line) => [
      line[0] ?? '',
      Object.fromEntries(names.map((name) => [name, figure(line, name)])) as Figures,
    ]),
  );
};

const deliver = async (affiliateId: string, { payments, picks }: { payments: Payment[]; picks: number[] }) => {
  const events = payments.map((one) => ({
    id: randomUUID(),
    name: 'payment.recorded' as const,
    version: 1,
    occurredAt: one.at,
    revision: 1,
    actor: { role: 'system' as const, id: null },
    data: {
      id: randomUUID(),
      subscriberId: randomUUID(),
      amountCents: amountOf(one),
      currency: one.currency,
      kind: one.kind,
      affiliateId,
      modelSlug: 'm',
    },
  }));
  const repeated = picks.flatMap((pick) => events[pick % events.length] ?? []);
  for (const event of [...repeated, ...events]) await app.deliver(event);
};
const read = (path: string, bearer: string) => app.http.get(path).set('Authorization', bearer).expect(200);

test('an overview, its file and the payments state the same to the cent, for any history', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (generated) => {
      const affiliate = await app.createAndLogIn();
      await deliver(affiliate.id, generated);
      const of = (from: string, to: string) =>
        figuresOf(generated.payments.filter((one) => parisDay(one.at) >= from && parisDay(one.at) <= to));
      const path = `/api/affiliates/${affiliate.slug}/overview?${query}`;
      const { totals, series } = (await read(path, affiliate.bearer)).body as Overview;
      expect(shownIn(totals)).toEqual(of(PERIOD.from, PERIOD.to));
      const days = new Map(series.map((each) => [each.day, shownIn(each)]));
      expect(days).toEqual(new Map(series.map(({ day }) => [day, of(day, day)])));
      expect(days.size).toBe(5);
      expect(linesOf((await read(`${path}&format=csv`, affiliate.bearer)).text)).toEqual(days);
      const { affiliates } = (await read(`/api/affiliates/overview?${query}`, app.administrator)).body as Overview;
      const own = affiliates.find(({ slug }) => slug === affiliate.slug);
      expect(own ? shownIn(own) : figuresOf([])).toEqual(shownIn(totals));
    }),
    { numRuns: 25 },
  );
});
