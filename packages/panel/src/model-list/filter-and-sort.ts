import { truncate } from 'contracts/truncate';
import { NO_AFFILIATE } from 'contracts/models';
import type { modelListQuery, ModelView } from 'contracts/models';
import type { z } from 'zod';
import { MODEL_STATES } from 'contracts/model-fields';
import type { ModelState } from 'contracts/model-fields';
import { createTextMatcher } from '../list-filters/index.tsx';

/** Search, filters and sort order of the list. */
export interface ListChoice {
  search: string;
  /** An affiliate's slug; NO_AFFILIATE: models without an affiliate; empty: all. */
  affiliate: string;
  /** A key of LIVE; any other value matches all. */
  live: string;
  /** A ModelState; any other value matches all. */
  state: string;
  /** A key of SORTS; any other value means the site's order. */
  sort: string;
}

export const EVERYTHING: ListChoice = { search: '', affiliate: '', live: '', state: '', sort: '' };
/** Query parameters of the choice. */
export const NAMES = { search: 'recherche', affiliate: 'affilie', live: 'live', state: 'etat', sort: 'tri' } as const;

/** Whether the live state was set by hand rather than by the schedule. */
export const isManual = ({ manual_live_override }: ModelView): boolean => typeof manual_live_override === 'boolean';

/** Returns a model's state: published where the response has none. */
export const stateOf = ({ state }: ModelView): ModelState =>
  MODEL_STATES.find((known) => known === state) ?? 'published';

const byName = new Intl.Collator('fr');
/** Money of models by slug, in cents. */
type Cents = ReadonlyMap<string, { cents: number }>;
interface SortRow {
  /** null: the label is the period of the figures. */
  label: string | null;
  /** Direction of the whole column. */
  direction: 'ascending' | 'descending';
  compare: (one: ModelView, other: ModelView, money: Cents | null) => number;
  /** Name of the same order in the catalogue, for a list that is not completely loaded; absent where there is none. */
  catalogue?: ModelListNarrowing['sort'];
}
const centsOf = ({ slug }: ModelView, money: Cents | null): number => money?.get(slug)?.cents ?? 0;
/** Returns the number of media that visitors see: the typed number, else the counted one. */
export const mediasOf = ({ shown_counts, medias_count }: ModelView): number => shown_counts?.medias ?? medias_count;
const placeOfState = (model: ModelView): number => MODEL_STATES.indexOf(stateOf(model));
/** Orders of the list besides the site's. */
export const SORTS = {
  name: {
    label: 'Nom',
    direction: 'ascending',
    compare: (one, other) => byName.compare(one.name, other.name),
    catalogue: 'name',
  },
  state: {
    label: 'État',
    direction: 'ascending',
    compare: (one, other) => placeOfState(one) - placeOfState(other),
  },
  medias: {
    label: 'Médias',
    direction: 'descending',
    compare: (one, other) => mediasOf(other) - mediasOf(one),
  },
  likes: {
    label: 'Likes',
    direction: 'descending',
    compare: (one, other) => other.likes_count - one.likes_count,
    catalogue: 'likes',
  },
  followers: {
    label: 'Abonnés',
    direction: 'descending',
    compare: (one, other) => other.followers_count - one.followers_count,
    catalogue: 'followers',
  },
  money: {
    label: null,
    direction: 'descending',
    compare: (one, other, money) => centsOf(other, money) - centsOf(one, money),
  },
} as const satisfies Record<string, SortRow>;
export type ModelSort = keyof typeof SORTS;
/** Returns the label of a sort order. @param period of the money, such as "30 jours" */
export const labelOf = (sort: ModelSort, period: string): string => SORTS[sort].label ?? period;
const rowOf = (sort: string): SortRow | null => (Object.hasOwn(SORTS, sort) ? SORTS[sort as ModelSort] : null);
/** Lists the sort orders of a completely loaded list, or those that the catalogue supports page by page. */
export const sortsOf = ({ isWhole }: { isWhole: boolean }): readonly ModelSort[] =>
  (Object.keys(SORTS) as ModelSort[]).filter((sort) => isWhole || rowOf(sort)?.catalogue);

const LIVE = new Map<string, (model: ModelView) => boolean>([
  ['live', ({ is_live }) => is_live],
  ['offline', ({ is_live }) => !is_live],
  ['manual', isManual],
]);

const isState = (state: string): state is ModelState => MODEL_STATES.some((known) => known === state);

/** Applies search, filters and sort order to the models. */
export const arrange = (
  models: readonly ModelView[],
  { search, affiliate, live, state, sort }: ListChoice,
  money: Cents | null = null,
): readonly ModelView[] => {
  const isFound = createTextMatcher(search);
  const isWanted = LIVE.get(live) ?? (() => true);
  const matches = models.filter((model) => {
    if (affiliate !== '' && (model.affiliate_slug ?? NO_AFFILIATE) !== affiliate) return false;
    if (isState(state) && stateOf(model) !== state) return false;
    return isWanted(model) && isFound(`${model.name} ${model.slug}`);
  });
  const order = rowOf(sort);
  return order ? matches.sort((one, other) => order.compare(one, other, money)) : matches;
};

/** Whether a choice has no filter and the site's order. */
export const isWholeInOrder = (choice: ListChoice): boolean =>
  Object.values({ ...choice, search: choice.search.trim() }).every((part) => part === '');

/** Query of the catalogue for a choice, for a list that is not completely loaded. */
export type ModelListNarrowing = Pick<z.input<typeof modelListQuery>, 'q' | 'affiliate' | 'filter' | 'state' | 'sort'>;

const FILTERS: Partial<Record<string, ModelListNarrowing['filter']>> = {
  live: 'live',
  offline: 'offline',
  manual: 'manual',
};

/** Translates a choice into a query of the catalogue; null for a choice of everything. */
export const narrowingOf = ({ search, affiliate, live, state, sort }: ListChoice): ModelListNarrowing | null => {
  const order = rowOf(sort)?.catalogue;
  const narrowing: ModelListNarrowing = {
    ...(search.trim() !== '' && { q: truncate(search.trim(), 100) }),
    ...(affiliate !== '' && { affiliate }),
    ...(FILTERS[live] && { filter: FILTERS[live] }),
    ...(isState(state) && { state }),
    ...(order && { sort: order }),
  };
  return Object.keys(narrowing).length > 0 ? narrowing : null;
};

/** Whether two choices result in the same query of the catalogue. */
export const isSameNarrowing = (one: ListChoice, other: ListChoice): boolean =>
  JSON.stringify(narrowingOf(one)) === JSON.stringify(narrowingOf(other));

/** Lists the affiliates of the models, in order; empty unless there are several. */
export const affiliatesOf = (models: readonly ModelView[]): string[] => {
  const slugs = [...new Set(models.map(({ affiliate_slug }) => affiliate_slug ?? NO_AFFILIATE))];
  return slugs.length > 1 ? slugs.sort(byName.compare) : [];
};
