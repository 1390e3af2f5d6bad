import { randomUUID } from 'node:crypto';
import type { Event, EventData } from 'contracts/events';
import type { Overview } from 'contracts/overview';
import { subscriberFacts } from 'testing/events';
import { startAffiliate } from './harness.ts';
import type { AffiliateApp } from './harness.ts';

/** Affiliate service, set before the first test. */
export let app: AffiliateApp;
beforeAll(async () => {
  app = await startAffiliate();
});
afterAll(() => app.stop());

export const DAY = '2026-03-10';
/** Consumes an event of a given moment in its serialised form. */
export const consumeAt = async <Name extends 'subscriber.registered' | 'payment.recorded'>(
  name: Name,
  at: string,
  data: EventData<Name>,
) => {
  const event = {
    id: randomUUID(),
    name,
    version: 1,
    occurredAt: at,
    revision: 1,
    actor: { role: 'system', id: null },
    data,
  };
  await (app.listeners[name] as (event: unknown) => Promise<void>)(event);
  return event as Event<Name>;
};
export const registers = (
  affiliate: string,
  modelSlug: string,
  at = `${DAY}T12:00:00.000Z`,
  id: string = randomUUID(),
  clickId = 'CLICK',
) =>
  consumeAt(
    'subscriber.registered',
    at,
    subscriberFacts({
      id,
      email: 'secret@example.org',
      firstName: 'Secrète',
      tracking: { clickId, affiliate, pixelId: '' },
      modelSlug,
    }),
  );
export const pays = (
  subscriberId: string,
  modelSlug: string,
  {
    amountCents = 200,
    kind = 'first',
    at = `${DAY}T13:00:00.000Z`,
    currency = 'EUR',
  }: { amountCents?: number; currency?: string; kind?: 'first' | 'refund'; at?: string } = {},
) =>
  consumeAt('payment.recorded', at, {
    id: randomUUID(),
    subscriberId,
    amountCents,
    currency,
    kind,
    affiliate: '',
    modelSlug,
  });
export const request = (path: string, bearer: string, query = `from=${DAY}&to=${DAY}`) =>
  app.http.get(`/api/affiliates/${path}?${query}`).set('Authorization', bearer);
export const overviewOf = async (slug: string, bearer: string, query?: string) =>
  (await request(`${slug}/overview`, bearer, query).expect(200)).body as Overview;

/** Creates `count` registrations with first payments from a source. */
export const comeBy = async (affiliate: string, modelSlug: string, source: string, count: number) => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = (await registers(affiliate, modelSlug, undefined, undefined, source)).data;
    await pays(id, modelSlug);
    ids.push(id);
  }
  return ids;
};
