import { useId, type ReactNode } from 'react';
import Check from 'lucide-react/icons/check';
import { classNames } from '../class-names.ts';
import styles from './checkout-step.module.css';

export interface CheckoutStepProps {
  title: ReactNode;
  /** `poster` for a greeting, `title` for a sentence. */
  titleStyle?: 'poster' | 'title';
  /** `Steps` above the title. */
  steps?: ReactNode;
  /** `PassTicket`, beside the text where there is space. */
  ticket?: ReactNode;
  /** Text and actions. */
  children: ReactNode;
}

/** Layout of the pages from registration to access: outcome, next step, ticket. */
export function CheckoutStep({ title, titleStyle = 'poster', steps, ticket, children }: CheckoutStepProps) {
  const titleId = useId();
  return (
    <section className={styles.step} aria-labelledby={titleId}>
      <div className={styles.text}>
        {steps}
        <h1 className={titleStyle} id={titleId}>
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
  /** Number of completed steps; the next one is current. */
  done: number;
}

/** Progress from registration to access. */
export function Steps({ steps, done }: StepsProps) {
  return (
    <ol className={styles.steps} aria-label="Étapes">
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
