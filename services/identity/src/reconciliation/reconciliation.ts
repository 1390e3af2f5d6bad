import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Postgres } from 'service-kit/postgres';
import { createSqlReader, dayOf, presentIn } from 'service-kit/reconciliation/collection';
import type { Collections } from 'service-kit/reconciliation/collection';
import { retractAbsent } from 'service-kit/reconciliation/retract-absent';
import { eventDataOf, FACTS } from '../subscribers/subscriber-facts.ts';
import type { FactsRow } from '../subscribers/subscriber-facts.ts';

const SUBSCRIBERS = `select id, revision, json_build_object('email', email, 'firstName', first_name, 'lastName', last_name, 'clickId', click_id, 'affiliate', affiliate, 'pixelId', pixel_id,
  'modelId', model_id, 'registeredOn', ${dayOf('created_at')}, 'attribution', case when attribution_reason is not null
    then json_build_object('affiliateId', attributed_affiliate_id, 'reason', attribution_reason) end) as facts from subscribers`;

const AFFILIATES = `select id, revision, case when not is_deleted
  then json_build_object('slug', slug, 'isActive', is_active, 'emailFromName', email_from_name, 'emailFromEmail', email_from_email) end as facts from affiliates`;

const MODELS = `select id, revision, slug, case when not is_deleted
  then json_build_object('slug', slug, 'affiliateId', affiliate_id, 'isHidden', is_hidden, 'liveRule', live_rule, 'emailFromName', email_from_name, 'emailFromEmail', email_from_email) end as facts from models`;

/** Returns the registration as published, with its original time, which determines the period in which it counts. */
const registrationOf = (row: FactsRow) => ({
  ...createEvent('subscriber.registered', eventDataOf(row), row.revision),
  occurredAt: row.createdAt.toISOString(),
});

/** Creates the collections that a reconciliation compares: subscribers, and copies of affiliates and models. */
export const createReconciliation = (postgres: Postgres): Collections => {
  const present = presentIn(postgres, 'select id from subscribers where id = any($1)');
  return {
    subscribers: {
      read: createSqlReader(postgres, { rows: SUBSCRIBERS }),
      present,
      republish: (targets) =>
        postgres.transaction(async (client) => {
          for (const { id, revision } of targets) {
            const { rows } = await client.query<FactsRow>(
              `update subscribers s set revision = greatest(revision, $2) + 1 where id = $1 returning ${FACTS}`,
              [id, revision],
            );
            await saveEvents(client, ...rows.map(registrationOf));
          }
        }),
      retract: retractAbsent(postgres, present, ({ id, revision }) =>
        createEvent('subscriber.erased', { id }, revision + 1),
      ),
    },
    affiliates: { read: createSqlReader(postgres, { rows: AFFILIATES }) },
    models: { read: createSqlReader(postgres, { rows: MODELS }) },
  };
};
