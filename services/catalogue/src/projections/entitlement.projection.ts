import { Schema } from 'mongoose';
import type { Connection } from 'mongoose';
import type { Event } from 'contracts/events';
import { applyRevision } from './apply-revision.ts';
import type { ProjectedDocument } from './apply-revision.ts';

type Stored = ProjectedDocument & { paidUntil: Date | null };
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

/** Projection of the end of each subscriber's access, from billing's events. */
export const createEntitlementProjection = (connection: Connection) => {
  const entitlements = connection.model<Stored>('Entitlement', schema, 'entitlements');
  return {
    isEntitled: async (subscriberId: string, nowMs: number): Promise<boolean> =>
      (await entitlements.exists({ _id: subscriberId, paidUntil: { $gt: new Date(nowMs) } })) !== null,
    apply: ({ data, revision }: SubscriptionEvent) =>
      applyRevision(entitlements, data.subscriberId, revision, {
        paidUntil: data.paidUntil === null ? null : new Date(data.paidUntil),
      }),
  };
};
export type EntitlementProjection = ReturnType<typeof createEntitlementProjection>;
