import type { OverviewFigures } from 'contracts/overview';
import { Funnel } from 'ui/funnel';
import { formatNumber } from 'web-kit/formats';
import styles from './figures.module.css';
import { percentOf } from './percent.ts';

const VISIT = ['visite', 'des visites'] as const;

/**
 * Funnel of visitors, each step as a share of the one before it; as a ratio where it is larger: renewals follow payments of earlier
 * periods too.
 */
export function FunnelPanel({ totals }: { totals: OverviewFigures }) {
  const { visits, registrations, paid, renewals, refunds } = totals;
  const step = (name: string, count: number, whole: number, [one, all]: readonly [one: string, all: string]) => ({
    name,
    value: formatNumber(count),
    share: whole > 0 ? count / whole : 0,
    rate:
      whole > 0 && count > whole ? `${formatNumber(count / whole, 1)} par ${one}` : `${percentOf(count, whole)} ${all}`,
  });
  return (
    <section className={styles.panel} aria-label="De la visite au renouvellement">
      <h3 className="heading">De la visite au renouvellement</h3>
      <Funnel
        steps={[
          {
            ...step('Visites', visits, visits, VISIT),
            rate: 'Une par navigateur et par jour, robots écartés',
          },
          step('Inscriptions', registrations, visits, VISIT),
          step('Premiers paiements', paid, registrations, ['inscription', 'des inscriptions']),
          step('Renouvellements', renewals, paid, ['premier paiement', 'des premiers paiements']),
          step('Remboursements', refunds, paid + renewals, ['paiement', 'des paiements']),
        ]}
      />
    </section>
  );
}
