import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Postgres } from 'service-kit/postgres';
import { accessEntity, createSqlReader, dayOf, presentIn } from 'service-kit/reconciliation/collection';
import type { Collections } from 'service-kit/reconciliation/collection';
import { retractAbsent } from 'service-kit/reconciliation/retract-absent';
import { READ_COLUMNS } from '../affiliates/affiliate.repository.ts';
import type { Affiliate } from '../affiliates/affiliate.repository.ts';
import { factsOf } from '../affiliates/affiliate-views.ts';

const AFFILIATE = READ_COLUMNS.join(', ');

const REGISTRATIONS = `select subscriber_id as id, 0 as revision, case when not is_erased then json_build_object('clickId', click_id, 'pixelId', pixel_id, 'registeredOn', ${dayOf('registered_at')},
  'attribution', case when attribution_reason is not null
    then json_build_object('affiliateId', affiliate_id, 'reason', attribution_reason) end) end as facts from registrations`;

/** The credit of entries from before events named an affiliate is not compared: it follows the registration. */
const PAYMENTS = `select id collate "C" as id, 0 as revision, json_build_object('subscriberId', subscriber_id, 'amountCents', amount_cents, 'currency', currency, 'kind', kind,
  'refundedId', refunded_id, 'recordedOn', ${dayOf('recorded_at')}, 'credit', case when is_attributed then json_build_object('affiliateId', affiliate_id) end) as facts from payments`;

/** Revision 0: a model that is known only from registrations. */
const MODELS = `select id, revision, slug, case when not is_deleted and revision > 0
  then json_build_object('slug', slug, 'previousSlugs', previous_slugs, 'affiliateId', affiliate_id, 'name', name, 'liveRule', live_rule) end as facts from models`;

interface SubscriptionRow {
  id: string;
  revision: number;
  paidUntil: Date | null;
}

/**
 * Creates the collections that a reconciliation compares: affiliates, and copies of registrations, payments, subscriptions and
 * models.
 */
export const createReconciliation = (postgres: Postgres): Collections => {
  const present = presentIn(postgres, 'select id from affiliates where id = any($1)');
  return {
    affiliates: {
      read: createSqlReader<Affiliate>(postgres, {
        rows: `select ${AFFILIATE} from affiliates`,
        toEntity: (affiliate) => {
          const { id, ...facts } = factsOf(affiliate);
          return { id, revision: affiliate.revision, facts };
        },
      }),
      present,
      republish: (targets) =>
        postgres.transaction(async (client) => {
          for (const { id, revision } of targets) {
            const { rows } = await client.query<Affiliate>(
              `update affiliates set revision = greatest(revision, $2) + 1 where id = $1 returning ${AFFILIATE}`,
              [id, revision],
            );
            await saveEvents(
              client,
              ...rows.map((affiliate) => createEvent('affiliate.updated', factsOf(affiliate), affiliate.revision)),
            );
          }
        }),
      retract: retractAbsent(postgres, present, ({ id, revision, slug }) =>
        createEvent('affiliate.deleted', { id, slug }, revision + 1),
      ),
    },
    registrations: { read: createSqlReader(postgres, { rows: REGISTRATIONS }) },
    payments: { read: createSqlReader(postgres, { rows: PAYMENTS }) },
    subscriptions: {
      read: createSqlReader<SubscriptionRow>(postgres, {
        rows: 'select subscriber_id as id, revision, paid_until as "paidUntil" from subscriptions',
        toEntity: accessEntity,
      }),
    },
    models: { read: createSqlReader(postgres, { rows: MODELS }) },
  };
};
