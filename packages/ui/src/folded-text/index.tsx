import { useId, useState } from 'react';
import { classNames } from '../class-names.ts';
import { TextButton } from '../text-link/index.tsx';
import styles from './folded-text.module.css';

/** Characters that stay in sight; a text that is a little longer is not worth a button. */
const SHOWN = 160;
const TOLERATED = 40;

/** Splits at a space. @returns the second part is empty where nothing is folded */
const split = (text: string): [head: string, rest: string] => {
  if (text.length <= SHOWN + TOLERATED) return [text, ''];
  const end = text.lastIndexOf(' ', SHOWN);
  return [text.slice(0, end > 0 ? end : SHOWN), text.slice(end > 0 ? end : SHOWN)];
};

/** A paragraph whose end waits behind "Lire la suite". Cut by characters: the server draws what the browser keeps. */
export function FoldedText({ children, className }: { children: string; className?: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [head, rest] = split(children);
  if (rest === '') return <p className={className}>{head}</p>;
  return (
    <div className={classNames(className, styles.folded)}>
      <p>
        {head}
        <span className={styles.dots} hidden={isOpen}>
          …
        </span>
        <span id={id} className={isOpen ? undefined : styles.rest}>
          {rest}
        </span>
      </p>
      <TextButton className={styles.toggle} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Réduire' : 'Lire la suite'}
      </TextButton>
    </div>
  );
}
