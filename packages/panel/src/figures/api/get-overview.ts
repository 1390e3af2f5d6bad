import { getAffiliateOverview, getOverview } from 'contracts/operations/overview';
import { call } from 'web-kit/api';
import { download } from 'web-kit/download';
import { useQuery } from 'web-kit/query';
import type { PanelOwner } from '../../panel-owner.ts';

/** Days in Europe/Paris, both counted. */
export interface Period {
  from: string;
  to: string;
}

/** Model or source (sub1) that the figures are narrowed to; without either they are of everything. */
export interface OverviewPart {
  model?: string;
  source?: string;
}

/** Queries the figures of a period; those of the period before stay as placeholders while it loads. */
export const useOverview = ({ session, slug }: PanelOwner, { from, to }: Period, part: OverviewPart = {}) =>
  useQuery({
    queryKey: ['overview', slug, from, to, part],
    queryFn: ({ signal }) => {
      const query = { from, to, ...part };
      return slug === null
        ? call(getOverview, { query, session, signal })
        : call(getAffiliateOverview, { params: { slug }, query, session, signal });
    },
    staleTime: 0,
    // Figures of another period stay while these load; those of another affiliate, model or source would be mistaken for these.
    placeholderData: (former, formerQuery) => {
      const [, formerSlug, , , formerPart] = formerQuery?.queryKey ?? [];
      return JSON.stringify([formerSlug, formerPart]) === JSON.stringify([slug, part]) ? former : undefined;
    },
  });

export const saveOverview = (
  { session, slug }: PanelOwner,
  { from, to }: Period,
  part: OverviewPart = {},
): Promise<void> => {
  const query = { from, to, ...part, format: 'csv' as const };
  return slug === null
    ? download(getOverview, { query, session })
    : download(getAffiliateOverview, { params: { slug }, query, session });
};
