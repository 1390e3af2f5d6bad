import type { ComponentProps } from 'react';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { Anchor, type AnchorProps } from '../anchor/index.tsx';
import { classNames } from '../class-names.ts';
import styles from './text-link.module.css';

/** Standalone link; `arrow` adds an arrow that moves on hover. */
export function TextLink({ className, arrow, children, ...rest }: AnchorProps & { arrow?: boolean }) {
  return (
    <Anchor className={classNames(styles.textLink, className)} {...rest}>
      {children}
      {arrow && <ArrowRight className={styles.arrow} />}
    </Anchor>
  );
}

/** Button that looks like a `TextLink`. */
export function TextButton({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button type={type} className={classNames(styles.textLink, className)} {...rest} />;
}
