import type { ComponentProps } from 'react';
import { Anchor, type AnchorProps } from '../anchor/index.tsx';
import { classNames } from '../class-names.ts';
import styles from './icon-button.module.css';

interface IconButtonAppearance {
  /** The accessible name. */
  label: string;
  danger?: boolean;
}

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & IconButtonAppearance;

/** Button with only an icon. */
export function IconButton({ label, danger, className, type = 'button', ...rest }: IconButtonProps) {
  return <button type={type} aria-label={label} className={classNameOf(danger, className)} {...rest} />;
}

/** Link with only an icon. */
export function IconLink({
  label,
  danger,
  className,
  ...rest
}: Omit<AnchorProps, 'aria-label'> & IconButtonAppearance) {
  return <Anchor aria-label={label} className={classNameOf(danger, className)} {...rest} />;
}

const classNameOf = (danger?: boolean, className?: string) =>
  classNames(styles.iconButton, danger && styles.danger, className);
