import type { AffiliateEarnings } from 'contracts/commissions';
import { NEGATIVE_DUE, rateText } from 'contracts/statement-table';
import { MoreButton } from 'panel/more-button';
import { StatementDialog } from 'panel/statement';
import { useRef, useState } from 'react';
import type { ComponentProps } from 'react';
import { Button } from 'ui/button';
import { DashboardSection } from 'ui/dashboard';
import { EmptyState } from 'ui/empty-state';
import { Facts } from 'ui/facts';
import { StatStrip } from 'ui/stat-strip';
import { formatPrice, plural } from 'web-kit/formats';
import { affiliateSession } from 'web-kit/session';
import styles from './earnings.module.css';
import { StatementRow } from './statement-row.tsx';
import { sumText } from './sum-text.ts';

interface EarningsProps {
  slug: string;
  /** Loaded pages, at least one. */
  pages: readonly AffiliateEarnings[];
  /** Query of the further pages. */
  query: ComponentProps<typeof MoreButton>['query'];
}

/** An affiliate's balance, its terms and its payout statements. */
export function Earnings({ slug, pages, query }: EarningsProps) {
  const [statementId, setStatementId] = useState<string | null>(null);
  const rows = useRef<HTMLUListElement>(null);
  const [first] = pages;
  if (!first) return null;
  const { balances, terms } = first;
  const statements = pages.flatMap((page) => page.statements);
  return (
    <>
      <DashboardSection title="Reversements" level={1}>
        <StatStrip
          stats={[
            { name: 'En attente', value: sumText(balances, 'held_cents') },
            { name: 'Dû', value: sumText(balances, 'due_cents') },
            { name: 'Versé', value: sumText(balances, 'paid_cents') },
          ]}
        />
        {balances.some(({ due_cents }) => due_cents < 0) && <p className="small soft">{NEGATIVE_DUE}</p>}
      </DashboardSection>
      <DashboardSection title="Relevés">
        {statements.length === 0 ? (
          <EmptyState level={3} title="Aucun versement pour le moment.">
            <p className="soft">Chaque versement apparaît ici avec son relevé.</p>
          </EmptyState>
        ) : (
          <ul ref={rows} className={styles.statements}>
            {statements.map((statement) => (
              <StatementRow key={statement.id} statement={statement}>
                <Button
                  small
                  aria-label={`Voir le relevé n°\u00a0${statement.batch_number}`}
                  onClick={() => setStatementId(statement.id)}
                >
                  Voir
                </Button>
              </StatementRow>
            ))}
          </ul>
        )}
        <MoreButton query={query} rows={rows} />
      </DashboardSection>
      <DashboardSection title="Vos conditions">
        <Facts
          facts={[
            { term: 'Premier paiement', value: rateText(terms.first) },
            { term: 'Renouvellement', value: rateText(terms.renewal) },
            { term: 'Retenue avant versement', value: plural(terms.holding_days, 'jour') },
            { term: 'Minimum d’un versement', value: formatPrice(terms.minimum_cents) },
          ]}
        />
      </DashboardSection>
      {statementId !== null && (
        <StatementDialog session={affiliateSession(slug)} id={statementId} onClose={() => setStatementId(null)} />
      )}
    </>
  );
}
