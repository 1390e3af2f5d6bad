import type { OverviewFigures } from 'contracts/overview';
import { Funnel } from 'ui/funnel';
import { formatNumber } from 'web-kit/formats';
import styles from './figures.module.css';
import { percentOf } from './percent.ts';

/** Funnel of visitors, each step as a share of the one before it. */
export function FunnelPanel({ totals }: { totals: OverviewFigures }) {
  const { visits, registrations, paid, renewals, refunds } = totals;
  const step = (name: string, count: number, whole: number, of: string) => ({
    name,
    value: formatNumber(count),
    share: whole > 0 ? count / whole : 0,
    rate: `${percentOf(count, whole)} ${of}`,
  });
  return (
    <section className={styles.panel} aria-label="De la visite au renouvellement">
      <h3 className="heading">De la visite au renouvellement</h3>
      <Funnel
        steps={[
          { ...step('Visites', visits, visits, ''), rate: 'Une par navigateur et par jour, robots écartés' },
          step('Inscriptions', registrations, visits, 'des visites'),
          step('Premiers paiements', paid, registrations, 'des inscriptions'),
          step('Renouvellements', renewals, paid, 'des premiers paiements'),
          step('Remboursements', refunds, paid + renewals, 'des paiements'),
        ]}
      />
    </section>
  );
}
