import type { AffiliateEarnings, CommissionBalance } from 'contracts/commissions';
import { rateText } from 'contracts/statement-table';
import { MoreButton } from 'panel/more-button';
import { StatementDialog } from 'panel/statement';
import { useRef, useState } from 'react';
import type { ComponentProps } from 'react';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { DashboardSection } from 'ui/dashboard';
import { EmptyState } from 'ui/empty-state';
import { Facts } from 'ui/facts';
import { StatStrip } from 'ui/stat-strip';
import { formatDate, formatPrice, plural } from 'web-kit/formats';
import { affiliateSession } from 'web-kit/session';
import styles from './earnings.module.css';

type Part = Exclude<keyof CommissionBalance, 'currency'>;

/** Amounts of two currencies stand side by side. */
const sumText = (balances: AffiliateEarnings['balances'], part: Part): string =>
  balances
    .filter((balance) => balance[part] !== 0)
    .map((balance) => formatPrice(balance[part], balance.currency))
    .join(' + ') || formatPrice(0);

interface EarningsProps {
  slug: string;
  /** At least one. */
  pages: readonly AffiliateEarnings[];
  /** Reads the further ones. */
  query: ComponentProps<typeof MoreButton>['query'];
}

/** An affiliate's balance, its terms and the statements of what it was paid. */
export function Earnings({ slug, pages, query }: EarningsProps) {
  const [statementId, setStatementId] = useState<string | null>(null);
  const rows = useRef<HTMLUListElement>(null);
  const [first] = pages;
  if (!first) return null;
  const { balances, terms } = first;
  const statements = pages.flatMap((page) => page.statements);
  return (
    <>
      <DashboardSection title="Revenus" level={1}>
        <StatStrip
          stats={[
            { name: 'En attente', value: sumText(balances, 'held_cents') },
            { name: 'Dû', value: sumText(balances, 'due_cents') },
            { name: 'Versé', value: sumText(balances, 'paid_cents') },
          ]}
        />
      </DashboardSection>
      <DashboardSection title="Relevés">
        {statements.length === 0 ? (
          <EmptyState level={3} title="Aucun versement pour le moment.">
            <p className="soft">Chaque versement apparaît ici avec son relevé.</p>
          </EmptyState>
        ) : (
          <ul ref={rows} className={styles.statements}>
            {statements.map(({ id, batch_number, paid_at, reference, currency, cents }) => (
              <li key={id}>
                <div className={styles.name}>
                  <strong>Relevé n°&nbsp;{batch_number}</strong>
                  <br />
                  <span className="small soft">
                    Versé le {formatDate(paid_at)}, référence {reference}
                  </span>
                </div>
                <Badge tone="success">Versé</Badge>
                <strong className={styles.amount}>{formatPrice(cents, currency)}</strong>
                <Button small aria-label={`Voir le relevé n°\u00a0${batch_number}`} onClick={() => setStatementId(id)}>
                  Voir
                </Button>
              </li>
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
