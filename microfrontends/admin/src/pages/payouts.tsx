import { useFocusFallback } from 'panel/focus-fallback';
import { QueryBoundary } from 'panel/query-boundary';
import { useRef } from 'react';
import {
  BatchesSection,
  DueSection,
  TermsSection,
  useCommissionTerms,
  useDueCommissions,
  usePayoutBatches,
} from '../features/payouts/index.ts';
import styles from './payouts-page.module.css';

/** Page of commission terms, balances and payouts of affiliates. */
export function PayoutsPage() {
  const area = useRef<HTMLDivElement>(null);
  const dueQuery = useDueCommissions();
  const batches = usePayoutBatches();
  const terms = useCommissionTerms();
  // The buttons of a sum and of a batch disappear when its state changes.
  useFocusFallback(area, 'section', ['h1', 'h2']);
  return (
    <div ref={area} className={styles.page}>
      <QueryBoundary title="Reversements" level={1} query={dueQuery}>
        {(balances) => (
          <DueSection
            balances={balances}
            latestBatch={batches.data?.pages[0]?.items[0]}
            hasOpenBatch={batches.data?.pages[0]?.items.some(({ state }) => state === 'open') ?? true}
          />
        )}
      </QueryBoundary>
      <QueryBoundary title="Lots" query={batches}>
        {({ pages }) => <BatchesSection batches={pages.flatMap(({ items }) => items)} query={batches} />}
      </QueryBoundary>
      <QueryBoundary title="Conditions" query={terms}>
        {(all) => <TermsSection all={all} />}
      </QueryBoundary>
    </div>
  );
}
