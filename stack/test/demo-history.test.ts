import { addDays, parisDay } from 'contracts/days';
import { HISTORY_DAYS, HISTORY_DOMAIN, planHistory } from '../src/demo/history/plan.ts';
import { CUSTOMERS } from '../src/demo/subscribers.ts';

const END = new Date('2026-11-24T02:30:00Z');
const AFFILIATES = ['aff-one', 'aff-two'].map((slug) => ({ id: `id-${slug}`, slug }));
const MODELS = [
  { id: 'm1', slug: 'nina', affiliateId: null, weight: 90 },
  { id: 'm2', slug: 'theo', affiliateId: 'id-aff-one', weight: 66 },
  { id: 'm3', slug: 'ines', affiliateId: 'id-aff-two', weight: 78 },
];
const { visits, subscribers } = planHistory(END, MODELS, AFFILIATES);
const movements = subscribers.flatMap((person) => person.movements);
const kinds = Object.groupBy(movements, ({ kind }) => kind);

describe('the history of the demo', () => {
  test('is the same each time', () => {
    expect(planHistory(END, MODELS, AFFILIATES)).toEqual({ visits, subscribers });
  });

  test('is of the ninety days before the start alone', () => {
    const days = new Set(visits.map(({ day }) => day));
    expect(days.size).toBe(HISTORY_DAYS);
    const last = addDays(parisDay(END), -1);
    expect([...days].sort().at(-1)).toBe(last);
    expect([...days].sort()[0]).toBe(addDays(last, 1 - HISTORY_DAYS));
    for (const { registeredAt, checkout, movements: own } of subscribers) {
      const times = [registeredAt, checkout?.openedAt ?? registeredAt, ...own.map(({ occurredAt }) => occurredAt)];
      expect(Math.max(...times.map(Number))).toBeLessThan(END.getTime());
      expect(times.slice(0, 3)).toEqual(times.slice(0, 3).sort((one, other) => one.getTime() - other.getTime()));
    }
  });

  test('has people, renewals, refunds, cancellations and declines in believable parts', () => {
    const visitors = visits.reduce((sum, row) => sum + row.visits, 0);
    const share = (part: number, whole: number) => part / whole;
    expect(subscribers.length).toBeGreaterThan(200);
    expect(share(subscribers.length, visitors)).toBeGreaterThan(0.03);
    expect(share(subscribers.length, visitors)).toBeLessThan(0.06);
    const first = kinds.first?.length ?? 0;
    expect(share(first, subscribers.length)).toBeGreaterThan(0.4);
    expect(share(first, subscribers.length)).toBeLessThan(0.7);
    for (const kind of ['renewal', 'refund', 'cancellation', 'decline'] as const)
      expect(kinds[kind]?.length ?? 0).toBeGreaterThan(2);
    expect(share(kinds.refund?.length ?? 0, first)).toBeLessThan(0.1);
  });

  test('is busier on weekends, and later than before', () => {
    const on = (weekday: number) =>
      visits
        .filter(({ day }) => new Date(`${day}T12:00:00Z`).getUTCDay() === weekday)
        .reduce((sum, row) => sum + row.visits, 0);
    expect(on(6)).toBeGreaterThan(1.3 * on(1));
    const middle = addDays(parisDay(END), -45);
    const sum = (rows: typeof visits) => rows.reduce((total, row) => total + row.visits, 0);
    expect(sum(visits.filter(({ day }) => day >= middle))).toBeGreaterThan(
      1.1 * sum(visits.filter(({ day }) => day < middle)),
    );
  });

  test('credits each model’s owner, and an affiliate whose link was used', () => {
    for (const { model, attribution, tracking } of subscribers) {
      if (model.affiliateId) expect(attribution.affiliateId).toBe(model.affiliateId);
      expect(attribution.reason === 'sub2').toBe(tracking.affiliate !== '');
      expect(attribution.reason === 'none').toBe(attribution.affiliateId === null);
    }
    expect(new Set(subscribers.map(({ attribution }) => attribution.reason))).toEqual(
      new Set(['sub2', 'model-owner', 'none']),
    );
  });

  test('has identifiers and addresses of its own', () => {
    const ids = [...subscribers.map(({ id }) => id), ...movements.flatMap(({ id, postbackId }) => [id, postbackId])];
    expect(new Set(ids).size).toBe(ids.length);
    const addresses = subscribers.map(({ email }) => email);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const address of addresses) expect(address.endsWith(`@${HISTORY_DOMAIN}`)).toBe(true);
    expect(CUSTOMERS.some(({ email }) => email.endsWith(HISTORY_DOMAIN))).toBe(false);
  });
});
