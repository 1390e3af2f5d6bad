import type { EventData } from 'contracts/events';
import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Postgres } from 'service-kit/postgres';
import { accessEntity, createSqlReader, dayOf, presentIn } from 'service-kit/reconciliation/collection';
import type { Collections } from 'service-kit/reconciliation/collection';
import { retractAbsent } from 'service-kit/reconciliation/retract-absent';
import { MAX_RANGE } from 'service-kit/reconciliation/protocol';
import { accessUntil } from '../subscriptions/subscription-state.ts';
import type { State } from '../subscriptions/subscription-state.ts';

interface SubscriptionRow {
  id: string;
  state: State;
  paidUntil: Date | null;
  revision: number;
}
const SUBSCRIPTION = 'subscriber_id as id, state, paid_until as "paidUntil", revision';

/** Events that carry the end of access without sending a mail, unlike `subscription.activated`. */
const EVENTS = {
  active: 'subscription.renewed',
  grace: 'subscription.renewed',
  cancelled: 'subscription.cancelled',
  expired: 'subscription.expired',
  revoked: 'subscription.revoked',
  pending: 'subscription.expired',
} as const;

/** p: payment that the refund l refunds. */
const REFUNDED = `left join ledger p on l.kind in ('refund', 'chargeback') and l.original_transaction_id <> ''
  and p.partner = l.partner and p.transaction_id = l.original_transaction_id and p.kind in ('first', 'renewal')`;

/** The credit of entries from before events named an affiliate is not compared: it follows the registration. */
const LEDGER = `select l.id, 0 as revision, json_build_object('subscriberId', l.subscriber_id, 'amountCents', l.amount_cents, 'currency', l.currency, 'kind', l.kind,
  'refundedId', p.id, 'recordedOn', ${dayOf('l.recorded_at')}, 'credit', case when l.is_attributed then json_build_object('affiliateId', l.affiliate_id) end) as facts
  from ledger l ${REFUNDED} where l.kind not in ('cancellation', 'withdrawal', 'fee')`;

const SUBSCRIBERS = `select id, revision, case when not erased then json_build_object('email', email, 'firstName', first_name, 'lastName', last_name, 'clickId', click_id, 'affiliate', affiliate, 'pixelId', pixel_id,
  'modelId', model_id, 'attribution', case when attribution_reason is not null
    then json_build_object('affiliateId', affiliate_id, 'reason', attribution_reason) end) end as facts from subscribers`;

const AFFILIATES = `select id, revision, slug, case when not deleted then json_build_object('slug', slug, 'adexicoBaseUrl', base_url,
  'adexicoSourceId', source_id, 'telegramLink', telegram_link, 'isActive', is_active) end as facts from affiliates`;

const MODELS = `select id, revision, slug, case when not deleted then json_build_object('slug', slug, 'previousSlugs', previous_slugs, 'affiliateId', affiliate_id, 'isHidden', is_hidden,
  'adexicoBaseUrl', base_url, 'adexicoSourceId', source_id, 'telegramLink', telegram_link) end as facts from models`;

type PaymentRow = Omit<EventData<'payment.recorded'>, 'refundedId'> & {
  refundedId: string | null;
  recordedAt: Date;
  isAttributed: boolean;
  affiliate: string;
  affiliateId: string | null;
};
const paymentOf = ({ recordedAt, isAttributed, affiliate, affiliateId, refundedId, ...facts }: PaymentRow) => ({
  ...createEvent(
    'payment.recorded',
    {
      ...facts,
      ...(isAttributed ? { affiliateId } : { affiliate }),
      ...(refundedId === null ? {} : { refundedId }),
    },
    0,
  ),
  occurredAt: recordedAt.toISOString(),
});

/**
 * Creates the collections that a reconciliation compares: subscriptions and ledger, and copies of subscribers, affiliates and
 * models.
 */
export const createReconciliation = (postgres: Postgres, { graceDays }: { graceDays: number }): Collections => {
  // Revision 0: a subscription without a payment was never published.
  const published = presentIn(
    postgres,
    'select subscriber_id as id from subscriptions where subscriber_id = any($1) and revision > 0',
  );
  const access = (row: SubscriptionRow) => ({ ...row, paidUntil: accessUntil(row, graceDays) });
  return {
    subscriptions: {
      read: createSqlReader<SubscriptionRow>(postgres, {
        rows: `select ${SUBSCRIPTION} from subscriptions where revision > 0`,
        toEntity: (row) => accessEntity(access(row)),
      }),
      references: {
        subscribers: async (after) => {
          const { rows } = await postgres.query<{ id: string }>(
            `select subscriber_id as id from subscriptions where revision > 0 and ($1::uuid is null or subscriber_id > $1)
               and not exists (select from subscribers where id = subscriber_id and erased) order by subscriber_id limit $2`,
            [after ?? null, MAX_RANGE],
          );
          return {
            references: rows.map(({ id }) => ({ id, slug: '' })),
            next: rows.length < MAX_RANGE ? null : (rows.at(-1)?.id ?? null),
          };
        },
      },
      republish: (targets) =>
        postgres.transaction(async (client) => {
          for (const { id, revision } of targets) {
            const { rows } = await client.query<SubscriptionRow>(
              `update subscriptions set revision = greatest(revision, $2) + 1 where subscriber_id = $1 returning ${SUBSCRIPTION}`,
              [id, revision],
            );
            for (const row of rows) {
              const data = { subscriberId: id, paidUntil: access(row).paidUntil?.toISOString() ?? null };
              await saveEvents(client, createEvent(EVENTS[row.state], data, row.revision));
            }
          }
        }),
      retract: retractAbsent(postgres, published, ({ id, revision }) =>
        createEvent('subscription.revoked', { subscriberId: id, paidUntil: null }, revision + 1),
      ),
    },
    ledger: {
      read: createSqlReader(postgres, { rows: LEDGER }),
      republish: (targets) =>
        postgres.transaction(async (client) => {
          const { rows } = await client.query<PaymentRow>(
            `select l.id, l.subscriber_id as "subscriberId", l.amount_cents as "amountCents", l.currency, l.kind, l.affiliate, l.affiliate_id as "affiliateId",
               l.is_attributed as "isAttributed", l.model_slug as "modelSlug", l.recorded_at as "recordedAt", p.id as "refundedId"
             from ledger l ${REFUNDED} where l.id = any($1)`,
            [targets.map(({ id }) => id)],
          );
          await saveEvents(client, ...rows.map(paymentOf));
        }),
    },
    subscribers: { read: createSqlReader(postgres, { rows: SUBSCRIBERS }) },
    affiliates: { read: createSqlReader(postgres, { rows: AFFILIATES }) },
    models: { read: createSqlReader(postgres, { rows: MODELS }) },
  };
};
