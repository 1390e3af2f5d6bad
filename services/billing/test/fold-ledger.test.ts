import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { monthsAfter } from '../src/ledger/billing-period.ts';
import { chargeableContracts, foldLedger, namesAmong, openContracts } from '../src/ledger/fold-ledger.ts';
import type { FoldedEntry } from '../src/ledger/fold-ledger.ts';

const graceDays = 3;
const payment = (transactionId: string, occurredAt: string, over: Partial<FoldedEntry> = {}): FoldedEntry => ({
  partner: 'p',
  transactionId,
  originalTransactionId: '',
  kind: 'renewal',
  amountCents: 500,
  currency: 'EUR',
  occurredAt: new Date(occurredAt),
  paidUntil: null,
  ...over,
});
const refund = (
  transactionId: string,
  originalTransactionId: string,
  amountCents = -500,
  over: Partial<FoldedEntry> = {},
): FoldedEntry => ({
  ...payment(transactionId, '2026-12-20T00:00:00Z'),
  kind: 'refund',
  originalTransactionId,
  amountCents,
  ...over,
});
const endOf = (...entries: FoldedEntry[]): string => {
  const folded = foldLedger(entries, graceDays);
  return folded.kind === 'paid' ? folded.paidUntil.toISOString().slice(0, 10) : folded.kind;
};
/** Creates a cancellation that names a payment, or none. */
const cancellation = (transactionId: string, occurredAt: string, originalTransactionId = ''): FoldedEntry =>
  payment(transactionId, occurredAt, { kind: 'cancellation', originalTransactionId, amountCents: 0 });
const withdrawal = (transactionId: string, occurredAt: string): FoldedEntry =>
  payment(transactionId, occurredAt, { partner: 'site', kind: 'withdrawal', amountCents: 0 });
const isCancelled = (...entries: FoldedEntry[]): boolean => {
  const folded = foldLedger(entries, graceDays);
  return folded.kind === 'paid' && folded.isCancelled;
};
const OCTOBER = payment('O', '2026-10-05T10:00:00Z');
const NOVEMBER = payment('N', '2026-11-05T10:00:00Z');

