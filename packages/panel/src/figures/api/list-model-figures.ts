import { getAffiliateModelFigures, getModelFigures } from 'contracts/operations/overview';
import { MODEL_FIGURES_MAX } from 'contracts/overview';
import { call } from 'web-kit/api';
import { keepPreviousData, useQuery, useQueryClient } from 'web-kit/query';
import type { PanelOwner } from '../../panel-owner.ts';
import type { Period } from './get-overview.ts';

/** Queries the figures of a period for each model, in batches that stay cached when the list grows. */
export const useModelFigures = ({ session, slug }: PanelOwner, { from, to }: Period, slugs: readonly string[]) => {
  const client = useQueryClient();
  const key = ['model-figures', slug, from, to];
  const load = (part: readonly string[]) =>
    client.fetchQuery({
      queryKey: [...key, 'part', part],
      queryFn: ({ signal }) => {
        const query = { from, to, slugs: part.join(',') };
        return slug === null
          ? call(getModelFigures, { query, session, signal })
          : call(getAffiliateModelFigures, { params: { slug }, query, session, signal });
      },
    });
  return useQuery({
    queryKey: [...key, slugs],
    queryFn: async () => {
      const parts = Array.from({ length: Math.ceil(slugs.length / MODEL_FIGURES_MAX) }, (_, index) =>
        slugs.slice(index * MODEL_FIGURES_MAX, (index + 1) * MODEL_FIGURES_MAX),
      );
      return (await Promise.all(parts.map(load))).flat();
    },
    enabled: slugs.length > 0,
    // The former rows stay while others load.
    placeholderData: keepPreviousData,
  });
};
