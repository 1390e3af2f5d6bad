import type { QueryFilter } from 'mongoose';
import type { ModelState } from 'contracts/model-fields';
import type { ModelListQuery } from 'contracts/models';
import { wordsOf } from 'contracts/search';
import { z } from 'zod';
import { isLiveAt } from 'service-kit/live-window';
import type { LiveRule } from 'service-kit/live-window';
import { HIDDEN_STATES, newSince } from './model-record.ts';
import type { ModelDocument } from './model.schema.ts';

type Sort = NonNullable<ModelListQuery['sort']>;
type Filter = NonNullable<ModelListQuery['filter']>;
type Conditions = QueryFilter<ModelDocument>[];

/** Sort fields of lists; ties are sorted by id. */
export const ORDERS = {
  oldest: { field: 'createdAt', direction: 1 },
  newest: { field: 'createdAt', direction: -1 },
  likes: { field: 'likes_count', direction: -1 },
  followers: { field: 'followers_count', direction: -1 },
  name: { field: 'foldedName', direction: 1 },
  wall: { field: 'placeOrder', direction: 1 },
  place: { field: 'placeOrder', direction: 1 },
} as const satisfies Record<Sort, { field: keyof ModelDocument; direction: 1 | -1 }>;
const DEFAULT_SORTS: Partial<Record<Filter, Sort>> = { new: 'newest', popular: 'likes' };

/** Returns the condition for models that are live, or are not, by the rules at this instant. */
const liveIs = (isLive: boolean, rules: readonly LiveRule[], now: number): QueryFilter<ModelDocument> => ({
  liveRule: { $in: rules.filter((rule) => isLiveAt(rule, now) === isLive) },
});
const FILTERS: Record<Filter, (now: number, rules: readonly LiveRule[]) => QueryFilter<ModelDocument>> = {
  live: (now, rules) => liveIs(true, rules, now),
  offline: (now, rules) => liveIs(false, rules, now),
  manual: () => ({ manual_live_override: { $in: [true, false] } }),
  new: (now) => ({ createdAt: { $gte: newSince(now) } }),
  popular: () => ({ $or: [{ likes_count: { $gt: 0 } }, { subscriberLikes: { $gt: 0 } }] }),
  verified: () => ({ is_verified: true }),
};
/** Condition for models that visitors and subscribers may see; documents of former versions have no state. */
export const PUBLISHED: QueryFilter<ModelDocument> = { state: { $nin: [...HIDDEN_STATES] } };
export const HIDDEN: QueryFilter<ModelDocument> = { state: { $in: [...HIDDEN_STATES] } };
const inState = (state: ModelState): QueryFilter<ModelDocument> => (state === 'published' ? PUBLISHED : { state });

/** Words consist of letters and digits, so they need no escaping. */
const startingWith = (word: string): QueryFilter<ModelDocument> => ({ searchWords: { $regex: `^${word}` } });

/** Filter and order of a list of models. */
export interface ModelListing {
  filter: Conditions;
  /** Whether the list includes hidden models (docs/domain.md#publication). */
  withHidden: boolean;
  sort: Sort;
  /** Consecutive parts, each sorted in the same order: the wall shows live models before the others. */
  parts: readonly Conditions[];
}

/** Whether the content or order of a list depends on the clock. */
export const isByClock = ({ filter, sort }: Pick<ModelListQuery, 'filter' | 'sort'>): boolean =>
  sort === 'wall' || filter === 'live' || filter === 'offline';

/**
 * Returns the listing for a query.
 * @param scope `affiliateId`: the models of one affiliate; null: of none; undefined: all
 * @param now milliseconds
 * @param rules live rules of the stored models, if the list depends on the clock (`isByClock`)
 */
export const listingOf = (
  { q = '', filter, state, sort }: Pick<ModelListQuery, 'q' | 'filter' | 'state' | 'sort'>,
  { affiliateId, withHidden }: { affiliateId: string | null | undefined; withHidden: boolean },
  now: number,
  rules: readonly LiveRule[],
): ModelListing => ({
  filter: [
    ...(affiliateId === undefined ? [] : [{ affiliateId }]),
    ...(state ? [inState(state)] : []),
    ...(filter ? [FILTERS[filter](now, rules)] : []),
    ...wordsOf(q).map(startingWith),
  ],
  withHidden,
  sort: sort ?? (filter && DEFAULT_SORTS[filter]) ?? 'oldest',
  parts: sort === 'wall' ? [[liveIs(true, rules, now)], [liveIs(false, rules, now)]] : [[]],
});

/** Sort key and id of a page's last model; the wall's key begins with the number of the part. */
export const position = z.tuple([z.union([z.number(), z.string()]), z.uuid()]);
export type Position = z.output<typeof position>;

export const nextPosition = (
  sort: Sort,
  part: number,
  last: { _id: string } & Pick<ModelDocument, (typeof ORDERS)[Sort]['field']>,
): Position => {
  const value = last[ORDERS[sort].field];
  if (value instanceof Date) return [value.getTime(), last._id];
  return [sort === 'wall' ? `${part} ${value}` : value, last._id];
};

/** Splits a position into its part and its place within the part. */
const placeOf = (sort: Sort, [key, id]: Position): { part: number; key: string | number; id: string } =>
  sort === 'wall' ? { part: Number(String(key)[0]), key: String(key).slice(2), id } : { part: 0, key, id };

/**
 * Returns the conditions for the models after a position in one part of a list: a lower bound for the index, without the equal ones
 * before the position.
 * @returns null when the whole part precedes the position
 */
export const startOf = (sort: Sort, part: number, after: Position | null): Conditions | null => {
  const place = after && placeOf(sort, after);
  if (!place || part > place.part) return [];
  if (part < place.part) return null;
  const { key, id } = place;
  const { field, direction } = ORDERS[sort];
  const value = field === 'createdAt' ? new Date(key) : key;
  const [from, past] = direction === 1 ? (['$gte', '$gt'] as const) : (['$lte', '$lt'] as const);
  return [{ [field]: { [from]: value } }, { $or: [{ [field]: { [past]: value } }, { _id: { [past]: id } }] }];
};
