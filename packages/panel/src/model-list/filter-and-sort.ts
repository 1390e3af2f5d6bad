import { NO_AFFILIATE } from 'contracts/models';
import type { modelListQuery, ModelView } from 'contracts/models';
import type { z } from 'zod';
import { MODEL_STATES } from 'contracts/model-fields';
import type { ModelState } from 'contracts/model-fields';
import { createTextMatcher } from '../list-filters/index.tsx';

/** What of the list is shown, in which order. */
export interface ListChoice {
  search: string;
  /** An affiliate's slug; NO_AFFILIATE: the house's own; empty: all. */
  affiliate: string;
  /** A key of LIVE; what is none filters nothing. */
  live: string;
  /** A ModelState; what is none filters nothing. */
  state: string;
  /** A key of ORDERS; what is none keeps the site's order. */
  sort: string;
}

export const EVERYTHING: ListChoice = { search: '', affiliate: '', live: '', state: '', sort: '' };
/** How the parts of the choice are called in the address. */
export const NAMES = { search: 'recherche', affiliate: 'affilie', live: 'live', state: 'etat', sort: 'tri' } as const;

export const isManual = ({ manual_live_override }: ModelView): boolean => typeof manual_live_override === 'boolean';

/** One whose response has no state is published. */
export const stateOf = ({ state }: ModelView): ModelState =>
  MODEL_STATES.find((known) => known === state) ?? 'published';

const byName = new Intl.Collator('fr');
const ORDERS = new Map<string, (one: ModelView, other: ModelView) => number>([
  ['name', (one, other) => byName.compare(one.name, other.name)],
  ['likes', (one, other) => other.likes_count - one.likes_count],
  ['followers', (one, other) => other.followers_count - one.followers_count],
]);
const LIVE = new Map<string, (model: ModelView) => boolean>([
  ['live', ({ is_live }) => is_live],
  ['offline', ({ is_live }) => !is_live],
  ['manual', isManual],
]);

const isState = (state: string): state is ModelState => MODEL_STATES.some((known) => known === state);

/** Applies search, live filter and sort order to the models. */
export const arrange = (
  models: readonly ModelView[],
  { search, affiliate, live, state, sort }: ListChoice,
): readonly ModelView[] => {
  const isFound = createTextMatcher(search);
  const isWanted = LIVE.get(live) ?? (() => true);
  const found = models.filter((model) => {
    if (affiliate !== '' && (model.affiliate_slug ?? NO_AFFILIATE) !== affiliate) return false;
    if (isState(state) && stateOf(model) !== state) return false;
    return isWanted(model) && isFound(`${model.name} ${model.slug}`);
  });
  const order = ORDERS.get(sort);
  return order ? found.sort(order) : found;
};

/** The same choice for the catalogue, where a list is too long to be here whole. */
export type ModelListNarrowing = Pick<z.input<typeof modelListQuery>, 'q' | 'affiliate' | 'filter' | 'state' | 'sort'>;

const SORTS: Partial<Record<string, ModelListNarrowing['sort']>> = {
  name: 'name',
  likes: 'likes',
  followers: 'followers',
};
const FILTERS: Partial<Record<string, ModelListNarrowing['filter']>> = {
  live: 'live',
  offline: 'offline',
  manual: 'manual',
};

/** @returns null for a choice of everything */
export const narrowingOf = ({ search, affiliate, live, state, sort }: ListChoice): ModelListNarrowing | null => {
  const narrowing: ModelListNarrowing = {
    ...(search.trim() !== '' && { q: search.trim().slice(0, 100) }),
    ...(affiliate !== '' && { affiliate }),
    ...(FILTERS[live] && { filter: FILTERS[live] }),
    ...(isState(state) && { state }),
    ...(SORTS[sort] && { sort: SORTS[sort] }),
  };
  return Object.keys(narrowing).length > 0 ? narrowing : null;
};

/** Whether two choices are one list for the catalogue. */
export const isSameNarrowing = (one: ListChoice, other: ListChoice): boolean =>
  JSON.stringify(narrowingOf(one)) === JSON.stringify(narrowingOf(other));

/** The affiliates that the models belong to, in order; empty where there is nothing to choose between. */
export const affiliatesOf = (models: readonly ModelView[]): string[] => {
  const slugs = [...new Set(models.map(({ affiliate_slug }) => affiliate_slug ?? NO_AFFILIATE))];
  return slugs.length > 1 ? slugs.sort(byName.compare) : [];
};
