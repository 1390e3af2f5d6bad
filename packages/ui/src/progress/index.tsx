import { classNames } from '../class-names.ts';
import styles from './progress.module.css';

export interface ProgressProps {
  /** What is under way, such as "Envoi de loge.jpg". */
  label: string;
  /** From 0 to 100; omitted while the duration is unknown. */
  value?: number;
  tone?: 'plain' | 'success' | 'danger';
}

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
