import type { CommissionRate } from 'contracts/commissions';
import fc from 'fast-check';
import { roundedShare, settlePayment } from '../src/commissions/settle-payment.ts';
import type { Movement, NewEntry } from '../src/commissions/settle-payment.ts';

const AT = new Date('2026-03-10T12:00:00Z');
const DAY_MS = 86_400_000;
const [NORTH, SOUTH] = ['north', 'south'];
const payment = (facts: Partial<Movement> = {}): Movement => ({
  id: 'p',
  affiliateId: NORTH,
  kind: 'first',
  amountCents: 200,
  currency: 'EUR',
  recordedAt: AT,
  ...facts,
});
const refund = (amountCents: number, facts: Partial<Movement> = {}): Movement =>
  payment({
    id: 'r',
    kind: 'refund',
    amountCents: -amountCents,
    recordedAt: new Date(AT.getTime() + DAY_MS),
    ...facts,
  });
const percent = (basis_points: number): CommissionRate => ({ kind: 'percent', basis_points });
const decideBy = (rate: CommissionRate) => () => ({ rate, holdingDays: 30 });
const sumsOf = (entries: readonly NewEntry[]): Record<string, number> =>
  entries.reduce<Record<string, number>>(
    (sums, { affiliateId, currency, amountCents }) => ({
      ...sums,
      [`${affiliateId} ${currency}`]: (sums[`${affiliateId} ${currency}`] ?? 0) + amountCents,
    }),
    {},
  );

describe('a commission', () => {
  test.each([
    [200, percent(3_000), 60],
    [200, percent(1_225), 25],
    [500, percent(1_250), 63],
    [199, percent(3_333), 66],
    [1_500_000_000, percent(10_000), 1_500_000_000],
    [200, { kind: 'fixed' as const, cents: 150 }, 150],
    [0, { kind: 'fixed' as const, cents: 150 }, 0],
  ])('rounds the commission on %i cents by %j to %i cents, half a cent up', (amountCents, rate, cents) => {
    expect(settlePayment(payment({ amountCents }), [], [], decideBy(rate))).toMatchObject([
      { kind: 'commission', amountCents: cents, rate, availableAt: new Date(AT.getTime() + 30 * DAY_MS) },
    ]);
  });

  test('is fixed in the offer’s currency, else in the payment’s', () => {
    const dollars = payment({ currency: 'USD' });
    expect(settlePayment(dollars, [], [], decideBy(percent(5_000)))).toMatchObject([{ currency: 'USD' }]);
    expect(settlePayment(dollars, [], [], decideBy({ kind: 'fixed', cents: 1 }))).toMatchObject([{ currency: 'EUR' }]);
  });

  test('is decided once: later terms change neither it nor its clawback', () => {
    const before = settlePayment(payment(), [], [], decideBy(percent(3_000)));
    expect(settlePayment(payment(), [], before, decideBy(percent(9_000)))).toEqual([]);
    expect(settlePayment(payment(), [refund(100)], before, decideBy(percent(9_000)))).toMatchObject([
      { kind: 'clawback', amountCents: -30 },
    ]);
  });
});

describe('a clawback', () => {
  test('takes the share of a partial refund, and all of it in the end', () => {
    const refunds = [1, 1, 198].map((cents, index) => refund(cents, { id: `r${index}` }));
    const entries = settlePayment(payment(), refunds, [], decideBy(percent(3_000)));
    expect(entries.map(({ amountCents }) => amountCents)).toEqual([60, -1, -59]);
    expect(sumsOf(entries)).toEqual({ 'north EUR': 0 });
  });

  test('becomes due with its commission, or at once where that is due already', () => {
    const late = new Date(AT.getTime() + 60 * DAY_MS);
    const entries = settlePayment(
      payment(),
      [refund(50), refund(50, { id: 'late', recordedAt: late })],
      [],
      decideBy(percent(3_000)),
    );
    expect(entries.map(({ availableAt }) => availableAt)).toEqual([
      new Date(AT.getTime() + 30 * DAY_MS),
      new Date(AT.getTime() + 30 * DAY_MS),
      late,
    ]);
  });

  test('takes all where the refund is in another currency', () => {
    expect(sumsOf(settlePayment(payment(), [refund(1, { currency: 'USD' })], [], decideBy(percent(3_000))))).toEqual({
      'north EUR': 0,
    });
  });

  test('moves a corrected credit, there and back', () => {
    const decide = decideBy(percent(3_000));
    const first = settlePayment(payment(), [refund(100)], [], decide);
    const moved = settlePayment(payment({ affiliateId: SOUTH ?? null }), [refund(100)], first, decide);
    expect(sumsOf([...first, ...moved])).toEqual({ 'north EUR': 0, 'south EUR': 30 });
    const back = settlePayment(payment(), [refund(100)], [...first, ...moved], decide);
    expect(sumsOf([...first, ...moved, ...back])).toEqual({ 'north EUR': 30, 'south EUR': 0 });
    const none = settlePayment(payment({ affiliateId: null }), [refund(100)], [...first, ...moved, ...back], decide);
    expect(sumsOf([...first, ...moved, ...back, ...none])).toEqual({ 'north EUR': 0, 'south EUR': 0 });
  });
});

describe('the sum of the entries', () => {
  const rate = fc.oneof(
    fc.nat({ max: 10_000 }).map(percent),
    fc.nat({ max: 100_000 }).map((cents): CommissionRate => ({ kind: 'fixed', cents })),
  );
  const history = fc.record({
    amountCents: fc.oneof(fc.nat({ max: 2_000 }), fc.nat({ max: 2 ** 31 - 1 })),
    rate,
    parts: fc.array(fc.nat({ max: 1_000 }), { maxLength: 6 }),
    order: fc.array(fc.nat({ max: 100 }), { minLength: 7, maxLength: 14 }),
  });

  test('is the same for 10,000 histories in any order, with any repetition', () => {
    fc.assert(
      fc.property(history, ({ amountCents, rate: agreed, parts, order }) => {
        const paid = payment({ amountCents });
        const total = parts.reduce((sum, part) => sum + part, 1);
        const refunds = parts.map((part, index) =>
          refund(roundedShare(amountCents, part, total), {
            id: `r${index}`,
            recordedAt: new Date(AT.getTime() + index * 1_000),
          }),
        );
        const decide = decideBy(agreed);
        const straight = settlePayment(paid, refunds, [], decide);
        // Movements arrive in any order and repeatedly; entries exist once the payment has arrived.
        const known = new Set<Movement>();
        const entries: NewEntry[] = [];
        const all = [paid, ...refunds];
        const deliveries = [...order.map((pick) => all[pick % all.length] ?? paid), ...all];
        for (const delivered of deliveries) {
          known.add(delivered);
          if (known.has(paid))
            entries.push(
              ...settlePayment(
                paid,
                refunds.filter((one) => known.has(one)),
                entries,
                decide,
              ),
            );
        }
        expect(sumsOf(entries)).toEqual(sumsOf(straight));
        expect(settlePayment(paid, refunds, entries, decide)).toEqual([]);
        expect(entries.filter(({ kind }) => kind === 'commission')).toHaveLength(1);
        const refunded = settlePayment(paid, [refund(amountCents)], [], decide);
        expect(Object.values(sumsOf(refunded))).toEqual([0]);
      }),
      { numRuns: 10_000 },
    );
  });

  test('rejects no amount that a ledger can hold', () => {
    expect(roundedShare(2 ** 31 - 1, 2 ** 31 - 1, 2 ** 31 - 1)).toBe(2 ** 31 - 1);
  });
});
