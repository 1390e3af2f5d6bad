import { useId, type ReactNode } from 'react';
import Check from 'lucide-react/icons/check';
import { classNames } from '../class-names.ts';
import styles from './act.module.css';

export interface ActProps {
  title: ReactNode;
  /** `poster` for a greeting, `title` for a sentence. */
  titleLook?: 'poster' | 'title';
  /** Above the title: `Steps`. */
  steps?: ReactNode;
  /** Beside the text where there is room: a `PassTicket`. */
  ticket?: ReactNode;
  /** The text and what to do. */
  children: ReactNode;
}

/** A page of the payment's road: what happened, what comes next, the ticket. */
export function Act({ title, titleLook = 'poster', steps, ticket, children }: ActProps) {
  const titleId = useId();
  return (
    <section className={styles.act} aria-labelledby={titleId}>
      <div className={styles.text}>
        {steps}
        <h1 className={titleLook} id={titleId}>
          {title}
        </h1>
        {children}
      </div>
      {ticket}
    </section>
  );
}

export interface StepsProps {
  steps: readonly string[];
  /** How many are behind; the next one is under way. */
  done: number;
  label?: string;
}

/** How far the visitor is on the road from registration to access. */
export function Steps({ steps, done, label = 'Étapes' }: StepsProps) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={classNames(index < done && styles.done, index === done && styles.now)}
          aria-current={index === done ? 'step' : undefined}
        >
          {index < done && <Check />}
          {step}
          {index < done && <span className="visually-hidden"> (fait)</span>}
        </li>
      ))}
    </ol>
  );
}
