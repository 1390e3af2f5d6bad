import { z } from 'zod';

/**
 * Requests of a reconciliation to a service's management port. A collection contains entities with UUIDs, ordered by their
 * lower-case text. A range `(after, to]` excludes its lower bound; an absent bound is open.
 */
export const RECONCILIATION_PATH = '/reconciliation';

/** Maximum number of ids in one POST. */
export const MAX_IDS = 500;
/** Maximum number of entities in one digest, or in one page of entries. */
export const MAX_RANGE = 5_000;

const rangeFields = {
  after: z.guid().optional(),
  to: z.guid().optional(),
  /** Comma-separated facts to compare, in the order in which they are hashed. */
  facts: z.string().transform((names) => names.split(',').filter((name) => name !== '')),
};
const limit = z.coerce.number().int().min(1).max(MAX_RANGE);

/** GET /reconciliation/<collection>/digest; without a limit the whole range is hashed. */
export const digestQuery = z.object({
  ...rangeFields,
  /** Whether revisions are part of the hash. */
  revisions: z.stringbool().default(true),
  limit: limit.optional(),
});
export const digest = z.object({
  count: z.number().int(),
  hash: z.string(),
  /** Last id of the hashed range when `limit` shortened it; null when it reached the end of the collection. */
  to: z.guid().nullable(),
});
export type Digest = z.infer<typeof digest>;

/** GET /reconciliation/<collection>/entries */
export const entriesQuery = z.object({ ...rangeFields, limit: limit.default(MAX_RANGE) });
export const entry = z.object({
  id: z.guid(),
  /** Revision of the last event about the entity; 0 when the copy stores none. */
  revision: z.number().int(),
  /** Hash of the facts; null for an entity known to be deleted. No personal data leave the service. */
  fingerprint: z.string().nullable(),
  /** Slug, for deletion events that identify the entity by slug. */
  slug: z.string(),
  /** Whether the entry has no effect, so that the owner may lack it. */
  isInert: z.boolean(),
});
export const entries = z.array(entry);
export type Entry = z.infer<typeof entry>;

/** GET /reconciliation/<collection>/references/<name>: ids of another service's entities, one page at a time. */
export const referencesQuery = z.object({ after: z.guid().optional() });
export const references = z.object({
  references: z.array(z.object({ id: z.guid(), slug: z.string() })),
  /** Start of the next page; null after the last page. */
  next: z.guid().nullable(),
});
export type ReferencePage = z.infer<typeof references>;

/** POST /reconciliation/<collection>/absent: returns those of the ids that the owner does not have. */
export const ids = z.array(z.guid()).max(MAX_IDS);

/** GET /reconciliation/<collection>/checks/<name>: a check that a service makes within its own stores, one page at a time. */
export const checkQuery = z.object({ page: z.coerce.number().int().min(0).default(0) });
export const checkResult = z.object({
  compared: z.number().int(),
  /** Ids, or keys of files. */
  findings: z.array(z.string()),
  /** null after the last page. */
  next: z.number().int().nullable(),
});
export type CheckPage = z.infer<typeof checkResult>;

/** POST /reconciliation/<collection>/republish and /retract: entities with the newest revision of any copy. */
export const targets = z
  .array(z.object({ id: z.string().max(200), revision: z.number().int().min(0), slug: z.string().max(200) }))
  .max(MAX_IDS);
export type Target = z.infer<typeof targets>[number];
