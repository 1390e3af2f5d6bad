import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './toggle.module.css';

export interface ToggleProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: string;
  /** Only the switch is drawn; the label is still its accessible name. */
  bare?: boolean;
}

/** A setting that is on or off at once, without a button to confirm. */
export function Toggle({ label, bare, className, ...input }: ToggleProps) {
  return (
    <label className={classNames(styles.toggle, bare && styles.bare, className)}>
      <span className={bare ? 'visually-hidden' : undefined}>{label}</span>
      <input {...input} type="checkbox" role="switch" />
    </label>
  );
}
