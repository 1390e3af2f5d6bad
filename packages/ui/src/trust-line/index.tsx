import type { ReactNode } from 'react';
import Check from 'lucide-react/icons/check';
import Lock from 'lucide-react/icons/lock';
import styles from './trust-line.module.css';

/** Under a button that leads to a payment: how it is secured, and what binds. */
export function TrustLine({ payment, terms }: { payment: ReactNode; terms: ReactNode }) {
  return (
    <p className={styles.line}>
      <span>
        <Lock />
        {payment}
      </span>
      <span>
        <Check />
        {terms}
      </span>
    </p>
  );
}
