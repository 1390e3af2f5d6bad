import { useMemo } from 'react';
import { useAffiliates } from '../affiliates/index.ts';
import { useModelPages } from '../models/index.ts';

/** The first page of all models, as the list of models queries it. */
const EVERYTHING = {};

/** Names of models and affiliates; a model beyond the first page of the list, or a former slug, is shown by its slug. */
export interface SourceNames {
  modelName: (slug: string) => string;
  affiliateName: (slug: string) => string;
  affiliates: readonly { id: string; slug: string; name: string }[];
  /** Models to choose from by name; undefined while they load, null where there are more than one page has. */
  models: readonly { slug: string; name: string }[] | null | undefined;
}

/** Queries the names of models and affiliates, for records that have their slugs. */
export const useSourceNames = (): SourceNames => {
  const { data: affiliates } = useAffiliates();
  const { data: listed, isError } = useModelPages(EVERYTHING);
  return useMemo(() => {
    const items = listed?.pages.flatMap((page) => page.items);
    const nameIn = (named: readonly { slug: string; name: string }[] = []) => {
      const names = new Map(named.map(({ slug, name }) => [slug, name]));
      return (slug: string) => names.get(slug) ?? slug;
    };
    return {
      modelName: nameIn(items),
      affiliateName: nameIn(affiliates),
      affiliates: affiliates ?? [],
      models: isError || (listed && listed.pages[0]?.next !== null) ? null : items,
    };
  }, [affiliates, listed, isError]);
};

/** Formats a source as "Nina, Studio Nord"; without an affiliate as "Nina, direct". */
export const sourceText = (
  { modelName, affiliateName }: SourceNames,
  { model_slug, affiliate_slug }: { model_slug: string; affiliate_slug: string | null },
): string =>
  [model_slug && modelName(model_slug), affiliate_slug === null ? 'direct' : affiliateName(affiliate_slug)]
    .filter(Boolean)
    .join(', ');
