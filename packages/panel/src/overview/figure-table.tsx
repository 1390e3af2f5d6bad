import type { OverviewFigures } from 'contracts/overview';
import type { ReactNode } from 'react';
import { formatNumber } from 'web-kit/formats';
import styles from './overview.module.css';

interface FigureTableProps {
  label: string;
  /** Over the first column. */
  head: string;
  rows: readonly (OverviewFigures & { id: string; name: ReactNode })[];
  /** Cents as text. */
  format: (cents: number) => string;
}

/** Figures in rows; on a narrow screen the table scrolls by itself, also by keyboard. */
export function FigureTable({ label, head, rows, format }: FigureTableProps) {
  return (
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">Inscriptions</th>
            <th scope="col">Premiers paiements</th>
            <th scope="col">Remboursements</th>
            <th scope="col">Revenu</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, registrations, paid, refunds, revenue_cents }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>{formatNumber(registrations)}</td>
              <td>{formatNumber(paid)}</td>
              <td>{formatNumber(refunds)}</td>
              <td>{format(revenue_cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
