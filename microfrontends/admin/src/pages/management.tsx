import { headingOf } from 'web-kit/page-head';
import { HomeActions, HomeCharts, HomeFigures, useHomeOverview } from 'panel/figures';
import { DashboardSection } from 'ui/dashboard';
import { StatStrip } from 'ui/stat-strip';
import { formatNumber } from 'web-kit/formats';
import { adminSession } from 'web-kit/session';
import { useRef } from 'react';
import { useAffiliates } from '../features/affiliates/index.ts';
import { AttentionPanels } from '../features/attention/index.ts';
import { useModels } from '../features/models/index.ts';
import { Affiliates } from './affiliates.tsx';
import { Models } from './models.tsx';

const OWNER = { session: adminSession, slug: null };

interface ManagementPageProps {
  /** Addresses of "Aperçu" and "Paiements". */
  overview: string;
  payments: string;
}

/** Figures of a period, open tasks, and all affiliates and models. */
export function ManagementPage({ overview, payments }: ManagementPageProps) {
  const figures = useHomeOverview(OWNER);
  const affiliates = useAffiliates();
  const { all, live, manual } = useModels().counts;
  const list = useRef<HTMLDivElement>(null);
  /** Shows a dash while a list is not loaded, as a zero would mean an empty list. */
  const countText = (count: number | undefined): string => (count === undefined ? '–' : formatNumber(count));

  return (
    <>
      <DashboardSection
        title={headingOf('administration')}
        level={1}
        action={
          <div className="row">
            <HomeActions owner={OWNER} />
          </div>
        }
      >
        <HomeFigures query={figures} money="revenue" />
      </DashboardSection>
      <HomeCharts query={figures} href={overview} money="revenue" />
      <AttentionPanels
        overview={figures.data}
        hasFailed={Boolean(figures.error)}
        figures={overview}
        payments={payments}
        onShowModels={() => list.current?.scrollIntoView()}
      />
      <section aria-label="Modèles et affiliés">
        <StatStrip
          stats={[
            { name: 'Modèles', value: countText(all) },
            {
              name: 'En live',
              value: countText(live),
              change: manual ? `dont ${manual} manuel${manual > 1 ? 's' : ''}` : undefined,
            },
            { name: 'Affiliés', value: countText(affiliates.data?.length) },
            { name: 'Affiliés actifs', value: countText(affiliates.data?.filter(({ is_active }) => is_active).length) },
          ]}
        />
      </section>
      <Affiliates />
      <div ref={list}>
        <Models />
      </div>
    </>
  );
}
