import { QueryBoundary } from 'panel/query-boundary';
import {
  BatchesSection,
  DueSection,
  TermsSection,
  useCommissionTerms,
  useDueCommissions,
  usePayoutBatches,
} from '../features/payouts/index.ts';

/** What affiliates earn, are owed and were paid. */
export function PayoutsPage() {
  const due = useDueCommissions();
  const batches = usePayoutBatches();
  const terms = useCommissionTerms();
  return (
    <>
      <QueryBoundary title="Reversements" level={1} query={due}>
        {(balances) => (
          <DueSection
            balances={balances}
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
    </>
  );
}
