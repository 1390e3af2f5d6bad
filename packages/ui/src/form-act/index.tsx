import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import styles from './form-act.module.css';

export interface FormActProps {
  title: string;
  /** `Steps` above the title. */
  steps?: ReactNode;
  /** Content beside the form where there is space, else below it. */
  aside?: ReactNode;
  /** Whether the title takes the focus, for a step that follows another one on the same page. */
  takesFocus?: boolean;
  children: ReactNode;
}

/** Step of a form that fills a page. */
export function FormAct({ title, steps, aside, takesFocus = false, children }: FormActProps) {
  const titleId = useId();
  const titleRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) titleRef.current?.focus();
  }, [takesFocus]);
  return (
    <section className={styles.act} aria-labelledby={titleId}>
      <div className={styles.text}>
        {steps}
        <h1 className={`title ${styles.title}`} id={titleId} ref={titleRef} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
      {aside && <aside className={styles.aside}>{aside}</aside>}
    </section>
  );
}
