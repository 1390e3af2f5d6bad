import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { FieldFrame, type FieldTexts } from '../field/frame.tsx';
import fieldStyles from '../field/field.module.css';
import styles from './text-area.module.css';

export type TextAreaProps = FieldTexts & ComponentProps<'textarea'>;

/** Text area with label, hint and error. */
export function TextArea({ label, hint, error, across, id, className, ...textArea }: TextAreaProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} across={across} id={id}>
      {(control) => (
        <textarea className={classNames(fieldStyles.control, styles.textArea, className)} {...textArea} {...control} />
      )}
    </FieldFrame>
  );
}
