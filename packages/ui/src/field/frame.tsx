import { useId, type ReactNode } from 'react';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';

export interface FieldTexts {
  label: ReactNode;
  /** Help text, shown while there is no error. */
  hint?: ReactNode;
  /** Validation error; marks the control invalid and describes it to screen readers. */
  error?: ReactNode;
  /** Button below the error that helps to correct it. */
  help?: ReactNode;
  /** Spans the whole row of a `Fields` grid. */
  across?: boolean;
}

interface ControlAttributes {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Label above, control, error or hint below, associated for assistive technology. */
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

/** Error below a control, which refers to it by `id` in `aria-describedby`; renders nothing without an error. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={id} className={styles.error}>
      <TriangleAlert />
      {children}
    </p>
  );
}
