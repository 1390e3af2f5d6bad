import type { Overview, OverviewFigure } from 'contracts/overview';
import { useEffect, useRef } from 'react';
import { LiveBadge } from 'ui/badge';
import { DashboardSection } from 'ui/dashboard';
import { StatStrip } from 'ui/stat-strip';
import { formatDate, formatNumber, formatPrice, formatShortPrice, formatTime, plural } from 'web-kit/formats';
import { Link } from 'web-kit/router';
import { CsvButton } from '../csv-button/index.tsx';
import type { PanelOwner } from '../panel-owner.ts';
import { QueryBoundary } from '../query-boundary/index.tsx';
import { AffiliateChoice, useAffiliateChoice } from './affiliate-choice.tsx';
import type { KnownAffiliate } from './affiliate-choice.tsx';
import { Charts } from './charts.tsx';
import { FigureTable } from './figure-table.tsx';
import { Latest } from './latest.tsx';
import { saveOverview, useOverview } from './overview-api.ts';
import styles from './overview.module.css';
import { PeriodBar } from './period-bar.tsx';
import { usePeriod } from './use-period.ts';

const NBSP = '\u00a0';

/** "+ 8 %" against the period before, where that had any. */
const change = ({ totals, previous }: Overview, figure: OverviewFigure): string | undefined => {
  if (previous[figure] <= 0) return undefined;
  const percent = Math.round((totals[figure] / previous[figure] - 1) * 100);
  return `${percent < 0 ? '-' : '+'}${NBSP}${formatNumber(Math.abs(percent))}${NBSP}%`;
};
const stat = (overview: Overview, figure: OverviewFigure, name: string, value: string, isBad = false) => ({
  name,
  value,
  change: change(overview, figure),
  down: isBad
    ? overview.totals[figure] > overview.previous[figure]
    : overview.totals[figure] < overview.previous[figure],
});

interface OverviewPageProps extends PanelOwner {
  /** Affiliates by which the administrator may filter; absent in an affiliate's own panel. */
  affiliates?: readonly KnownAffiliate[];
}

/** What a period brought, and what is going on. */
export function OverviewPage({ session, slug, affiliates }: OverviewPageProps) {
  const { period } = usePeriod();
  const { chosen } = useAffiliateChoice();
  const owner = { session, slug: affiliates ? chosen : slug };
  const query = useOverview(owner, period);
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(chosen);
  useEffect(() => {
    if (shown.current === chosen) return;
    shown.current = chosen;
    // The affiliate's link went with the figures of all.
    if (document.activeElement === document.body) title.current?.focus();
  }, [chosen]);
  return (
    <>
      <DashboardSection
        title="Aperçu"
        level={1}
        titleRef={title}
        action={<CsvButton save={() => saveOverview(owner, period)} />}
      >
        <PeriodBar>{affiliates && affiliates.length > 0 && <AffiliateChoice affiliates={affiliates} />}</PeriodBar>
      </DashboardSection>
      <QueryBoundary title="Chiffres" query={query}>
        {(overview) => <Figures overview={overview} showsAffiliate={owner.slug === null} />}
      </QueryBoundary>
    </>
  );
}

function Figures({ overview, showsAffiliate }: { overview: Overview; showsAffiliate: boolean }) {
  const { searchOf } = useAffiliateChoice();
  const { totals, series, live, affiliates, models, latest, active_subscribers } = overview;
  return (
    <>
      <DashboardSection
        title="Chiffres"
        action={<p className="small soft">{plural(series.length, 'jour')}, comparés aux précédents</p>}
      >
        <StatStrip
          stats={[
            stat(overview, 'registrations', 'Inscriptions', formatNumber(totals.registrations)),
            stat(overview, 'paid', 'Premiers paiements', formatNumber(totals.paid)),
            stat(overview, 'revenue_cents', 'Revenu', formatShortPrice(totals.revenue_cents)),
            stat(overview, 'refunds', 'Remboursements', formatNumber(totals.refunds), true),
            { name: 'Abonnés actifs', value: formatNumber(active_subscribers) },
            { name: 'En live', value: formatNumber(live.length) },
          ]}
        />
        <Charts series={series} />
      </DashboardSection>
      <div className={styles.pair}>
        <DashboardSection title="En live maintenant">
          {live.length === 0 ? (
            <p className="soft">Personne n’est en live.</p>
          ) : (
            <ul className={styles.list}>
              {live.map(({ slug, name, since }) => (
                <li key={slug}>
                  <span>
                    <strong>{name}</strong> <span className="soft">@{slug}</span>
                  </span>
                  <LiveBadge />
                  <span className="small soft">
                    depuis le {formatDate(since)} à {formatTime(since)}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </DashboardSection>
        <DashboardSection title="Derniers événements">
          <Latest happenings={latest} showsAffiliate={showsAffiliate} />
        </DashboardSection>
      </div>
      {affiliates.length > 0 && (
        <DashboardSection title="Par affilié">
          <FigureTable
            label="Chiffres par affilié"
            head="Affilié"
            format={formatPrice}
            rows={affiliates.map(({ slug, name, ...figures }) => ({
              id: slug ?? name,
              name: slug === null ? name : <Link to={{ search: searchOf(slug) }}>{name}</Link>,
              ...figures,
            }))}
          />
        </DashboardSection>
      )}
      <DashboardSection title="Par modèle">
        {models.length === 0 ? (
          <p className="soft">Aucune inscription et aucun paiement sur cette période.</p>
        ) : (
          <FigureTable
            label="Chiffres par modèle"
            head="Modèle"
            format={formatPrice}
            rows={models.map(({ slug, name, ...figures }) => ({ id: slug, name, ...figures }))}
          />
        )}
      </DashboardSection>
    </>
  );
}
