import type { EventData } from 'contracts/events';
import { createEvent, saveEvents } from 'service-kit/outbox';
import { compare } from './compare.ts';
import type { CopyRow, Subject } from './compare.ts';

type Facts = EventData<'payment.recorded'>;

/** Entries of former versions follow the registration's credit: only an affiliate that an event named is compared. */
const CREDIT = "case when is_attributed then json_build_object('affiliateId', affiliate_id) end";

/** What was paid: billing's ledger, of which nothing is ever taken out. */
export const payments: Subject = {
  look: async ({ billing, affiliate }) => {
    const owner = await billing.query<
      Pick<Facts, 'id' | 'subscriberId' | 'amountCents' | 'currency' | 'kind'> & { credit: unknown }
    >(
      `select id, subscriber_id as "subscriberId", amount_cents as "amountCents", currency, kind, ${CREDIT} as credit from ledger`,
    );
    const copies = await affiliate.query<CopyRow>(
      `select id, 0 as revision, json_build_object('subscriberId', subscriber_id, 'amountCents', amount_cents, 'currency', currency, 'kind', kind, 'credit', ${CREDIT}) as facts from payments`,
    );
    return [
      compare(
        'billing.ledger, affiliate.payments',
        new Map(owner.rows.map(({ id, ...facts }) => [id, { revision: 0, facts }])),
        copies.rows,
        ({ subscriberId, amountCents, currency, kind, credit }) => ({
          subscriberId,
          amountCents,
          currency,
          kind,
          credit,
        }),
      ),
    ];
  },
  tellAgain: async ({ billing }, things) => {
    const { rows } = await billing.query<
      Facts & { recordedAt: Date; isAttributed: boolean; affiliateId: string | null }
    >(
      `select id, subscriber_id as "subscriberId", amount_cents as "amountCents", currency, kind, affiliate, affiliate_id as "affiliateId", is_attributed as "isAttributed", model_slug as "modelSlug", recorded_at as "recordedAt" from ledger where id = any($1)`,
      [[...things.keys()]],
    );
    for (const { recordedAt, isAttributed, affiliate, affiliateId, ...facts } of rows)
      await saveEvents(billing, {
        ...createEvent('payment.recorded', { ...facts, ...(isAttributed ? { affiliateId } : { affiliate }) }, 0),
        occurredAt: recordedAt.toISOString(),
      });
  },
};
