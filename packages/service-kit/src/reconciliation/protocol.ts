import { z } from 'zod';

/**
 * Requests of a reconciliation to a service's management port. A collection holds entities under UUIDs, in the order of their
 * lower-case text; a range `(after, to]` of it excludes its lower bound, and an absent bound is open.
 */
export const RECONCILIATION_PATH = '/reconciliation';

/** Ids in one POST. */
export const MAX_IDS = 500;
/** Entities of one digest, and of one page of entries. */
export const MAX_RANGE = 5_000;

const rangeFields = {
  after: z.guid().optional(),
  to: z.guid().optional(),
  /** Facts to compare, in the order in which they are hashed: comma separated. */
  facts: z.string().transform((names) => names.split(',').filter((name) => name !== '')),
};
const limit = z.coerce.number().int().min(1).max(MAX_RANGE);

/** GET /reconciliation/<collection>/digest: without a limit the whole range is hashed. */
export const digestQuery = z.object({
  ...rangeFields,
  /** Whether revisions are hashed too. */
  revisions: z.stringbool().default(true),
  limit: limit.optional(),
});
export const digest = z.object({
  count: z.number().int(),
  hash: z.string(),
  /** Last id of the range where `limit` cut it short; null where the collection ends in it. */
  to: z.guid().nullable(),
});
export type Digest = z.infer<typeof digest>;

/** GET /reconciliation/<collection>/entries */
export const entriesQuery = z.object({ ...rangeFields, limit: limit.default(MAX_RANGE) });
export const entry = z.object({
  id: z.guid(),
  /** Revision of the last event about the entity; 0 where the copy stores none. */
  revision: z.number().int(),
  /** Hash of the facts; null for an entity known to be deleted. Nothing personal leaves the service. */
  fingerprint: z.string().nullable(),
  /** Slug for deletion events that name the entity by one. */
  slug: z.string(),
  /** An entry that grants nothing: its owner need not know it. */
  isInert: z.boolean(),
});
export const entries = z.array(entry);
export type Entry = z.infer<typeof entry>;

/** GET /reconciliation/<collection>/references/<name>: ids of another service's entities, a page at a time. */
export const referencesQuery = z.object({ after: z.guid().optional() });
export const references = z.object({
  references: z.array(z.object({ id: z.guid(), slug: z.string() })),
  /** Beginning of the next page; null after the last. */
  next: z.guid().nullable(),
});
export type ReferencePage = z.infer<typeof references>;

/** POST /reconciliation/<collection>/absent: which of these ids the owner does not have. */
export const ids = z.array(z.guid()).max(MAX_IDS);

/** GET /reconciliation/<collection>/checks/<name>: what a service can check in its own stores, a page at a time. */
export const checkQuery = z.object({ page: z.coerce.number().int().min(0).default(0) });
export const checkResult = z.object({
  compared: z.number().int(),
  /** Ids, or keys of files. */
  findings: z.array(z.string()),
  /** null after the last page. */
  next: z.number().int().nullable(),
});
export type CheckPage = z.infer<typeof checkResult>;

/** POST /reconciliation/<collection>/republish and /retract: entities with the newest revision that any copy has of them. */
export const targets = z
  .array(z.object({ id: z.string().max(200), revision: z.number().int().min(0), slug: z.string().max(200) }))
  .max(MAX_IDS);
export type Target = z.infer<typeof targets>[number];
