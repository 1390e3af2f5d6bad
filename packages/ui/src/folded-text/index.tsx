import { useId, useState } from 'react';
import { classNames } from '../class-names.ts';
import { TextButton } from '../text-link/index.tsx';
import styles from './folded-text.module.css';

/** Length up to which a text exceeds two lines by at most a word, on a phone and from a width of 40rem on. */
const MAX_CHARACTERS = 100;
const MAX_CHARACTERS_WIDE = 150;

/**
 * Paragraph of which two lines are visible, the others behind "Lire la suite". Decided by the number of characters, so that server
 * and browser render the same.
 */
export function FoldedText({ children, className }: { children: string; className?: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (children.length <= MAX_CHARACTERS) return <p className={className}>{children}</p>;
  const isShortOnWide = children.length <= MAX_CHARACTERS_WIDE;
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
