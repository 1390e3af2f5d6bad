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
      <QueryBoundary title="Reversements" query={due}>
        {(balances) => (
          <DueSection balances={balances} hasOpenBatch={batches.data?.some(({ state }) => state === 'open') ?? true} />
        )}
      </QueryBoundary>
      <QueryBoundary title="Lots" query={batches}>
        {(all) => <BatchesSection batches={all} />}
      </QueryBoundary>
      <QueryBoundary title="Conditions" query={terms}>
        {(all) => <TermsSection all={all} />}
      </QueryBoundary>
    </>
  );
}
