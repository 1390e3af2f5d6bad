import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { FieldFrame, type FieldTexts } from './frame.tsx';
import styles from './field.module.css';

export type FieldProps = FieldTexts & ComponentProps<'input'>;

/** Labelled input; every other attribute, `ref` included, is passed to the input. */
export function Field({ label, hint, error, help, across, id, className, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} help={help} across={across} id={id}>
      {(control) => <input className={classNames(styles.control, className)} {...input} {...control} />}
    </FieldFrame>
  );
}
