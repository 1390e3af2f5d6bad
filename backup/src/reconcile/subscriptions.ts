import { accessUntil } from 'billing/subscriptions/subscription-state';
import type { State } from 'billing/subscriptions/subscription-state';
import { createEvent, saveEvents } from 'service-kit/outbox';
import { compare } from './compare.ts';
import type { CopyRow, Subject } from './compare.ts';
import { inTransaction } from './stores.ts';

interface Row {
  id: string;
  state: State;
  paidUntil: Date | null;
  revision: number;
}
const COLUMNS = 'subscriber_id as id, state, paid_until as "paidUntil", revision';

/** None of them writes a letter, as the first activation does. */
const EVENTS = {
  active: 'subscription.renewed',
  grace: 'subscription.renewed',
  cancelled: 'subscription.cancelled',
  expired: 'subscription.expired',
  revoked: 'subscription.revoked',
  pending: 'subscription.expired',
} as const;

const copyOf = ({ id, revision, paidUntil }: { id: string; revision: number; paidUntil: Date | null }): CopyRow => ({
  id,
  revision,
  facts: { paidUntil: paidUntil?.toISOString() ?? null },
});
/** Who has no access by a copy is no concern of an owner that has never heard of him. */
const isOpenOr = (owned: { has: (id: string) => boolean }) => (row: { id: string; paidUntil: Date | null }) =>
  row.paidUntil !== null || owned.has(row.id);

/** Until when each subscriber sees what is locked: billing's. */
export const subscriptions: Subject = {
  look: async ({ billing, media, affiliate, catalogue, graceDays }) => {
    // Who only waits for a first payment was told to nobody.
    const owned = new Map(
      (await billing.query<Row>(`select ${COLUMNS} from subscriptions where revision > 0`)).rows.map((row) => [
        row.id,
        { revision: row.revision, facts: row },
      ]),
    );
    const expected = (row: Row) => ({ paidUntil: accessUntil(row, graceDays)?.toISOString() ?? null });
    const inMedia = await media.query<Row>(
      'select subscriber_id as id, revision, paid_until as "paidUntil" from entitlements',
    );
    const inAffiliate = await affiliate.query<Row>(
      'select subscriber_id as id, revision, paid_until as "paidUntil" from subscriptions',
    );
    const inCatalogue = (
      await catalogue
        .collection<{ _id: string; revision: number; paidUntil: Date | null }>('entitlements')
        .find()
        .toArray()
    ).map(({ _id, revision, paidUntil }) => ({ id: _id, revision, paidUntil }));
    const pairWith = (name: string, copies: readonly { id: string; revision: number; paidUntil: Date | null }[]) =>
      compare(`billing.subscriptions, ${name}`, owned, copies.filter(isOpenOr(owned)).map(copyOf), expected);
    return [
      pairWith('media.entitlements', inMedia.rows),
      pairWith('catalogue.entitlements', inCatalogue),
      pairWith('affiliate.subscriptions', inAffiliate.rows),
    ];
  },
  tellAgain: async ({ billing, graceDays }, things) => {
    for (const [id, { revision }] of things)
      await inTransaction(billing, async () => {
        const { rows } = await billing.query<Row>(
          `update subscriptions set revision = greatest(revision, $2) + 1 where subscriber_id = $1 returning ${COLUMNS}`,
          [id, revision],
        );
        for (const row of rows)
          await saveEvents(
            billing,
            createEvent(
              EVENTS[row.state],
              { subscriberId: id, paidUntil: accessUntil(row, graceDays)?.toISOString() ?? null },
              row.revision,
            ),
          );
      });
  },
  tellGone: async ({ billing }, things) => {
    for (const [id, { revision }] of things)
      await saveEvents(
        billing,
        createEvent('subscription.revoked', { subscriberId: id, paidUntil: null }, revision + 1),
      );
  },
};
