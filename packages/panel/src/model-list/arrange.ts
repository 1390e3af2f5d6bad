import type { ModelView } from 'contracts/models';

/** What of the list is shown, in which order. */
export interface ListChoice {
  search: string;
  /** An affiliate's slug; NO_AFFILIATE: the house's own; empty: all. */
  affiliate: string;
  live: '' | 'live' | 'offline' | 'manual';
  sort: 'site' | 'name' | 'likes' | 'followers';
}

export const NO_AFFILIATE = '-';
export const EVERYTHING: ListChoice = { search: '', affiliate: '', live: '', sort: 'site' };

/** Without accents and capitals, as people search: "Zoé" is found by "zoe". */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{Diacritic}/gu, '').toLowerCase();

export const isManual = ({ manual_live_override }: ModelView): boolean => typeof manual_live_override === 'boolean';

const byName = new Intl.Collator('fr');
const ORDERS: Record<ListChoice['sort'], ((one: ModelView, other: ModelView) => number) | null> = {
  site: null,
  name: (one, other) => byName.compare(one.name, other.name),
  likes: (one, other) => other.likes_count - one.likes_count,
  followers: (one, other) => other.followers_count - one.followers_count,
};
const LIVE: Record<ListChoice['live'], (model: ModelView) => boolean> = {
  '': () => true,
  live: ({ is_live }) => is_live,
  offline: ({ is_live }) => !is_live,
  manual: isManual,
};

/** The models that were asked for, in the order that was asked for. */
export const arrange = (models: readonly ModelView[], { search, affiliate, live, sort }: ListChoice): readonly ModelView[] => {
  const words = folded(search).split(/\s+/).filter(Boolean);
  const found = models.filter((model) => {
    if (affiliate !== '' && (model.affiliate_slug ?? NO_AFFILIATE) !== affiliate) return false;
    if (!LIVE[live](model)) return false;
    const text = `${folded(model.name)} ${model.slug}`;
    return words.every((word) => text.includes(word));
  });
  const order = ORDERS[sort];
  return order ? found.sort(order) : found;
};

/** The affiliates that the models belong to, in order; empty where there is nothing to choose between. */
export const affiliatesOf = (models: readonly ModelView[]): string[] => {
  const slugs = [...new Set(models.map(({ affiliate_slug }) => affiliate_slug ?? NO_AFFILIATE))];
  return slugs.length > 1 ? slugs.sort(byName.compare) : [];
};
