import { Link } from 'web-kit/router';
import styles from './figures.module.css';
import { PRESETS, usePeriod } from './use-period.ts';

const NAMES: Record<(typeof PRESETS)[number], string> = {
  7: '7 jours',
  30: '30 jours',
  90: '90 jours',
  365: '12 mois',
};

/** Links to the usual periods that end today. */
export function PeriodPresets() {
  const { preset, searchOf } = usePeriod();
  return (
    <nav className={styles.presets} aria-label="Période">
      {PRESETS.map((days) => (
        <Link key={days} to={{ search: searchOf(days) }} aria-current={preset === days ? 'true' : undefined}>
          {NAMES[days]}
        </Link>
      ))}
    </nav>
  );
}
