import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Cards, DashboardSection } from 'ui/dashboard';
import { Loading, Skeleton } from 'ui/skeleton';
import { LoadFailure } from '../load-failure/index.tsx';
import styles from './query-boundary.module.css';

interface QueryBoundaryProps<Data> {
  title: string;
  /** Of web-kit/query. */
  query: { data: Data | undefined; error: unknown; refetch: () => Promise<unknown> };
  /** What is shown of the data. */
  children: (data: Data) => ReactNode;
}

/** A section of a panel whose data come, failed to come, or are there. */
export function QueryBoundary<Data>({ title, query: { data, error, refetch }, children }: QueryBoundaryProps<Data>) {
  const area = useRef<HTMLDivElement>(null);
  const isRetried = useRef(false);
  // The button that was pressed goes with the failure: its section takes the focus, and what comes in its place.
  useEffect(() => {
    if (!isRetried.current) return;
    if (document.activeElement === document.body) area.current?.querySelector<HTMLElement>('h2')?.focus();
    isRetried.current = data === undefined;
  }, [data, error]);
  const retry = () => {
    isRetried.current = true;
    void refetch();
  };

  return (
    <div ref={area} className={styles.area}>
      {data !== undefined ? (
        children(data)
      ) : (
        <DashboardSection title={title}>
          {error ? (
            <LoadFailure error={error} onRetry={retry} />
          ) : (
            <Loading label={`Chargement\u00a0: ${title}`}>
              <Cards>
                {[0, 1, 2].map((card) => (
                  <Skeleton key={card} shape="wide" />
                ))}
              </Cards>
            </Loading>
          )}
        </DashboardSection>
      )}
    </div>
  );
}
