import { listAffiliateModels, listModels } from 'contracts/operations/models';
import { callPage } from 'web-kit/api';
import { keepPreviousData, useQuery } from 'web-kit/query';
import type { PanelOwner } from '../../panel-owner.ts';

/** Models of one palette. */
const LIMIT = '6';

/** The panel's models whose name or slug have words that begin as these; without words the first ones. */
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
