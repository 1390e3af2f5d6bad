import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Cards, DashboardSection } from 'ui/dashboard';
import { Loading, Skeleton } from 'ui/skeleton';
import { LoadFailure } from '../load-failure/index.tsx';
import styles from './query-boundary.module.css';

/** Fields of a query of web-kit/query. */
export interface BoundaryQuery<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => Promise<unknown>;
  /** Whether the data are those of a former choice, shown until the others have come. */
  isPlaceholderData?: boolean;
}

interface QueryBoundaryProps<Data> {
  title: string;
  /** 1 for the section that opens a page. */
  level?: 1 | 2;
  /** Whether only screen readers get the title. */
  hidesTitle?: boolean;
  query: BoundaryQuery<Data>;
  /** Shapes of what is to come; cards where absent. */
  skeleton?: ReactNode;
  /** Renders the data. */
  children: (data: Data) => ReactNode;
}

/** A section of a panel whose data come, failed to come, or are there. */
export function QueryBoundary<Data>({ title, level, hidesTitle, query, skeleton, children }: QueryBoundaryProps<Data>) {
  const { data, error, refetch, isPlaceholderData = false } = query;
  const area = useRef<HTMLDivElement>(null);
  const isRetried = useRef(false);
  // The button that was pressed goes with the failure: its section takes the focus, and what comes in its place.
  useEffect(() => {
    if (!isRetried.current) return;
    if (document.activeElement === document.body) area.current?.querySelector<HTMLElement>('h1, h2')?.focus();
    isRetried.current = data === undefined;
  }, [data, error]);
  const retry = () => {
    isRetried.current = true;
    void refetch();
  };

  return (
    <div ref={area} className={styles.area} aria-busy={isPlaceholderData || undefined}>
      {isPlaceholderData && <p className="visually-hidden" role="status">{`Chargement\u00a0: ${title}`}</p>}
      {data !== undefined ? (
        children(data)
      ) : (
        <DashboardSection title={title} level={level} hidesTitle={hidesTitle}>
          {error ? (
            <LoadFailure error={error} onRetry={retry} />
          ) : (
            <Loading label={`Chargement\u00a0: ${title}`}>
              {skeleton ?? (
                <Cards>
                  {[0, 1, 2].map((card) => (
                    <Skeleton key={card} shape="wide" />
                  ))}
                </Cards>
              )}
            </Loading>
          )}
        </DashboardSection>
      )}
    </div>
  );
}
