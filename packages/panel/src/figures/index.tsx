import type { Overview } from 'contracts/overview';
import { Suspense } from 'react';
import { DashboardSection } from 'ui/dashboard';
import { FailedPart } from 'ui/failed-part';
import { FigureCards } from 'ui/figure-cards';
import { Loading, Skeleton } from 'ui/skeleton';
import { TextLink } from 'ui/text-link';
import { lazyPage } from 'web-kit/lazy-page';
import { Link } from 'web-kit/router';
import { saveOverview, useOverview } from './api/get-overview.ts';
import { comparisonFault, figuresOf } from './figures.ts';
import type { Money } from './figures.ts';
import styles from './figures.module.css';
import { PeriodPresets } from './period-presets.tsx';
import { usePeriod } from './use-period.ts';
import type { PanelOwner } from '../panel-owner.ts';
import { QueryBoundary } from '../query-boundary/index.tsx';
import type { BoundaryQuery } from '../query-boundary/index.tsx';
import { SaveButton } from '../save-button/index.tsx';

export { saveOverview, useOverview } from './api/get-overview.ts';
export type { OverviewPart } from './api/get-overview.ts';
export { bucketsOf } from './buckets.ts';
export { FigureTable } from './figure-table.tsx';
export { figuresOf } from './figures.ts';
export { UpdatedAt } from './updated-at.tsx';
export type { Money } from './figures.ts';
export { MainCharts } from './main-charts.tsx';
export { PeriodPresets } from './period-presets.tsx';
export { Trend } from './trend.tsx';
export { useModelMoney } from './use-model-money.ts';
export { periodFault, usePeriod } from './use-period.ts';

const SHOWN_FIGURES = 6;

const LazyCharts = lazyPage(async () => ({ default: (await import('./main-charts.tsx')).MainCharts }), FailedPart);

/** Queries the overview of the period in the page's address. */
export const useHomeOverview = (owner: PanelOwner) => useOverview(owner, usePeriod().period);

/** Period and export of the figures on the first page of a panel. */
export function HomeActions({ owner }: { owner: PanelOwner }) {
  const { period } = usePeriod();
  return (
    <>
      <PeriodPresets />
      <SaveButton label="Exporter en CSV" short="Exporter" small save={() => saveOverview(owner, period)} />
    </>
  );
}

interface HomePartProps {
  /** Query of `useHomeOverview`. */
  query: BoundaryQuery<Overview>;
  money: Money;
}

/** States why the figures have no change, where they have none. */
export function ComparisonNote({ overview }: { overview: Overview }) {
  const fault = comparisonFault(overview);
  return fault && <p className={`small soft ${styles.note}`}>{fault}</p>;
}

/** Figures on the first page of a panel. */
export function HomeFigures({ query, money }: HomePartProps) {
  return (
    <QueryBoundary
      title="Chiffres"
      hidesTitle
      query={query}
      skeleton={
        <div className={styles.figuresPlace}>
          <Skeleton shape="fill" />
        </div>
      }
    >
      {(overview) => (
        <DashboardSection title="Chiffres" hidesTitle>
          <FigureCards figures={figuresOf(overview, money).slice(0, SHOWN_FIGURES)} />
          <ComparisonNote overview={overview} />
        </DashboardSection>
      )}
    </QueryBoundary>
  );
}

/** Charts on the first page of a panel; `HomeFigures` reports a failure. @param href address of the whole overview */
export function HomeCharts({
  query: { data, error, isPlaceholderData },
  money,
  href,
}: HomePartProps & { href: string }) {
  const { withPeriod } = usePeriod();
  const place = (
    <Loading label="Chargement des courbes" className={styles.chartsPlace}>
      <Skeleton shape="fill" />
    </Loading>
  );
  if (!data && error) return null;
  return (
    <section aria-label="Courbes" className={styles.home} aria-busy={isPlaceholderData || undefined}>
      <Suspense fallback={place}>{data ? <LazyCharts overview={data} money={money} /> : place}</Suspense>
      <TextLink href={withPeriod(href)} component={Link} arrow>
        Aperçu complet
      </TextLink>
    </section>
  );
}
