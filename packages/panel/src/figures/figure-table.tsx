import type { OverviewFigures } from 'contracts/overview';
import type { ReactNode } from 'react';
import { ScrollTable } from 'ui/scroll-table';
import { formatNumber } from 'web-kit/formats';
import { MONEY, moneyText } from './figures.ts';
import type { Money } from './figures.ts';

interface FigureTableProps {
  label: string;
  /** Heading of the first column. */
  head: string;
  rows: readonly (OverviewFigures & { id: string; name: ReactNode })[];
  money: Money;
}

/** Table of figures. */
export function FigureTable({ label, head, rows, money }: FigureTableProps) {
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
        MONEY[money].name,
      ].map((name) => ({ name, isMain: name === MONEY[money].name }))}
      rows={rows.map(({ id, name, ...figures }) => ({
        id,
        cells: [
          name,
          ...[figures.visits, figures.registrations, figures.paid, figures.renewals, figures.refunds].map((count) =>
            formatNumber(count),
          ),
          moneyText(figures, money),
        ],
      }))}
    />
  );
}
