import type { Overview } from 'contracts/overview';
import { Suspense } from 'react';
import { Skeleton } from 'ui/skeleton';
import { formatDate, formatNumber, formatPrice, formatShortPrice } from 'web-kit/formats';
import { lazyPage } from 'web-kit/lazy-page';
import { FigureTable } from './figure-table.tsx';
import styles from './overview.module.css';
import { useInView } from './use-in-view.ts';

const Chart = lazyPage(() => import('./chart.tsx'));

const PEOPLE = [
  { figure: 'registrations', name: 'Inscriptions' },
  { figure: 'paid', name: 'Premiers paiements' },
] as const;
const ONE_EURO = 100;
const MONEY = [{ figure: 'revenue_cents', name: 'Revenu' }] as const;

/** Charts of the period, rendered on first view, with a table alternative. */
export function Charts({ series }: { series: Overview['series'] }) {
  const { element, seen } = useInView<HTMLDivElement>();
  const place = (
    <div className={styles.chartPlace}>
      <Skeleton shape="fill" />
    </div>
  );
  return (
    <div ref={element} className={styles.charts}>
      {seen ? (
        <Suspense
          fallback={
            <>
              {place}
              {place}
            </>
          }
        >
          <Chart title="Inscriptions et paiements" series={series} figures={PEOPLE} format={formatNumber} least={1} />
          <Chart title="Revenu" series={series} figures={MONEY} format={formatShortPrice} least={ONE_EURO} />
        </Suspense>
      ) : (
        <>
          {place}
          {place}
        </>
      )}
      <details className={styles.across}>
        <summary>Les chiffres jour par jour</summary>
        <FigureTable
          label="Les chiffres jour par jour"
          head="Jour"
          rows={series.map(({ day, ...figures }) => ({ id: day, name: formatDate(`${day}T12:00:00Z`), ...figures }))}
          format={formatPrice}
        />
      </details>
    </div>
  );
}
