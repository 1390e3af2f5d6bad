import { QueryBoundary } from 'panel/query-boundary';
import { AffiliateList, useAffiliates } from '../features/affiliates/index.ts';

/** All affiliates. @param level 1 where they are the whole page */
export function Affiliates({ level = 2 }: { level?: 1 | 2 }) {
  const query = useAffiliates();
  return (
    <QueryBoundary title="Affiliés" level={level} query={query}>
      {(affiliates) => <AffiliateList level={level} affiliates={affiliates} onChanged={() => query.refetch()} />}
    </QueryBoundary>
  );
}