describe('foldLedger', () => {
  test('keeps the anchor day of 31 January over shorter months', () => {
    const months = ['2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z', '2026-03-31T10:00:00Z', '2026-04-30T10:00:00Z'].map(
      (at, index) => payment(`M${index}`, at),
    );
    expect(months.map((_month, index) => endOf(...months.slice(0, index + 1)))).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
    ]);
  });

  test('ends on 29 February in a leap year, and in January after December', () => {
    expect(endOf(payment('L', '2028-01-31T10:00:00Z'))).toBe('2028-02-29');
    expect(endOf(payment('D', '2026-12-31T23:59:59Z'))).toBe('2027-01-31');
  });

  test.each([
    ['1 March at 00:30', '2026-02-28T23:30:00Z', '1 April at 01:30', '2026-03-31T23:30:00.000Z'],
    ['31 January at 00:30', '2026-01-30T23:30:00Z', '28 February at 00:30', '2026-02-27T23:30:00.000Z'],
    ['31 March at 00:30', '2026-03-30T22:30:00Z', '30 April at 00:30', '2026-04-29T22:30:00.000Z'],
    ['25 October at 00:30', '2026-10-24T22:30:00Z', '25 November at 00:30', '2026-11-24T23:30:00.000Z'],
    ['15 March at 23:30', '2026-03-15T22:30:00Z', '15 April at 23:30', '2026-04-15T21:30:00.000Z'],
    ['28 February at 23:30', '2027-02-28T22:30:00Z', '28 March at 23:30', '2027-03-28T21:30:00.000Z'],
    ['28 February at 23:30', '2026-02-28T22:30:00Z', '28 March at 23:30', '2026-03-28T22:30:00.000Z'],
  ])('counts days in Paris: from %s to its day of the next month', (_begin, begin, _end, end) => {
    expect(monthsAfter(new Date(begin), 1).toISOString()).toBe(end);
  });

  test('continues the series when a payment comes in the days of grace, and starts another after them', () => {
    expect(endOf(OCTOBER, payment('G', '2026-11-07T10:00:00Z'))).toBe('2026-12-05');
    expect(endOf(OCTOBER, payment('L', '2026-11-09T10:00:00Z'))).toBe('2026-12-09');
  });

  test('extends by a second payment, and counts its refund as if it had never been', () => {
    const again = payment('A', '2026-10-05T10:01:00Z');
    expect(endOf(OCTOBER, again)).toBe('2026-12-05');
    expect(endOf(OCTOBER, again, refund('R', 'A'))).toBe('2026-11-05');
  });

  test('leaves a paid November open after a chargeback of October', () => {
    expect(endOf(OCTOBER, NOVEMBER, refund('C', 'O', -500, { kind: 'chargeback' }))).toBe('2026-12-05');
  });

  test('leaves a payment open that is refunded in part, until the parts make the whole', () => {
    expect(endOf(OCTOBER, refund('R1', 'O', -499))).toBe('2026-11-05');
    expect(endOf(OCTOBER, refund('R1', 'O', -499), refund('R2', 'O', -1))).toBe('revoked');
  });

  test('closes a payment that is refunded in another currency', () => {
    expect(endOf(OCTOBER, refund('R', 'O', -1, { currency: 'USD' }))).toBe('revoked');
  });

  test('takes the end that the partner stated, and counts further months from it', () => {
    const stated = payment('S', '2026-10-05T10:00:00Z', { paidUntil: new Date('2026-10-20T00:00:00Z') });
    expect(endOf(stated)).toBe('2026-10-20');
    expect(endOf(stated, payment('M', '2026-10-19T00:00:00Z'))).toBe('2026-11-20');
    expect(endOf(NOVEMBER, payment('E', '2026-11-06T00:00:00Z', { paidUntil: new Date('2026-11-10T00:00:00Z') }))).toBe(
      '2026-12-05',
    );
  });

  test('knows nothing paid where a refund names a payment that is not there', () => {
    expect(endOf(refund('R', 'unknown'))).toBe('never-paid');
  });

  test('orders payments of one instant by partner, then by transaction', () => {
    const at = '2026-10-05T10:00:00Z';
    const payments = [
      payment('bc', at, { partner: 'a' }),
      payment('c', at, { partner: 'ab', paidUntil: new Date('2026-10-15T00:00:00Z') }),
    ];
    expect(endOf(...payments)).toBe('2026-11-05');
    expect(endOf(...payments.toReversed())).toBe('2026-11-05');
  });

  describe('with two contracts', () => {
    const former = payment('F1', '2026-10-05T10:00:00Z', { kind: 'first' });
    const formerRenewal = payment('R1', '2026-11-05T10:00:00Z', { originalTransactionId: 'F1' });
    const present = payment('F2', '2026-11-10T10:00:00Z', { kind: 'first' });
    const presentRenewal = payment('R2', '2026-12-10T10:00:00Z', { originalTransactionId: 'F2' });

    test('ends the present one by a cancellation of its own payments alone, whenever they and it moved', () => {
      for (const named of ['F1', 'R1'])
        expect(isCancelled(former, formerRenewal, present, cancellation('C', '2026-11-12T10:00:00Z', named))).toBe(
          false,
        );
      for (const named of ['F2', 'R2', '', 'unknown'])
        expect(isCancelled(former, present, presentRenewal, cancellation('C', '2026-12-12T10:00:00Z', named))).toBe(
          true,
        );
      expect(isCancelled(former, present, cancellation('C', '2026-11-09T10:00:00Z', 'F2'))).toBe(true);
      expect(isCancelled(former, present, cancellation('C', '2026-11-09T10:00:00Z'))).toBe(false);
    });

    test('knows whose they are by the checkout, where it has one first payment', () => {
      const [one, other] = [
        { ...former, reference: 'c1' },
        { ...present, reference: 'c2' },
      ];
      const ending = (reference: string) => ({ ...cancellation('C', '2026-11-12T10:00:00Z'), reference });
      expect(isCancelled(one, other, ending('c1'))).toBe(false);
      expect(isCancelled(one, other, ending('c2'))).toBe(true);
      expect(isCancelled(one, { ...present, reference: 'c1' }, ending('c1'))).toBe(true);
    });

    test('takes a renewal of the former one, after the present one began, for the former one', () => {
      const late = { ...formerRenewal, occurredAt: new Date('2026-11-11T10:00:00Z') };
      expect(isCancelled(former, present, late, cancellation('C', '2026-11-12T10:00:00Z', 'R1'))).toBe(false);
    });

    test('leaves a cancellation behind where the first payment after it is refunded and its renewal is not', () => {
      const ended = cancellation('C', '2026-11-08T10:00:00Z');
      expect(isCancelled(former, ended, present, presentRenewal, refund('X', 'F2'))).toBe(false);
      expect(isCancelled(former, ended, present, refund('X', 'F2'))).toBe(true);
    });

    test('knows whose a renewal is that names the renewal before it', () => {
      const chained = payment('R3', '2026-12-05T10:00:00Z', { originalTransactionId: 'R1' });
      const all = [former, formerRenewal, present, chained];
      expect(isCancelled(...all, cancellation('C', '2026-12-06T10:00:00Z', 'R3'))).toBe(false);
      expect(chargeableContracts([...all, cancellation('C', '2026-12-06T10:00:00Z', 'R3')])).toEqual([present]);
    });

    test('leaves the good one alone where a duplicate is refunded and ended', () => {
      const duplicate = payment('D', '2026-10-05T10:01:00Z', { kind: 'first' });
      const undone = [former, duplicate, refund('X', 'D'), cancellation('C', '2026-10-06T10:00:00Z', 'D')];
      expect(isCancelled(...undone)).toBe(false);
      expect(endOf(...undone)).toBe('2026-11-05');
      expect(chargeableContracts(undone)).toEqual([former]);
    });

    test('counts from its own payment where the former one had ended without days of grace', () => {
      const next = payment('F2', '2026-11-07T10:00:00Z', { kind: 'first' });
      expect(endOf(former, next)).toBe('2026-12-05');
      expect(endOf(former, cancellation('C', '2026-10-20T10:00:00Z'), next)).toBe('2026-12-07');
      expect(endOf(former, cancellation('C', '2026-10-20T10:00:00Z', 'F1'), next)).toBe('2026-12-07');
      expect(endOf(former, next, cancellation('C', '2026-11-08T10:00:00Z', 'F1'))).toBe('2026-12-05');
    });

    test('counts the months of the one after a withdrawal alone, refunded or not', () => {
      const withdrawn = withdrawal('W', '2026-11-08T10:00:00Z');
      const again = [former, formerRenewal, withdrawn, present];
      expect(endOf(former, formerRenewal, withdrawn)).toBe('revoked');
      expect(endOf(...again)).toBe('2026-12-10');
      expect(endOf(...again, refund('X', 'F1'), refund('Y', 'R1'))).toBe('2026-12-10');
      expect(endOf(...again, presentRenewal)).toBe('2027-01-10');
    });

    test('gives nothing for a renewal that crosses the withdrawal from its contract', () => {
      const withdrawn = withdrawal('W', '2026-11-04T10:00:00Z');
      for (const named of ['F1', '']) {
        const crossing = { ...formerRenewal, originalTransactionId: named };
        expect(endOf(former, withdrawn, crossing)).toBe('revoked');
        expect(endOf(former, withdrawn, crossing, present)).toBe('2026-12-10');
      }
    });
  });

  describe('chargeableContracts', () => {
    const first = payment('F', '2026-10-05T10:00:00Z', { kind: 'first' });
    const chargedBack = refund('X', 'F', -500, { kind: 'chargeback' });

    test('has a contract whose first payment was charged back, and one without a known first payment', () => {
      expect(chargeableContracts([first, chargedBack])).toEqual([first]);
      expect(chargeableContracts([first, chargedBack, NOVEMBER])).toEqual([first]);
      expect(chargeableContracts([OCTOBER, NOVEMBER])).toEqual([OCTOBER]);
      expect(chargeableContracts([OCTOBER, NOVEMBER, cancellation('C', '2026-11-06T10:00:00Z', 'N')])).toEqual([]);
    });

    test('is the same wherever renewals begin that name each other', () => {
      const ring = ['A', 'B', 'C'].map((name, index) =>
        payment(name, `2026-0${index + 1}-05T10:00:00Z`, { originalTransactionId: 'CAB'[index] ?? '' }),
      );
      for (const order of [ring, ring.toReversed()]) expect(chargeableContracts(order)).toEqual([ring[0]]);
    });
  });

  test('reads each of thousands of entries a few times, however many there are', () => {
    let reads = 0;
    const months = Array.from({ length: 3_000 }, (_, index) => {
      const at = new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString();
      const entry = index % 2 === 0 ? payment(`M${index}`, at) : refund(`R${index}`, `M${index - 1}`, -100);
      return Object.defineProperty({ ...entry }, 'kind', { get: () => ((reads += 1), entry.kind) });
    });
    expect(foldLedger(months, graceDays)).toMatchObject({ kind: 'paid' });
    expect(reads).toBeLessThan(10 * months.length);
  });

  describe('with any history', () => {
    const NAMES = 20;
    const entry = fc.record({
      transactionId: fc.integer({ min: 0, max: NAMES }).map(String),
      kind: fc.constantFrom(
        'first',
        'first',
        'renewal',
        'renewal',
        'refund',
        'chargeback',
        'cancellation',
        'withdrawal',
      ),
      reference: fc.constantFrom('', 'c1', 'c2'),
      originalTransactionId: fc.oneof(fc.constant(''), fc.integer({ min: 0, max: NAMES }).map(String)),
      cents: fc.constantFrom(0, 100, 200, 500),
      currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'USD'),
      day: fc.integer({ min: 0, max: 400 }),
      paidDays: fc.option(fc.integer({ min: -10, max: 60 })),
    });
    const at = (day: number) => new Date(Date.UTC(2026, 0, 1 + day));
    const histories = fc
      .uniqueArray(entry, { selector: ({ transactionId }) => transactionId, maxLength: 14 })
      .map((drawn) =>
        drawn.map(({ day, paidDays, cents, ...rest }): FoldedEntry => {
          const isPaid = rest.kind === 'first' || rest.kind === 'renewal';
          const paidUntil = paidDays === null ? null : at(day + paidDays);
          return { ...rest, partner: 'p', occurredAt: at(day), amountCents: isPaid ? cents : -cents, paidUntil };
        }),
      );

    test('does not depend on the order of the entries', () => {
      const shuffled = histories.chain((history) =>
        fc.tuple(fc.constant(history), fc.shuffledSubarray(history, { minLength: history.length })),
      );
      fc.assert(
        fc.property(shuffled, ([history, other]) =>
          expect(foldLedger(other, graceDays)).toEqual(foldLedger(history, graceDays)),
        ),
        { numRuns: 10_000 },
      );
    });

    test('has no open contract after an end that names none, and each chargeable one is ended by its name', () => {
      fc.assert(
        fc.property(histories, (history) => {
          const ended = [...history, cancellation('C', at(450).toISOString())];
          expect(openContracts(ended)).toEqual([]);
          expect(foldLedger(ended, graceDays)).not.toMatchObject({ isCancelled: false });
          // Of several contracts the partner does not state which one it has ended.
          const { payments, openingOf } = namesAmong(history);
          const contracts = new Set(payments.map(openingOf));
          expect(chargeableContracts(ended)).toEqual(contracts.size === 1 ? [] : chargeableContracts(history));
          const named = chargeableContracts(history).map(({ transactionId }) =>
            cancellation(`C${transactionId}`, at(451).toISOString(), transactionId),
          );
          expect(chargeableContracts([...ended, ...named])).toEqual([]);
        }),
        { numRuns: 2_000 },
      );
    });

    test('is that of the new contract alone once a first payment follows a withdrawal or an end by name', () => {
      const present = payment('present', at(500).toISOString(), { kind: 'first' });
      const alone = foldLedger([present], graceDays);
      fc.assert(
        fc.property(histories, fc.integer({ min: 0, max: NAMES }).map(String), (history, named) => {
          const until = [...history, withdrawal('W', at(450).toISOString()), present];
          expect(foldLedger(until, graceDays)).toEqual(alone);
          const isPast = history.some(
            ({ transactionId, kind }) => transactionId === named && /first|renewal/.test(kind),
          );
          fc.pre(isPast);
          expect(foldLedger([...until, cancellation('C', at(501).toISOString(), named)], graceDays)).toEqual(alone);
        }),
        { numRuns: 2_000 },
      );
    });
  });
});
