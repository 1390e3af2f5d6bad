import { useId, useState } from 'react';
import { classNames } from '../class-names.ts';
import { TextButton } from '../text-link/index.tsx';
import styles from './folded-text.module.css';

/** Characters that take more than two lines, and not just a word more: of a phone, and from 40rem on. */
const LONG = 100;
const LONG_ON_WIDE_SCREENS = 150;

/** A paragraph of which two lines show, the others behind "Lire la suite". By its characters: the server draws what the browser keeps. */
export function FoldedText({ children, className }: { children: string; className?: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (children.length <= LONG) return <p className={className}>{children}</p>;
  const isShortOnWide = children.length <= LONG_ON_WIDE_SCREENS;
  return (
    <div className={classNames(className, styles.folded)} data-short-on-wide={isShortOnWide ? '' : undefined}>
      <p id={id} className={isOpen ? undefined : styles.clamped}>
        {children}
      </p>
      <TextButton className={styles.toggle} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Réduire' : 'Lire la suite'}
      </TextButton>
    </div>
  );
}
