import { useId } from 'react';
import type { ReactNode, Ref } from 'react';
import styles from './dashboard.module.css';

/** Main area of a panel: its sections one under the other. */
export function Dashboard({ children }: { children: ReactNode }) {
  return (
    <main id="main" className={`page ${styles.dashboard}`}>
      {children}
    </main>
  );
}

export interface DashboardSectionProps {
  title: string;
  /** 1 for the panel's own title, 2 for its sections. */
  level?: 1 | 2;
  /** For moving the focus to the title. */
  titleRef?: Ref<HTMLHeadingElement>;
  /** Beside the title: a button, a line of text. */
  action?: ReactNode;
  children?: ReactNode;
}

export function DashboardSection({ title, level = 2, titleRef, action, children }: DashboardSectionProps) {
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
