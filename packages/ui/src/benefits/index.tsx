import type { ReactNode } from 'react';
import Check from 'lucide-react/icons/check';
import styles from './benefits.module.css';

/** List of benefits, each with a check mark. */
export function Benefits({ items }: { items: readonly ReactNode[] }) {
  return (
    <ul className={styles.benefits}>
      {items.map((item, index) => (
        <li key={index}>
          <Check />
          {item}
        </li>
      ))}
    </ul>
  );
}
