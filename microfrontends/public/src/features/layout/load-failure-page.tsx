import { EmptyState } from 'ui/empty-state';
import { RetryButton } from 'ui/retry-button';
import { CenteredPage, HomeLink } from './page-frame.tsx';

interface LoadFailurePageProps {
  title: string;
  query: { isFetching: boolean; refetch: () => Promise<unknown> };
}

/** Page of a request that failed, with a button to retry. */
export function LoadFailurePage({ title, query }: LoadFailurePageProps) {
  return (
    <CenteredPage>
      <div role="alert">
        <EmptyState title={title} level={1}>
          <div className="row">
            <RetryButton variant="primary" busy={query.isFetching} onRetry={() => void query.refetch()} />
            <HomeLink variant="ghost" />
          </div>
        </EmptyState>
      </div>
    </CenteredPage>
  );
}
