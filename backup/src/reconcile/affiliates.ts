import type { EventData } from 'contracts/events';
import { createEvent, saveEvents } from 'service-kit/outbox';
import { compare } from './compare.ts';
import type { CopyRow, Subject } from './compare.ts';
import { inTransaction } from './stores.ts';

type Facts = Omit<EventData<'affiliate.updated'>, 'changes'>;
const FACTS = `id, slug, name, is_active as "isActive", is_suspended as "isSuspended", telegram_link as "telegramLink", email_from_name as "emailFromName",
  email_from_email as "emailFromEmail", adexico_base_url as "adexicoBaseUrl", adexico_source_id as "adexicoSourceId"`;

type Stored = Facts & { _id: string; revision: number; isDeleted: boolean };

/** Affiliates and what models inherit of them: the affiliate service's. */
export const affiliates: Subject = {
  look: async ({ affiliate, identity, billing, catalogue }) => {
    const owner = await affiliate.query<Facts & { revision: number }>(`select ${FACTS}, revision from affiliates`);
    const inIdentity = await identity.query<CopyRow>(
      `select id, revision, case when not is_deleted then json_build_object('slug', slug, 'isActive', is_active, 'emailFromName', email_from_name, 'emailFromEmail', email_from_email) end as facts from affiliates`,
    );
    const inBilling = await billing.query<CopyRow>(
      `select id, revision, slug, case when not deleted then json_build_object('slug', slug, 'baseUrl', base_url, 'sourceId', source_id, 'telegramLink', telegram_link, 'isActive', is_active) end as facts from affiliates`,
    );
    const stored = await catalogue.collection<Stored>('affiliates').find().toArray();
    const inCatalogue = stored.map(
      ({
        _id,
        revision,
        isDeleted,
        slug,
        name,
        isActive,
        isSuspended,
        telegramLink,
        emailFromName,
        emailFromEmail,
        adexicoBaseUrl,
        adexicoSourceId,
      }) => ({
        id: _id,
        revision,
        slug,
        facts: isDeleted
          ? null
          : {
              slug,
              name,
              isActive,
              isSuspended,
              telegramLink,
              emailFromName,
              emailFromEmail,
              adexicoBaseUrl,
              adexicoSourceId,
            },
      }),
    );
    const owned = new Map(owner.rows.map(({ id, revision, ...facts }) => [id, { revision, facts }]));
    return [
      compare(
        'affiliate.affiliates, identity.affiliates',
        owned,
        inIdentity.rows,
        ({ slug, isActive, emailFromName, emailFromEmail }) => ({ slug, isActive, emailFromName, emailFromEmail }),
      ),
      compare(
        'affiliate.affiliates, billing.affiliates',
        owned,
        inBilling.rows,
        ({ slug, adexicoBaseUrl, adexicoSourceId, telegramLink, isActive }) => ({
          slug,
          baseUrl: adexicoBaseUrl,
          sourceId: adexicoSourceId,
          telegramLink,
          isActive,
        }),
      ),
      compare('affiliate.affiliates, catalogue.affiliates', owned, inCatalogue, (facts) => facts),
    ];
  },
  tellAgain: async ({ affiliate }, things) => {
    for (const [id, { revision }] of things)
      await inTransaction(affiliate, async () => {
        const { rows } = await affiliate.query<Facts & { revision: number }>(
          `update affiliates set revision = greatest(revision, $2) + 1 where id = $1 returning ${FACTS}, revision`,
          [id, revision],
        );
        for (const { revision: raised, ...facts } of rows)
          await saveEvents(affiliate, createEvent('affiliate.updated', facts, raised));
      });
  },
  tellGone: async ({ affiliate }, things) => {
    for (const [id, { revision, slug }] of things)
      await saveEvents(affiliate, createEvent('affiliate.deleted', { id, slug }, revision + 1));
  },
};
