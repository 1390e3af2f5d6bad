import { useId, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './form-section.module.css';

export interface FormSectionProps {
  title: string;
  /** Line below the title. */
  description?: ReactNode;
  /** Anchor, for links to this part of a long form. */
  id?: string;
  /** Heading level: 3 below a section's title, 2 below the page's own. */
  level?: 2 | 3;
  /** Puts the title above content that needs the whole width. */
  wide?: boolean;
  /** Button beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** Part of a long form: its subject on the left where there is space, its fields beside it. */
export function FormSection({ title, description, id, level = 3, wide = false, action, children }: FormSectionProps) {
  const descriptionId = useId();
  const Heading = `h${level}` as const;
  return (
    <section
      className={classNames(styles.section, !wide && styles.beside)}
      id={id}
      aria-label={title}
      aria-describedby={description ? descriptionId : undefined}
    >
      <header className={action ? styles.head : undefined}>
        <div>
          <Heading className="heading" tabIndex={id ? -1 : undefined}>
            {title}
          </Heading>
          {description && (
            <p id={descriptionId} className="small soft">
              {description}
            </p>
          )}
        </div>
        {action}
      </header>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
