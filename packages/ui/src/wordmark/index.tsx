import type { ReactNode } from 'react';
import { Anchor } from '../anchor/index.tsx';
import type { LinkTarget } from '../anchor/index.tsx';
import styles from './wordmark.module.css';

export interface WordmarkProps extends LinkTarget {
  /** Name of the site. */
  children: ReactNode;
}

/** Logo, a proscenium arch with a parted curtain, and name; links to the home page. */
export function Wordmark({ children, ...target }: WordmarkProps) {
  return (
    <Anchor className={styles.wordmark} {...target}>
      <Mark />
      {children}
    </Anchor>
  );
}

/** Logo alone, a proscenium arch with a parted curtain. */
export function Mark() {
  return (
    <svg viewBox="0 0 24 28" aria-hidden="true">
      <path fill="none" stroke="currentColor" strokeWidth="1.6" d="M1 27.2V12a11 11 0 0 1 22 0v15.2" />
      <path
        fill="currentColor"
        d="M3.4 27.2V12a8.6 8.6 0 0 1 7.5-8.5C11 13 8.9 21.2 3.4 27.2ZM20.6 27.2V12a8.6 8.6 0 0 0-7.5-8.5C13 13 15.1 21.2 20.6 27.2Z"
      />
    </svg>
  );
}
