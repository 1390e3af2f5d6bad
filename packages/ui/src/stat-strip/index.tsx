import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './stat-strip.module.css';

export interface StatStripProps {
  /** Already formatted; `change` is the line under the figure, `down` when it is no good news. */
  stats: readonly { name: string; value: ReactNode; change?: ReactNode; down?: boolean }[];
}

/** Longest figure that has room at full size on the narrowest phone. */
const MAX_CHARACTERS = 8;

/** The few figures that matter, side by side. */
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
