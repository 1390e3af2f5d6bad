import { classNames } from '../class-names.ts';
import styles from './key.module.css';

export interface KeyProps {
  /** Label of the key: "Ctrl", "↵". */
  children: string;
  /** Marks a hint beside the control that the key presses: neither read out, nor shown where there is no keyboard. */
  hint?: boolean;
}

/** A key of the keyboard. */
export function Key({ children, hint }: KeyProps) {
  return (
    <kbd className={classNames(styles.key, hint && styles.hint)} aria-hidden={hint}>
      {children}
    </kbd>
  );
}
