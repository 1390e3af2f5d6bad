import { createContext, use, useId } from 'react';
import type { ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import styles from './dashboard.module.css';

/** Main area of a panel, with its sections in a column. */
export function Dashboard({ children }: { children: ReactNode }) {
  return (
    <main id="main" className={`page ${styles.dashboard}`}>
      {children}
    </main>
  );
}

const SectionLevel = createContext<1 | 2>(2);
/** Returns the level of headings in the surrounding section, below its title. */
export const useLevelBelow = () => (use(SectionLevel) === 1 ? 2 : 3);

export interface DashboardSectionProps {
  title: string;
  /** 1 for the panel's own title, 2 for its sections. */
  level?: 1 | 2;
  /** Whether the title is visible only to screen readers, and while it has the focus by keyboard. */
  hidesTitle?: boolean | undefined;
  /** Gives access to the title, to move the focus. */
  titleRef?: Ref<HTMLHeadingElement>;
  /** Button or text beside the title. */
  action?: ReactNode;
  children?: ReactNode;
}

/** Section of a panel with a title that can take the focus. */
export function DashboardSection({ title, level = 2, hidesTitle, titleRef, action, children }: DashboardSectionProps) {
  const titleId = useId();
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={titleId}>
      <div className={classNames(styles.head, hidesTitle && styles.hidden)}>
        <Heading className="title" id={titleId} ref={titleRef} tabIndex={-1}>
          {title}
        </Heading>
        {action}
      </div>
      <SectionLevel value={level}>{children}</SectionLevel>
    </section>
  );
}

/** Cards in a row, as many as fit. */
export function Cards({ children }: { children: ReactNode }) {
  return <div className={styles.cards}>{children}</div>;
}
