import { QueryBoundary } from 'panel/query-boundary';
import { Earnings, useEarnings } from '../features/earnings/index.ts';

/** Earnings and payouts of the affiliate. */
export function EarningsPage({ slug }: { slug: string }) {
  const query = useEarnings(slug);
  return (
    <QueryBoundary title="Reversements" level={1} query={query}>
      {({ pages }) => <Earnings slug={slug} pages={pages} query={query} />}
    </QueryBoundary>
  );
}
