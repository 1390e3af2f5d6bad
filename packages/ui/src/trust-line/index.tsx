import type { ReactNode } from 'react';
import Check from 'lucide-react/icons/check';
import Lock from 'lucide-react/icons/lock';
import styles from './trust-line.module.css';

/** Line under a payment button: security of the payment, and terms. */
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
