import type { OverviewFigures } from 'contracts/overview';
import type { ReactNode } from 'react';
import { ScrollTable } from 'ui/scroll-table';
import { formatNumber, formatPrice } from 'web-kit/formats';
import { amountsOf } from '../figures/index.tsx';

interface FigureTableProps {
  label: string;
  /** Over the first column. */
  head: string;
  rows: readonly (OverviewFigures & { id: string; name: ReactNode })[];
}

/** Figures in rows. */
export function FigureTable({ label, head, rows }: FigureTableProps) {
  return (
    <ScrollTable
      label={label}
      columns={[
        head,
        'Visites',
        'Inscriptions',
        'Premiers paiements',
        'Renouvellements',
        'Remboursements',
        'Revenu',
      ].map((name) => ({ name, isMain: name === 'Revenu' }))}
      rows={rows.map(({ id, name, revenue_cents, other_revenue = [], ...figures }) => ({
        id,
        cells: [
          name,
          ...[figures.visits, figures.registrations, figures.paid, figures.renewals, figures.refunds].map((count) =>
            formatNumber(count),
          ),
          [formatPrice(revenue_cents), ...amountsOf(other_revenue)].join(' + '),
        ],
      }))}
    />
  );
}
