import type { Overview, OverviewFigure } from 'contracts/overview';
import { Suspense } from 'react';
import { Skeleton } from 'ui/skeleton';
import { formatDate, formatNumber, formatPrice } from 'web-kit/formats';
import { lazyPage } from 'web-kit/lazy-page';
import { MONEY } from '../figures/index.tsx';
import type { Money } from '../figures/index.tsx';
import { FigureTable } from './figure-table.tsx';
import { FunnelPanel } from './funnel-panel.tsx';
import styles from './overview.module.css';
import { useInView } from './use-in-view.ts';

const Chart = lazyPage(() => import('./chart.tsx'));
const ONE_EURO = 100;

/** Charts of the period, rendered on first view, with a table alternative. */
export function Charts({ overview, money }: { overview: Overview; money: Money }) {
  const { series, previous_series: previous, totals } = overview;
  const { element, seen } = useInView<HTMLDivElement>();
  const place = (
    <div className={styles.chartPlace}>
      <Skeleton shape="fill" />
    </div>
  );
  const chart = (title: string, figure: OverviewFigure) => {
    const isMoney = figure === MONEY[money].figure;
    const shown = (
      <Chart
        title={title}
        series={series}
        previous={previous}
        figure={figure}
        format={isMoney ? formatPrice : formatNumber}
        least={isMoney ? ONE_EURO : 1}
      />
    );
    return seen ? <Suspense fallback={place}>{shown}</Suspense> : place;
  };
  return (
    <div ref={element} className={styles.charts}>
      <div className={styles.wide}>
        {chart(MONEY[money].name, MONEY[money].figure)}
        <FunnelPanel totals={totals} />
      </div>
      <div className={styles.even}>
        {chart('Visites', 'visits')}
        {chart('Inscriptions', 'registrations')}
      </div>
      <details className={styles.across}>
        <summary>Les chiffres jour par jour</summary>
        <FigureTable
          label="Les chiffres jour par jour"
          head="Jour"
          money={money}
          rows={series.map(({ day, ...figures }) => ({ id: day, name: formatDate(`${day}T12:00:00Z`), ...figures }))}
        />
      </details>
    </div>
  );
}
