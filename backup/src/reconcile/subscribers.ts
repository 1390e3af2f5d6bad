import type { Attribution } from 'contracts/attribution';
import { createEvent, saveEvents } from 'service-kit/outbox';
import { compare, compareReferences } from './compare.ts';
import type { CopyRow, Subject } from './compare.ts';
import { inTransaction } from './stores.ts';

interface Facts {
  email: string;
  clickId: string;
  affiliate: string;
  pixelId: string;
  modelId: string;
  /** null: registered before identity decided. */
  attribution: Attribution | null;
}

const attribution = (column: string): string =>
  `case when attribution_reason is not null then json_build_object('affiliateId', ${column}, 'reason', attribution_reason) end`;

/** Who is registered: identity's, told once. Names are left out: people change them, and nobody is told. */
export const subscribers: Subject = {
  look: async ({ identity, billing, affiliate }) => {
    const owner = await identity.query<Facts & { id: string; revision: number }>(
      `select id, revision, email, click_id as "clickId", affiliate, pixel_id as "pixelId", model_id as "modelId", ${attribution('attributed_affiliate_id')} as attribution from subscribers`,
    );
    const inBilling = await billing.query<CopyRow>(
      `select id, revision, case when not erased then json_build_object('email', email, 'clickId', click_id, 'affiliate', affiliate, 'pixelId', pixel_id, 'modelId', model_id, 'attribution', ${attribution('affiliate_id')}) end as facts from subscribers`,
    );
    const inAffiliate = await affiliate.query<CopyRow>(
      `select subscriber_id as id, 0 as revision, case when not is_erased then json_build_object('clickId', click_id, 'pixelId', pixel_id, 'attribution', ${attribution('affiliate_id')}) end as facts from registrations`,
    );
    const paying = await billing.query<{ id: string }>(
      'select subscriber_id as id from subscriptions where revision > 0 and subscriber_id not in (select id from subscribers where erased)',
    );
    const owned = new Map(owner.rows.map(({ id, revision, ...facts }) => [id, { revision, facts }]));
    return [
      compare(
        'identity.subscribers, billing.subscribers',
        owned,
        inBilling.rows,
        ({ email, clickId, affiliate: slug, pixelId, modelId, attribution }) => ({
          email,
          clickId,
          affiliate: slug,
          pixelId,
          modelId,
          attribution,
        }),
      ),
      compare(
        'identity.subscribers, affiliate.registrations',
        owned,
        inAffiliate.rows,
        ({ clickId, pixelId, attribution }) => ({ clickId, pixelId, attribution }),
      ),
      compareReferences('billing.subscriptions, identity.subscribers', paying.rows, owned, 'stuck'),
    ];
  },
  tellAgain: async ({ identity }, things) => {
    for (const [id, { revision }] of things)
      await inTransaction(identity, async () => {
        const { rows } = await identity.query<{
          email: string;
          first_name: string;
          last_name: string;
          username: string;
          click_id: string;
          affiliate: string;
          pixel_id: string;
          model_id: string;
          revision: number;
          created_at: Date;
          slug: string | null;
          attributed_affiliate_id: string | null;
          attribution_reason: Attribution['reason'] | null;
        }>(
          `update subscribers s set revision = greatest(revision, $2) + 1 where id = $1
           returning *, (select slug from models where id = s.model_id) as slug`,
          [id, revision],
        );
        for (const row of rows) {
          const tracking = { clickId: row.click_id, affiliate: row.affiliate, pixelId: row.pixel_id };
          const data = {
            id,
            email: row.email,
            firstName: row.first_name,
            lastName: row.last_name,
            username: row.username,
            tracking,
            modelSlug: row.slug ?? '',
            modelId: row.model_id,
          };
          const decided =
            row.attribution_reason === null
              ? {}
              : { attribution: { affiliateId: row.attributed_affiliate_id, reason: row.attribution_reason } };
          // Counted in the period in which it was.
          await saveEvents(identity, {
            ...createEvent('subscriber.registered', { ...data, ...decided }, row.revision),
            occurredAt: row.created_at.toISOString(),
          });
        }
      });
  },
  tellGone: async ({ identity }, things) => {
    for (const [id, { revision }] of things)
      await saveEvents(identity, createEvent('subscriber.erased', { id }, revision + 1));
  },
};
