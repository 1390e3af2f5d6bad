import type { ReactNode } from 'react';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { classNames } from '../class-names.ts';
import styles from './figure-cards.module.css';

export interface Figure {
  name: string;
  /** Formatted value. */
  value: string;
  /** Change against the preceding period, formatted without its sign; absent where that period was zero. */
  change?: { text: string; direction: 'up' | 'down' | 'flat'; isGood: boolean } | undefined;
  /** Values over the period, and over the preceding one; hidden from screen readers. */
  trend?: { now: readonly number[]; before: readonly number[] } | undefined;
}

/** Returns the path of a line in a drawing of 100 by 100. */
const pathOf = (values: readonly number[], low: number, high: number): string =>
  values
    .map((value, index) => {
      const x = values.length > 1 ? (index / (values.length - 1)) * 100 : 0;
      const y = high === low ? 100 : 100 - ((value - low) / (high - low)) * 100;
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`;
    })
    .join('');

function Trend({ now, before }: NonNullable<Figure['trend']>) {
  const values = [...now, ...before];
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.before} d={pathOf(before, low, high)} />
      <path d={pathOf(now, low, high)} />
    </svg>
  );
}

/** Longest value that fits beside its name on a phone: "12 345,00 €". */
const MAX_CHARACTERS = 11;

const ICONS: Record<NonNullable<Figure['change']>['direction'], ReactNode> = {
  up: <ArrowUp aria-label="en hausse de" />,
  down: <ArrowDown aria-label="en baisse de" />,
  flat: null,
};

/** Cards of the main figures, each with its change and its trend. */
export function FigureCards({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, value, change, trend }) => (
        <div key={name} className={classNames(styles.figure, value.length > MAX_CHARACTERS && styles.long)}>
          <dt>{name}</dt>
          <dd className={styles.value}>{value}</dd>
          {change && (
            <dd
              className={classNames(
                styles.change,
                change.direction === 'flat' ? styles.flat : !change.isGood && styles.bad,
              )}
            >
              {ICONS[change.direction]}
              {change.text}
            </dd>
          )}
          {trend && (
            <dd className={styles.trend} aria-hidden="true">
              <Trend {...trend} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
