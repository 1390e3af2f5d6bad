import type { ReactNode } from 'react';
import styles from './form-section.module.css';

export interface FormSectionProps {
  title: string;
  /** A line under the title. */
  description?: ReactNode;
  /** Anchor, for links to this part of a long form. */
  id?: string;
  children: ReactNode;
}

/** A part of a long form: what it is about on the left where there is room, its fields beside it. */
export function FormSection({ title, description, id, children }: FormSectionProps) {
  return (
    <section className={styles.section} id={id} aria-label={title}>
      <header>
        <h3 className="heading">{title}</h3>
        {description && <p className="small soft">{description}</p>}
      </header>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
