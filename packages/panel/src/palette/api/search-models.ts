import { listAffiliateModels, listModels } from 'contracts/operations/models';
import { callPage } from 'web-kit/api';
import { keepPreviousData, useQuery } from 'web-kit/query';
import type { PanelOwner } from '../../panel-owner.ts';

/** Number of models in the palette. */
const LIMIT = '6';

/** Queries the panel's models whose name or slug contains words that start with these; without words the first models. */
export const useModelSearch = ({ session, slug }: PanelOwner, words: string) =>
  useQuery({
    queryKey: ['panel-palette', slug, words],
    queryFn: async ({ signal }) => {
      const query = { limit: LIMIT, ...(words !== '' && { q: words }) };
      const page =
        slug === null
          ? await callPage(listModels, { query, session, signal })
          : await callPage(listAffiliateModels, { params: { slug }, query, session, signal });
      return page.items;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
