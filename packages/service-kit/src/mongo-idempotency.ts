import { CLAIM_LEASE_SECONDS, IDEMPOTENCY_HOURS } from './idempotency.ts';
import type { IdempotencyStore } from './idempotency.ts';
import { isDuplicateKey } from './mongo.ts';
import type { Mongo } from './mongo.ts';

interface Claimed {
  _id: string;
  fingerprint: string;
  response: { json: string } | null;
  claimedAt: Date;
}

const claimedBefore = (seconds: number) => ({
  $expr: { $lt: ['$claimedAt', { $subtract: ['$$NOW', seconds * 1_000] }] },
});

/** Stores claims in the collection `idempotency_keys`, whose TTL index deletes expired ones. */
export const createMongoIdempotency = (connection: Mongo['connection']) => {
  const claims = connection.collection<Claimed>('idempotency_keys');
  const store: IdempotencyStore = {
    claim: async (key, fingerprint) => {
      const claim = { $set: { fingerprint, response: null }, $currentDate: { claimedAt: true } } as const;
      try {
        // Inserts a new key; for an existing key the filter does not match, so the insertion fails as a duplicate. Upserts accept
        // no $expr.
        await claims.updateOne({ _id: key, claimedAt: { $exists: false } }, claim, { upsert: true });
        return { kind: 'claimed' };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const lapsed = [
        { response: null, ...claimedBefore(CLAIM_LEASE_SECONDS) },
        claimedBefore(IDEMPOTENCY_HOURS * 3_600),
      ];
      const { matchedCount } = await claims.updateOne({ _id: key, $or: lapsed }, claim);
      if (matchedCount === 1) return { kind: 'claimed' };
      const existing = await claims.findOne({ _id: key });
      // Another request released the key between the two commands: the client retries.
      if (!existing) return { kind: 'in progress' };
      if (existing.fingerprint !== fingerprint) return { kind: 'used for another request' };
      return existing.response
        ? { kind: 'completed', response: JSON.parse(existing.response.json) }
        : { kind: 'in progress' };
    },
    complete: async (key, response) => {
      await claims.updateOne({ _id: key }, { $set: { response: { json: JSON.stringify(response) } } });
    },
    release: async (key) => {
      await claims.deleteOne({ _id: key, response: null });
    },
  };
  return {
    ...store,
    createIndexes: () => claims.createIndex({ claimedAt: 1 }, { expireAfterSeconds: IDEMPOTENCY_HOURS * 3_600 }),
  };
};
