import type { ModelView } from 'contracts/models';
import { createTextMatcher } from '../list-filters/index.tsx';

/** What of the list is shown, in which order. */
export interface ListChoice {
  search: string;
  /** An affiliate's slug; NO_AFFILIATE: the house's own; empty: all. */
  affiliate: string;
  /** A key of LIVE; what is none filters nothing. */
  live: string;
  /** A key of ORDERS; what is none keeps the site's order. */
  sort: string;
}

export const NO_AFFILIATE = '-';
export const EVERYTHING: ListChoice = { search: '', affiliate: '', live: '', sort: '' };
/** How the parts of the choice are called in the address. */
export const NAMES = { search: 'recherche', affiliate: 'affilie', live: 'live', sort: 'tri' } as const;

export const isManual = ({ manual_live_override }: ModelView): boolean => typeof manual_live_override === 'boolean';

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

/** Applies search, live filter and sort order to the models. */
export const arrange = (
  models: readonly ModelView[],
  { search, affiliate, live, sort }: ListChoice,
): readonly ModelView[] => {
  const isFound = createTextMatcher(search);
  const isWanted = LIVE.get(live) ?? (() => true);
  const found = models.filter((model) => {
    if (affiliate !== '' && (model.affiliate_slug ?? NO_AFFILIATE) !== affiliate) return false;
    return isWanted(model) && isFound(`${model.name} ${model.slug}`);
  });
  const order = ORDERS.get(sort);
  return order ? found.sort(order) : found;
};

/** The affiliates that the models belong to, in order; empty where there is nothing to choose between. */
export const affiliatesOf = (models: readonly ModelView[]): string[] => {
  const slugs = [...new Set(models.map(({ affiliate_slug }) => affiliate_slug ?? NO_AFFILIATE))];
  return slugs.length > 1 ? slugs.sort(byName.compare) : [];
};
