import { useId } from 'react';
import type { ReactNode, Ref } from 'react';
import styles from './desk.module.css';

/** The ground of a panel: its sections one under the other. */
export function Desk({ children }: { children: ReactNode }) {
  return (
    <main id="main" className={`page ${styles.desk}`}>
      {children}
    </main>
  );
}

export interface DeskSectionProps {
  title: string;
  /** The panel's own title is its first; the others are second. */
  level?: 1 | 2;
  /** For whoever gives the title the focus. */
  titleRef?: Ref<HTMLHeadingElement>;
  /** Beside the title: a button, a line of text. */
  action?: ReactNode;
  children?: ReactNode;
}

export function DeskSection({ title, level = 2, titleRef, action, children }: DeskSectionProps) {
  const titleId = useId();
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={titleId}>
      <div className={styles.head}>
        <Heading className="title" id={titleId} ref={titleRef} tabIndex={-1}>
          {title}
        </Heading>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Cards side by side, as many as there is room for. */
export function Cards({ children }: { children: ReactNode }) {
  return <div className={styles.cards}>{children}</div>;
}
