import type { AffiliateEarnings } from 'contracts/commissions';
import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { Badge } from 'ui/badge';
import { formatDate, formatPrice } from 'web-kit/formats';
import styles from './earnings.module.css';

interface StatementRowProps {
  statement: AffiliateEarnings['statements'][number];
  /** Button at the end. */
  children?: ReactNode;
}

/** Row of one payout. */
export function StatementRow({ statement, children }: StatementRowProps) {
  const { batch_number, paid_at, reference, currency, cents } = statement;
  return (
    <li>
      <div className={styles.name}>
        <strong>Relevé n°&nbsp;{batch_number}</strong>
        <br />
        <span className="small soft">
          Versé le {formatDate(paid_at)}, référence {reference}
        </span>
      </div>
      <Badge tone="success">
        <Check />
        Versé
      </Badge>
      <strong className={styles.amount}>{formatPrice(cents, currency)}</strong>
      {children}
    </li>
  );
}
