import { TEXTS } from 'contracts/texts';
import { useLevelBelow } from 'ui/dashboard';
import { EmptyState } from 'ui/empty-state';
import { RetryButton } from 'ui/retry-button';
import { messageOf } from 'web-kit/api';

interface LoadFailureProps {
  error: unknown;
  onRetry: () => void;
}

/** States why data failed to load, with a button to retry. */
export function LoadFailure({ error, onRetry }: LoadFailureProps) {
  const level = useLevelBelow();
  return (
    <EmptyState level={level} title={TEXTS.dataLoadFailed}>
      <p className="soft">{messageOf(error)}</p>
      <RetryButton onRetry={onRetry} />
    </EmptyState>
  );
}
