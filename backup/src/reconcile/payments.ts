import type { EventData } from 'contracts/events';
import { createEvent, saveEvents } from 'service-kit/outbox';
import { compare } from './compare.ts';
import type { CopyRow, Subject } from './compare.ts';

type Facts = EventData<'payment.recorded'>;

/** What was paid: billing's ledger, of which nothing is ever taken out. */
export const payments: Subject = {
  look: async ({ billing, affiliate }) => {
    const owner = await billing.query<Pick<Facts, 'id' | 'subscriberId' | 'amountCents' | 'currency' | 'kind'>>('select id, subscriber_id as "subscriberId", amount_cents as "amountCents", currency, kind from ledger');
    const copies = await affiliate.query<CopyRow>(`select id, 0 as revision, json_build_object('subscriberId', subscriber_id, 'amountCents', amount_cents, 'currency', currency, 'kind', kind) as facts from payments`);
    return [compare('billing.ledger, affiliate.payments', new Map(owner.rows.map(({ id, ...facts }) => [id, { revision: 0, facts }])), copies.rows, ({ subscriberId, amountCents, currency, kind }) => ({ subscriberId, amountCents, currency, kind }))];
  },
  tellAgain: async ({ billing }, things) => {
    const { rows } = await billing.query<Facts & { recordedAt: Date }>(
      `select id, subscriber_id as "subscriberId", amount_cents as "amountCents", currency, kind, affiliate, model_slug as "modelSlug", recorded_at as "recordedAt" from ledger where id = any($1)`,
      [[...things.keys()]],
    );
    for (const { recordedAt, ...facts } of rows) await saveEvents(billing, { ...createEvent('payment.recorded', facts, 0), occurredAt: recordedAt.toISOString() });
  },
};
