import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldError } from '../field/frame.tsx';
import styles from './checkbox.module.css';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  error?: ReactNode;
}

/** Checkbox with its label beside it and its error below. */
export function Checkbox({ label, error, className, id, ...input }: CheckboxProps) {
  const ownId = useId();
  const errorId = `${id ?? ownId}-error`;
  return (
    <div className={className}>
      <label className={styles.choice}>
        <input
          id={id}
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
        {label}
      </label>
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}
