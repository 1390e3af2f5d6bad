import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './fields.module.css';

export interface FieldsProps {
  /**
   * Columns where there is space, two of three on a phone; `always` keeps two even on the narrowest phone (first and last name).
   */
  columns?: 1 | 2 | 3;
  always?: boolean;
  children: ReactNode;
}

/** Grid of fields; a field marked `across` spans a whole row. */
export function Fields({ columns = 1, always, children }: FieldsProps) {
  return (
    <div
      className={classNames(
        styles.fields,
        columns === 2 && styles.two,
        columns === 3 && styles.three,
        always && styles.always,
      )}
    >
      {children}
    </div>
  );
}
