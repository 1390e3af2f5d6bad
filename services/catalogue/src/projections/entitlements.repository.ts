import { Schema } from 'mongoose';
import type { Connection } from 'mongoose';
import type { Event } from 'contracts/events';
import { project } from './guarded.ts';
import type { Projected } from './guarded.ts';

type Stored = Projected & { paidUntil: Date | null };
export type SubscriptionEvent = Event<
  | 'subscription.activated'
  | 'subscription.renewed'
  | 'subscription.cancelled'
  | 'subscription.expired'
  | 'subscription.revoked'
>;

const schema = new Schema<Stored>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, required: true },
    paidUntil: { type: Date, default: null },
  },
  { versionKey: false, autoIndex: false },
);

/** Until when each subscriber has paid, as billing's ledger says. */
export const createEntitlementRepository = (connection: Connection) => {
  const entitlements = connection.model<Stored>('Entitlement', schema, 'entitlements');
  return {
    /** @param now milliseconds */
    isEntitled: async (subscriberId: string, now: number): Promise<boolean> =>
      (await entitlements.exists({ _id: subscriberId, paidUntil: { $gt: new Date(now) } })) !== null,
    changed: ({ data, revision }: SubscriptionEvent) =>
      project(entitlements, data.subscriberId, revision, {
        paidUntil: data.paidUntil === null ? null : new Date(data.paidUntil),
      }),
  };
};
export type EntitlementRepository = ReturnType<typeof createEntitlementRepository>;
