import type { ComponentProps } from 'react';
import { Anchor, type AnchorProps } from '../anchor/index.tsx';
import { classNames } from '../class-names.ts';
import styles from './icon-button.module.css';

interface IconButtonLook {
  /** The accessible name: an icon alone says nothing. */
  label: string;
  danger?: boolean;
}

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & IconButtonLook;

export function IconButton({ label, danger, className, type = 'button', ...rest }: IconButtonProps) {
  return <button type={type} aria-label={label} className={look(danger, className)} {...rest} />;
}

export function IconLink({ label, danger, className, ...rest }: Omit<AnchorProps, 'aria-label'> & IconButtonLook) {
  return <Anchor aria-label={label} className={look(danger, className)} {...rest} />;
}

const look = (danger?: boolean, className?: string) =>
  classNames(styles.iconButton, danger && styles.danger, className);
