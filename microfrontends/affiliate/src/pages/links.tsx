import { useHomeOverview } from 'panel/figures';
import { QueryBoundary } from 'panel/query-boundary';
import { useState } from 'react';
import { affiliateSession } from 'web-kit/session';
import { TrackedLinks } from '../features/links/index.ts';
import { useOwnAffiliate } from '../features/profile/index.ts';

/** Tracked links of the affiliate, with the visits in the period of the address. */
export function LinksPage({ slug }: { slug: string }) {
  const [owner] = useState(() => ({ session: affiliateSession(slug), slug }));
  const own = useOwnAffiliate(slug);
  const figures = useHomeOverview(owner);
  return (
    <QueryBoundary title="Vos liens" level={1} query={own}>
      {({ affiliate, models }) => (
        <TrackedLinks level={1} affiliate={affiliate} models={models} overview={figures.data} />
      )}
    </QueryBoundary>
  );
}
