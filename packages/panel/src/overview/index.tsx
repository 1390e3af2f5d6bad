import { OVERVIEW_ROWS } from 'contracts/limits';
import type { Overview } from 'contracts/overview';
import { useEffect, useRef } from 'react';
import { LiveBadge } from 'ui/badge';
import { DashboardSection } from 'ui/dashboard';
import { FigureCards } from 'ui/figure-cards';
import { formatDateTime, formatNumber, plural } from 'web-kit/formats';
import { Link } from 'web-kit/router';
import { ComparisonNote, FigureTable, figuresOf, saveOverview, useOverview, usePeriod } from '../figures/index.tsx';
import type { Money } from '../figures/index.tsx';
import type { PanelOwner } from '../panel-owner.ts';
import { QueryBoundary } from '../query-boundary/index.tsx';
import { SaveButton } from '../save-button/index.tsx';
import { AffiliateChoice, useAffiliateChoice } from './affiliate-choice.tsx';
import type { KnownAffiliate } from './affiliate-choice.tsx';
import { Charts } from './charts.tsx';
import { Latest } from './latest.tsx';
import styles from './overview.module.css';
import { ChosenPart, PartLink, usePartChoice } from './part-choice.tsx';
import { PeriodBar } from './period-bar.tsx';
import { SourceTable } from './source-table.tsx';

interface OverviewPageProps extends PanelOwner {
  /** Affiliates by which the administrator may filter; absent in an affiliate's own panel. */
  affiliates?: readonly KnownAffiliate[];
}

/** Figures of a period and the latest events. */
export function OverviewPage({ session, slug, affiliates }: OverviewPageProps) {
  const { period } = usePeriod();
  const { affiliateSlug } = useAffiliateChoice();
  const { part } = usePartChoice();
  const owner = { session, slug: affiliates ? affiliateSlug : slug };
  const query = useOverview(owner, period, part);
  const title = useRef<HTMLHeadingElement>(null);
  const choice = JSON.stringify([affiliateSlug, part]);
  const shownChoice = useRef(choice);
  useEffect(() => {
    if (shownChoice.current === choice) return;
    shownChoice.current = choice;
    // The followed link was removed with the former figures.
    if (document.activeElement === document.body) title.current?.focus();
  }, [choice]);
  return (
    <>
      <DashboardSection
        title="Aperçu"
        level={1}
        titleRef={title}
        action={<SaveButton save={() => saveOverview(owner, period, part)} />}
      >
        <PeriodBar>{affiliates && affiliates.length > 0 && <AffiliateChoice affiliates={affiliates} />}</PeriodBar>
      </DashboardSection>
      <QueryBoundary title="Chiffres" query={query}>
        {(overview) => (
          <Figures
            overview={overview}
            money={affiliates ? 'revenue' : 'earnings'}
            showsAffiliate={owner.slug === null}
          />
        )}
      </QueryBoundary>
    </>
  );
}

interface FiguresProps {
  overview: Overview;
  money: Money;
  showsAffiliate: boolean;
}

function Figures({ overview, money, showsAffiliate }: FiguresProps) {
  const { searchOf } = useAffiliateChoice();
  const { part } = usePartChoice();
  const isPart = Object.keys(part).length > 0;
  const { series, live, live_count: liveCount = live.length, affiliates, models, sources, latest } = overview;
  const partName = models.find(({ slug }) => slug === part.model)?.name ?? part.model ?? part.source ?? '';
  return (
    <>
      <DashboardSection
        title="Chiffres"
        action={<p className="small soft">{plural(series.length, 'jour')}, comparés aux précédents</p>}
      >
        {isPart && <ChosenPart name={partName} />}
        <FigureCards figures={figuresOf(overview, money, { isPart })} />
        <ComparisonNote overview={overview} />
        <Charts overview={overview} money={money} />
      </DashboardSection>
      {!isPart && (
        <div className={styles.pair}>
          <DashboardSection
            title="En live maintenant"
            action={
              liveCount > live.length && (
                <p className="small soft">
                  {formatNumber(live.length)} affichés sur {formatNumber(liveCount)}
                </p>
              )
            }
          >
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
                    <span className="small soft">depuis le {formatDateTime(since)}</span>
                  </li>
                ))}
              </ul>
            )}
          </DashboardSection>
          <DashboardSection title="Derniers événements">
            <Latest happenings={latest} showsAffiliate={showsAffiliate} />
          </DashboardSection>
        </div>
      )}
      {affiliates.length > 0 && (
        <DashboardSection title="Par affilié">
          <FigureTable
            label="Chiffres par affilié"
            head="Affilié"
            money={money}
            rows={affiliates.map(({ slug, name, ...figures }) => ({
              id: slug ?? name,
              name: slug === null ? name : <Link to={{ search: searchOf(slug) }}>{name}</Link>,
              ...figures,
            }))}
          />
          <ListEnd rows={affiliates} />
        </DashboardSection>
      )}
      <DashboardSection title="Par modèle">
        {models.length === 0 ? (
          <p className="soft">Aucune inscription et aucun paiement sur cette période.</p>
        ) : (
          <>
            <FigureTable
              label="Chiffres par modèle"
              head="Modèle"
              money={money}
              rows={models.map(({ slug, name, ...figures }) => ({
                id: slug,
                name: <PartLink kind="model" value={slug} name={name} />,
                ...figures,
              }))}
            />
            <ListEnd rows={models} />
          </>
        )}
      </DashboardSection>
      {sources.length > 0 && (
        <DashboardSection title="Par source">
          <SourceTable
            sources={sources}
            totals={isPart ? undefined : overview.totals}
            isCoarse={money === 'earnings'}
          />
        </DashboardSection>
      )}
    </>
  );
}

/** Note that a list is cut off before its last row. */
function ListEnd({ rows }: { rows: readonly unknown[] }) {
  if (rows.length < OVERVIEW_ROWS) return null;
  return (
    <p className={`small soft ${styles.hint}`}>
      Les {OVERVIEW_ROWS} premières lignes sont listées{'\u00a0'}; les totaux comptent tout.
    </p>
  );
}
