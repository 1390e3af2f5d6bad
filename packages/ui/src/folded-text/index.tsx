import { useId, useState } from 'react';
import { classNames } from '../class-names.ts';
import { TextButton } from '../text-link/index.tsx';
import styles from './folded-text.module.css';

/** Text up to these lengths is at most a word longer than two lines, on a phone and from 40rem on. */
const MAX_CHARACTERS = 100;
const MAX_CHARACTERS_WIDE = 150;

/** A paragraph of which two lines show, the others behind "Lire la suite". By its characters: the server draws what the browser keeps. */
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
