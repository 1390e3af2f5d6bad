import { getAffiliateOverview, getOverview } from 'contracts/operations/overview';
import { call } from 'web-kit/api';
import { download } from 'web-kit/download';
import { useQuery } from 'web-kit/query';
import type { PanelOwner } from '../../panel-owner.ts';

/** Days in Europe/Paris, both inclusive. */
export interface Period {
  from: string;
  to: string;
}

/** Model or source (sub1) that the figures are limited to; without either they cover everything. */
export interface OverviewPart {
  model?: string;
  source?: string;
}

/** Queries the figures of a period; those of the former period stay as placeholders while it loads. */
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
    // Only the figures of another period may stay while these load: those of another affiliate, model or source would be misread.
    placeholderData: (former, formerQuery) => {
      const [, formerSlug, , , formerPart] = formerQuery?.queryKey ?? [];
      return JSON.stringify([formerSlug, formerPart]) === JSON.stringify([slug, part]) ? former : undefined;
    },
  });

/** Saves the figures of a period as a CSV file. */
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
