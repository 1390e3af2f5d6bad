import type { AffiliateEarnings } from 'contracts/commissions';
import { QueryBoundary } from 'panel/query-boundary';
import { SaveButton } from 'panel/save-button';
import { saveStatement } from 'panel/statement';
import { Badge } from 'ui/badge';
import { DashboardSection } from 'ui/dashboard';
import { Skeleton } from 'ui/skeleton';
import { TextLink } from 'ui/text-link';
import { plural } from 'web-kit/formats';
import { Link } from 'web-kit/router';
import { affiliateSession } from 'web-kit/session';
import { useEarnings } from './api/get-earnings.ts';
import styles from './earnings.module.css';
import { StatementRow } from './statement-row.tsx';
import { sumText } from './sum-text.ts';

const SHOWN_STATEMENTS = 2;

/** Balance of an affiliate and its latest payouts. @param href address of all its earnings */
export function LatestPayouts({ slug, href }: { slug: string; href: string }) {
  const query = useEarnings(slug);
  return (
    <QueryBoundary title="Reversements" query={query} skeleton={<Skeleton shape="wide" />}>
      {({ pages: [first] }) => first && <Latest slug={slug} earnings={first} href={href} />}
    </QueryBoundary>
  );
}

interface LatestProps {
  slug: string;
  earnings: AffiliateEarnings;
  href: string;
}

function Latest({ slug, earnings: { balances, terms, statements }, href }: LatestProps) {
  const [latest] = statements;
  return (
    <DashboardSection
      title="Reversements"
      action={
        latest && (
          <SaveButton
            label={`Relevé CSV n°\u00a0${latest.batch_number}`}
            short="Relevé CSV"
            save={() => saveStatement(affiliateSession(slug), latest.id, 'csv')}
          />
        )
      }
    >
      <ul className={styles.statements}>
        <li>
          <div className={styles.name}>
            <strong>Commissions en cours</strong>
            <br />
            <span className="small soft">
              {terms.holding_days > 0 ? `Retenue de ${plural(terms.holding_days, 'jour')}` : 'Sans retenue'}
            </span>
          </div>
          <Badge>En attente</Badge>
          <strong className={styles.amount}>{sumText(balances, 'held_cents')}</strong>
        </li>
        {balances.some(({ due_cents }) => due_cents !== 0) && (
          <li>
            <div className={styles.name}>
              <strong>Prochain versement</strong>
            </div>
            <Badge>Dû</Badge>
            <strong className={styles.amount}>{sumText(balances, 'due_cents')}</strong>
          </li>
        )}
        {statements.slice(0, SHOWN_STATEMENTS).map((statement) => (
          <StatementRow key={statement.id} statement={statement} />
        ))}
      </ul>
      <p className={styles.all}>
        <TextLink href={href} component={Link} arrow>
          Tous les reversements
        </TextLink>
      </p>
    </DashboardSection>
  );
}
