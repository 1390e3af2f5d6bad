import { useId, type ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './toggle.module.css';

export interface ToggleProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: string;
  /** Line below the switch, part of its description. */
  hint?: string;
  /** Shows only the switch; the label is still its accessible name. */
  bare?: boolean;
  /** Places the switch right before its label instead of at the end of the line. */
  near?: boolean;
  /** Whether a change of `checked` is being saved: further changes are ignored. A disabled switch would lose the focus. */
  busy?: boolean;
}

const ignore = () => undefined;

/** Switch that takes effect at once, without a button to confirm. */
export function Toggle({ label, hint, bare, near, busy, className, onChange, ...input }: ToggleProps) {
  const hintId = useId();
  const toggle = (
    <label className={classNames(styles.toggle, bare && styles.bare, near && styles.near, className)}>
      <span className={bare ? 'visually-hidden' : undefined}>{label}</span>
      <input
        aria-describedby={hint ? hintId : undefined}
        aria-disabled={busy || undefined}
        onChange={busy ? ignore : onChange}
        {...input}
        type="checkbox"
        role="switch"
      />
    </label>
  );
  if (!hint) return toggle;
  return (
    <div>
      {toggle}
      <p id={hintId} className={styles.hint}>
        {hint}
      </p>
    </div>
  );
}
