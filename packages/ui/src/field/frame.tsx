import { useId, type ReactNode } from 'react';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';

export interface FieldTexts {
  label: ReactNode;
  /** A line that helps before anything is wrong. */
  hint?: ReactNode;
  /** Validation error; marks the control invalid and is read with it. */
  error?: ReactNode;
  /** Button under the error that helps to correct it. */
  help?: ReactNode;
  /** Takes the whole row of a `Fields` grid. */
  across?: boolean;
}

interface ControlAttributes {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Label above, control, error or hint below, tied together for assistive technology. */
export function FieldFrame({
  label,
  hint,
  error,
  help,
  across,
  id: givenId,
  children,
}: FieldTexts & { id?: string; children: (control: ControlAttributes) => ReactNode }) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const described = classNames(Boolean(error) && `${id}-error`, Boolean(hint) && `${id}-hint`) || undefined;
  return (
    <div className={classNames(styles.field, across && styles.across)}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described })}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {help}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Error under a control, which names it by `id` in `aria-describedby`; nothing without an error. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={id} className={styles.error}>
      <TriangleAlert />
      {children}
    </p>
  );
}
