import type { ReactNode } from 'react';
import styles from './facts.module.css';

export interface FactsProps {
  facts: readonly { term: string; value: ReactNode }[];
}

/** Terms and their values, such as the summary of a request. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
