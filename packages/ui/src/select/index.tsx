import type { ComponentProps } from 'react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { classNames } from '../class-names.ts';
import { FieldFrame, type FieldTexts } from '../field/frame.tsx';
import fieldStyles from '../field/field.module.css';
import styles from './select.module.css';

export type SelectProps = FieldTexts & ComponentProps<'select'>;

/** Native select; pass `<option>` elements as children. */
export function Select({ label, hint, error, across, id, className, ...select }: SelectProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} across={across} id={id}>
      {(control) => (
        <span className={styles.withArrow}>
          <select className={classNames(fieldStyles.control, styles.select, className)} {...select} {...control} />
          <ChevronDown className={styles.arrow} />
        </span>
      )}
    </FieldFrame>
  );
}
