import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Anchor, type AnchorProps } from '../anchor/index.tsx';
import { classNames } from '../class-names.ts';
import { Spinner } from '../spinner/index.tsx';
import styles from './button.module.css';

export interface ButtonAppearance {
  /** One primary button per view; `onPicture` over a picture; `danger` for irreversible actions. */
  variant?: 'plain' | 'primary' | 'ghost' | 'onPicture' | 'danger';
  small?: boolean;
  wide?: boolean;
  /** Styles a label that the specification writes in capitals. */
  caps?: boolean;
}

export interface ButtonProps extends ButtonAppearance, ComponentProps<'button'> {
  /** Shows the spinner and ignores clicks, without losing focus or width. */
  busy?: boolean;
  /** Label while busy, beside the spinner. */
  busyLabel?: string;
}

/** Button; `type` defaults to "button". */
export function Button({
  variant,
  small,
  wide,
  caps,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type={type}
      className={classNames(look({ variant, small, wide, caps }), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
      {...rest}
    >
      {busy ? <Busy label={busyLabel}>{children}</Busy> : children}
    </button>
  );
}

function Busy({ label, children }: { label?: string; children: ReactNode }) {
  if (label) {
    return (
      <span className={styles.face} data-width-of={typeof children === 'string' ? children : undefined}>
        <span className={styles.busy}>
          <Spinner />
          {label}
        </span>
      </span>
    );
  }
  return (
    <>
      <span className={styles.dimmed}>{children}</span>
      <span className={styles.over}>
        <Spinner />
      </span>
    </>
  );
}

export type ButtonLinkProps = ButtonAppearance & AnchorProps;

/** Link that looks like a button. */
export function ButtonLink({ variant, small, wide, caps, className, ...rest }: ButtonLinkProps) {
  return <Anchor className={classNames(look({ variant, small, wide, caps }), className)} {...rest} />;
}

function look({ variant = 'plain', small, wide, caps }: ButtonAppearance): string {
  const variants = {
    plain: undefined,
    primary: styles.primary,
    ghost: styles.ghost,
    onPicture: styles.onPicture,
    danger: styles.danger,
  };
  return classNames(styles.button, variants[variant], small && styles.small, wide && styles.wide, caps && styles.caps);
}
