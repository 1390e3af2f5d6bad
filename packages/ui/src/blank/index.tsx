import type { ReactNode } from 'react';
import styles from './blank.module.css';

export interface BlankProps {
  /** The sentence, as a heading. */
  title: ReactNode;
  /** How it stands in the page's outline. */
  level?: 1 | 2 | 3;
  /** More to say, and at most one button. */
  children?: ReactNode;
}

/** Nothing to show: the empty house and why. */
export function Blank({ title, level = 2, children }: BlankProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.blank}>
      <svg className={styles.house} viewBox="0 0 112 88" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
        <path d="M8 84V34a48 30 0 0 1 96 0v50" />
        <path d="M20 84V38c10-2 16-10 18-20M92 84V38c-10-2-16-10-18-20" />
        <path d="M4 84h104M38 70h36M34 76h44" />
      </svg>
      <Heading className="heading">{title}</Heading>
      {children}
    </div>
  );
}
