import { createHash } from 'node:crypto';

/**
 * Header with the surrogate keys of a response's content, by which caches invalidate it (docs/architecture.md#cached-responses).
 */
export const SURROGATE_KEY_HEADER = 'surrogate-key';

/**
 * Header with the instant (ISO 8601) at which a response becomes stale without any event: a schedule starts or ends a live that it
 * shows.
 */
export const CHANGES_AT_HEADER = 'changes-at';

const shortDigest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 10);

/** Returns the key of responses that show the model with this slug; short, because a page of a list has 200 of them. */
export const surrogateKeyOfModel = (slug: string): string => shortDigest(slug);

/** Returns the key of a picture of this asset whose address does not contain the asset's id. */
export const surrogateKeyOfAsset = (id: string): string => shortDigest(`asset ${id}`);

/** Keys of lists that a change may add a model to, or move it within, although their cached pages do not show it. */
export const LIST_KEYS = {
  /** Every list: for models that are published or hidden. */
  all: 'list',
  /** Last page of all models in order of creation. */
  end: 'list-end',
  /** Lists that are filtered, or sorted by changing values. */
  ranked: 'list-ranked',
  /** Sitemap and its parts: for models that are added, removed or renamed. */
  sitemap: 'sitemap',
} as const;
