import type { Overview } from 'contracts/overview';
import { MainCharts, Trend } from '../figures/index.tsx';
import type { Money } from '../figures/index.tsx';
import styles from './overview.module.css';

/** Charts of the period. */
export function Charts({ overview, money }: { overview: Overview; money: Money }) {
  return (
    <div className={styles.charts}>
      <MainCharts overview={overview} money={money}>
        <div className={styles.even}>
          <Trend title="Visites" overview={overview} figure="visits" money={money} />
          <Trend title="Inscriptions" overview={overview} figure="registrations" money={money} />
        </div>
      </MainCharts>
    </div>
  );
}
