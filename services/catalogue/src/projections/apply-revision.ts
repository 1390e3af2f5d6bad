import type { Model, QueryFilter } from 'mongoose';
import { isDuplicateKey } from 'service-kit/mongo';

/** Field of every projection: revision of the last applied event. */
export interface ProjectedDocument {
  _id: string;
  revision: number;
}

/**
 * Writes the facts of an event, unless a newer revision is stored. The same event may arrive twice.
 * @returns false when a newer one is stored
 */
export const applyRevision = async <Document extends ProjectedDocument>(
  collection: Model<Document>,
  id: string,
  revision: number,
  facts: Partial<Document>,
): Promise<boolean> => {
  try {
    const older = { _id: id, revision: { $lte: revision } } as QueryFilter<Document>;
    await collection.updateOne(older, { $set: { ...facts, revision } }, { upsert: true });
    return true;
  } catch (error) {
    // A newer revision exists: the filter did not match, and the insertion was a duplicate.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
};
