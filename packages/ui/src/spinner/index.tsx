import { classNames } from '../class-names.ts';
import styles from './spinner.module.css';

export interface SpinnerProps {
  large?: boolean;
  /** Name of the loading content; without it the spinner is decorative, beside a text. */
  label?: string;
}

/** Spinner, announced to screen readers if it has a label. */
export function Spinner({ large, label }: SpinnerProps) {
  const className = classNames(styles.spinner, large && styles.large);
  return label ? (
    <span className={className} role="status">
      <span className="visually-hidden">{label}</span>
    </span>
  ) : (
    <span className={className} aria-hidden="true" />
  );
}
