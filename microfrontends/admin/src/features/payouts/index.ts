export { usePayoutBatches } from './api/list-batches.ts';
export { useDueCommissions } from './api/list-due.ts';
export { useCommissionTerms } from './api/list-terms.ts';
export { BatchesSection } from './batches-section.tsx';
export { DueSection } from './due-section.tsx';
export { TermsSection } from './terms-section.tsx';
