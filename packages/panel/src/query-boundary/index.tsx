import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Cards, DashboardSection } from 'ui/dashboard';
import { Loading, Skeleton } from 'ui/skeleton';
import { LoadFailure } from '../load-failure/index.tsx';
import styles from './query-boundary.module.css';

/** The fields of a query of web-kit/query that are needed here. */
export interface BoundaryQuery<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => Promise<unknown>;
  /** Whether the data belong to a former choice and are shown until the new ones arrive. */
  isPlaceholderData?: boolean;
}

interface QueryBoundaryProps<Data> {
  title: string;
  /** 1 for the first section of a page. */
  level?: 1 | 2;
  /** Whether only screen readers get the title. */
  hidesTitle?: boolean;
  query: BoundaryQuery<Data>;
  /** Placeholder while the data load; cards by default. */
  skeleton?: ReactNode;
  /** Renders the data. */
  children: (data: Data) => ReactNode;
}

/** Section of a panel that shows its data, their loading, or their failure. */
export function QueryBoundary<Data>({ title, level, hidesTitle, query, skeleton, children }: QueryBoundaryProps<Data>) {
  const { data, error, refetch, isPlaceholderData = false } = query;
  const area = useRef<HTMLDivElement>(null);
  const isRetried = useRef(false);
  // The clicked button disappears with the failure: the heading of what replaces it takes the focus.
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
