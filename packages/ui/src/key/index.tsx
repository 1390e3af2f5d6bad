import { classNames } from '../class-names.ts';
import styles from './key.module.css';

export interface KeyProps {
  /** Label of the key, such as "Ctrl" or "↵". */
  children: string;
  /** Marks a hint beside the control with this shortcut: hidden from screen readers, and where there is no keyboard. */
  hint?: boolean;
}

/** A key of a keyboard. */
export function Key({ children, hint }: KeyProps) {
  return (
    <kbd className={classNames(styles.key, hint && styles.hint)} aria-hidden={hint}>
      {children}
    </kbd>
  );
}
