import type { Overview } from 'contracts/overview';
import { useEffect, useRef } from 'react';
import { LiveBadge } from 'ui/badge';
import { DashboardSection } from 'ui/dashboard';
import { FigureCards } from 'ui/figure-cards';
import { formatDate, formatTime, plural } from 'web-kit/formats';
import { Link } from 'web-kit/router';
import { figuresOf, saveOverview, useOverview } from '../figures/index.tsx';
import type { PanelOwner } from '../panel-owner.ts';
import { QueryBoundary } from '../query-boundary/index.tsx';
import { SaveButton } from '../save-button/index.tsx';
import { AffiliateChoice, useAffiliateChoice } from './affiliate-choice.tsx';
import type { KnownAffiliate } from './affiliate-choice.tsx';
import { Charts } from './charts.tsx';
import { FigureTable } from './figure-table.tsx';
import { Latest } from './latest.tsx';
import styles from './overview.module.css';
import { PeriodBar } from './period-bar.tsx';
import { usePeriod } from './use-period.ts';

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
        action={<SaveButton save={() => saveOverview(owner, period)} />}
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
  const { series, live, affiliates, models, latest } = overview;
  return (
    <>
      <DashboardSection
        title="Chiffres"
        action={<p className="small soft">{plural(series.length, 'jour')}, comparés aux précédents</p>}
      >
        <FigureCards figures={figuresOf(overview)} />
        <Charts overview={overview} />
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
            rows={models.map(({ slug, name, ...figures }) => ({ id: slug, name, ...figures }))}
          />
        )}
      </DashboardSection>
    </>
  );
}
