import { classNames } from '../class-names.ts';
import styles from './status-dot.module.css';

export interface StatusDotProps {
  on: boolean;
  /** Needed unless an adjacent text has the same meaning. */
  label?: string;
}

/** Coloured dot for on or off. */
export function StatusDot({ on, label }: StatusDotProps) {
  return (
    <span className={classNames(styles.dot, on && styles.on)} role={label ? 'img' : undefined} aria-label={label} />
  );
}
