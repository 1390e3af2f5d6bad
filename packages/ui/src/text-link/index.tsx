import type { ComponentProps } from 'react';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { Anchor, type AnchorProps } from '../anchor/index.tsx';
import { classNames } from '../class-names.ts';
import styles from './text-link.module.css';

interface Placement {
  /** Within a text, whose lines it leaves as high as they are. */
  inText?: boolean;
}

/** A link that stands on its own; `arrow` draws an arrow after it that moves on hover. */
export function TextLink({
  className,
  arrow,
  inText,
  children,
  ...rest
}: AnchorProps & Placement & { arrow?: boolean }) {
  return (
    <Anchor className={classNames(styles.textLink, inText && styles.inText, className)} {...rest}>
      {children}
      {arrow && <ArrowRight className={styles.arrow} />}
    </Anchor>
  );
}

/** The same look for what acts on this page instead of leading to another. */
export function TextButton({ className, type = 'button', inText, ...rest }: ComponentProps<'button'> & Placement) {
  return <button type={type} className={classNames(styles.textLink, inText && styles.inText, className)} {...rest} />;
}
