import type { Overview } from 'contracts/overview';
import type { ReactNode } from 'react';
import { formatDate } from 'web-kit/formats';
import { FigureTable } from './figure-table.tsx';
import { MONEY } from './figures.ts';
import type { Money } from './figures.ts';
import styles from './figures.module.css';
import { FunnelPanel } from './funnel-panel.tsx';
import { Trend } from './trend.tsx';

interface MainChartsProps {
  overview: Overview;
  money: Money;
  /** Further charts. */
  children?: ReactNode;
}

/** Money over the period, funnel from visit to payment, and the figures as a table. */
export function MainCharts({ overview, money, children }: MainChartsProps) {
  return (
    <div className={styles.charts}>
      <div className={styles.wide}>
        <Trend title={MONEY[money].name} overview={overview} figure={MONEY[money].figure} money={money} />
        <FunnelPanel totals={overview.totals} />
      </div>
      {children}
      <DayTable overview={overview} money={money} />
    </div>
  );
}

function DayTable({ overview, money }: MainChartsProps) {
  return (
    <details className={styles.days}>
      <summary>Les chiffres jour par jour</summary>
      <FigureTable
        label="Les chiffres jour par jour"
        head="Jour"
        money={money}
        rows={overview.series.map(({ day, ...figures }) => ({
          id: day,
          name: formatDate(`${day}T12:00:00Z`),
          ...figures,
        }))}
      />
    </details>
  );
}
