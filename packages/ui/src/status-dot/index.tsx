import { classNames } from '../class-names.ts';
import styles from './status-dot.module.css';

export interface StatusDotProps {
  on: boolean;
  /** Needed when no word beside the dot says the same. */
  label?: string;
}

export function StatusDot({ on, label }: StatusDotProps) {
  return (
    <span className={classNames(styles.dot, on && styles.on)} role={label ? 'img' : undefined} aria-label={label} />
  );
}
