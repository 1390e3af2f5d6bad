import { createHash } from 'node:crypto';

/** Header that names what a response shows, so that caches can drop it by that (docs/architecture.md#cached-responses). */
export const SURROGATE_KEY_HEADER = 'surrogate-key';

/**
 * Header with the instant (ISO 8601) from which a response is no longer right, without any event: a schedule begins or ends a live
 * that it shows.
 */
export const CHANGES_AT_HEADER = 'changes-at';

const shortDigest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 10);

/** Whatever shows the model with this slug; short, because a page of a list names 200. */
export const surrogateKeyOfModel = (slug: string): string => shortDigest(slug);

/** A picture of this asset whose address does not name it. */
export const surrogateKeyOfAsset = (id: string): string => shortDigest(`asset ${id}`);

/** Lists that a model may join, or move within, without being shown by them before. */
export const LIST_KEYS = {
  /** Every list: for a model that is published or hidden. */
  all: 'list',
  /** The last page of all models in the order of their creation. */
  end: 'list-end',
  /** Lists that are filtered, or sorted by values that may change. */
  ranked: 'list-ranked',
  /** The sitemap and its parts: for a model that comes, goes or changes its slug. */
  sitemap: 'sitemap',
} as const;
