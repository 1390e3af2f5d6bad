import type { QueryFilter } from 'mongoose';
import { NEW_MODEL_DAYS } from 'contracts/limits';
import type { ModelState } from 'contracts/model-fields';
import type { ModelListQuery } from 'contracts/models';
import { wordsOf } from 'contracts/search';
import { z } from 'zod';
import { HIDDEN_STATES } from './model-record.ts';
import type { ModelDocument } from './model.schema.ts';

type Sort = NonNullable<ModelListQuery['sort']>;
type Filter = NonNullable<ModelListQuery['filter']>;
type Conditions = QueryFilter<ModelDocument>[];

const DAY_MS = 24 * 60 * 60_000;

/** Fields by which lists are sorted; ties by id. */
export const ORDERS = {
  oldest: { field: 'createdAt', direction: 1 },
  newest: { field: 'createdAt', direction: -1 },
  likes: { field: 'likes_count', direction: -1 },
  followers: { field: 'followers_count', direction: -1 },
  name: { field: 'foldedName', direction: 1 },
  wall: { field: 'wallOrder', direction: 1 },
  place: { field: 'placeOrder', direction: 1 },
} as const satisfies Record<Sort, { field: keyof ModelDocument; direction: 1 | -1 }>;
const DEFAULT_SORTS: Partial<Record<Filter, Sort>> = { new: 'newest', popular: 'likes' };

/** Live as stored, or by a window that has passed or begun since (see `isLive`). */
const liveIs = (isLive: boolean, now: Date): QueryFilter<ModelDocument> => ({
  $or: [
    { liveState: isLive, nextTransitionAt: null },
    { liveState: isLive, nextTransitionAt: { $gt: now } },
    { liveState: !isLive, nextTransitionAt: { $lte: now } },
  ],
});
const FILTERS: Record<Filter, (now: number) => QueryFilter<ModelDocument>> = {
  live: (now) => liveIs(true, new Date(now)),
  offline: (now) => liveIs(false, new Date(now)),
  manual: () => ({ manual_live_override: { $in: [true, false] } }),
  new: (now) => ({ createdAt: { $gte: new Date(now - NEW_MODEL_DAYS * DAY_MS) } }),
  popular: () => ({ likes_count: { $gt: 0 } }),
  verified: () => ({ is_verified: true }),
};
/** What visitors and subscribers may see; documents of former versions have no state. */
export const PUBLISHED: QueryFilter<ModelDocument> = { state: { $nin: [...HIDDEN_STATES] } };
export const HIDDEN: QueryFilter<ModelDocument> = { state: { $in: [...HIDDEN_STATES] } };
const inState = (state: ModelState): QueryFilter<ModelDocument> => (state === 'published' ? PUBLISHED : { state });

/** Words contain letters and digits only, so they need no escaping. */
const startingWith = (word: string): QueryFilter<ModelDocument> => ({ searchWords: { $regex: `^${word}` } });

/** Which models a list shows, and in which order. */
export interface ModelListing {
  filter: Conditions;
  /** Whether models that are hidden are in it (docs/domain.md#publication). */
  withHidden: boolean;
  sort: Sort;
}

/**
 * The list that a query describes.
 * @param scope `affiliateId`: the models of one affiliate; null: of none; undefined: all
 * @param now milliseconds
 */
export const listingOf = (
  { q = '', filter, state, sort }: Pick<ModelListQuery, 'q' | 'filter' | 'state' | 'sort'>,
  { affiliateId, withHidden }: { affiliateId: string | null | undefined; withHidden: boolean },
  now: number,
): ModelListing => ({
  filter: [
    ...(affiliateId === undefined ? [] : [{ affiliateId }]),
    ...(state ? [inState(state)] : []),
    ...(filter ? [FILTERS[filter](now)] : []),
    ...wordsOf(q).map(startingWith),
  ],
  withHidden,
  sort: sort ?? (filter && DEFAULT_SORTS[filter]) ?? 'oldest',
});

/** The sort key and the id of the last model of a page. */
export const position = z.tuple([z.union([z.number(), z.string()]), z.uuid()]);
export type Position = z.output<typeof position>;

export const nextPosition = (
  sort: Sort,
  last: { _id: string } & Pick<ModelDocument, (typeof ORDERS)[Sort]['field']>,
): Position => {
  const value = last[ORDERS[sort].field];
  return [value instanceof Date ? value.getTime() : value, last._id];
};

/** What comes after a position: a lower bound for the index, and its equals without those that came before. */
export const startOf = (sort: Sort, after: Position | null): Conditions => {
  if (!after) return [];
  const [key, id] = after;
  const { field, direction } = ORDERS[sort];
  const value = field === 'createdAt' ? new Date(key) : key;
  const [from, past] = direction === 1 ? (['$gte', '$gt'] as const) : (['$lte', '$lt'] as const);
  return [{ [field]: { [from]: value } }, { $or: [{ [field]: { [past]: value } }, { _id: { [past]: id } }] }];
};
