import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  /** Sentence shown as a heading. */
  title: ReactNode;
  /** Heading level in the page's outline. */
  level?: 1 | 2 | 3;
  /** Further text, and at most one button. */
  children?: ReactNode;
}

/** Empty state with a drawing of a theatre and the reason. */
export function EmptyState({ title, level = 2, children }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.empty}>
      <svg
        className={styles.drawing}
        viewBox="0 0 112 88"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M8 86V36a48 34 0 0 1 96 0v50M8 86h96" />
        <path d="M18 86V38c0-14 12-24 26-27 0 32-8 57-26 75ZM94 86V38c0-14-12-24-26-27 0 32 8 57 26 75Z" />
        <path d="M46 86a10 3.5 0 0 1 20 0" />
      </svg>
      <Heading className="heading">{title}</Heading>
      {children}
    </div>
  );
}
