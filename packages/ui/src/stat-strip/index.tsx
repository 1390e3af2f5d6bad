import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './stat-strip.module.css';

export interface StatStripProps {
  /** Formatted figures; `change` is the line below, `down` marks a change for the worse. */
  stats: readonly { name: string; value: ReactNode; change?: ReactNode; down?: boolean }[];
}

/** Longest figure that fits at full size on the narrowest phone. */
const MAX_CHARACTERS = 8;

/** A few main figures in a row. */
export function StatStrip({ stats }: StatStripProps) {
  return (
    <dl className={styles.strip}>
      {stats.map(({ name, value, change, down }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={typeof value === 'string' && value.length > MAX_CHARACTERS ? styles.long : undefined}>
            {value}
          </dd>
          {change && <dd className={classNames(styles.change, down && styles.down)}>{change}</dd>}
        </div>
      ))}
    </dl>
  );
}
