import { classNames } from '../class-names.ts';
import styles from './progress.module.css';

export interface ProgressProps {
  /** Name of the running task, such as "Envoi de loge.jpg". */
  label: string;
  /** Percentage, 0 to 100; omitted while it is unknown. */
  value?: number;
  tone?: 'plain' | 'success' | 'danger';
}

/** Progress bar, indeterminate without a value. */
export function Progress({ label, value, tone = 'plain' }: ProgressProps) {
  return (
    <progress
      className={classNames(styles.progress, tone !== 'plain' && styles[tone])}
      max={100}
      value={value}
      aria-label={label}
    />
  );
}
