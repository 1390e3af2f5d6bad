import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './icon-button.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** The accessible name. */
  label: string;
  danger?: boolean;
}

/** Button with only an icon. */
export function IconButton({ label, danger, className, type = 'button', ...rest }: IconButtonProps) {
  const classes = classNames(styles.iconButton, danger && styles.danger, className);
  return <button type={type} aria-label={label} className={classes} {...rest} />;
}
