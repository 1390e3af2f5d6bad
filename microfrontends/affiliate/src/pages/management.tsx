import { TEXTS } from 'contracts/texts';
import { HomeActions, HomeCharts, HomeFigures, useHomeOverview, useModelMoney } from 'panel/figures';
import { ModelList } from 'panel/model-list';
import { modelsApiOf } from 'panel/models';
import { QueryBoundary } from 'panel/query-boundary';
import { useState } from 'react';
import { DashboardSection } from 'ui/dashboard';
import { affiliateSession } from 'web-kit/session';
import { LatestPayouts } from '../features/earnings/index.ts';
import { TrackedLinks } from '../features/links/index.ts';
import { isOwnView, Settings, useOwnAffiliate } from '../features/profile/index.ts';
import styles from './management.module.css';

interface ManagementPageProps {
  slug: string;
  /** Addresses of the sections that show more. */
  overview: string;
  earnings: string;
}

/** The affiliate's figures, links, latest payouts and models. */
export function ManagementPage({ slug, overview, earnings }: ManagementPageProps) {
  const [owner] = useState(() => ({ session: affiliateSession(slug), slug }));
  const [api] = useState(() => modelsApiOf(owner));
  const own = useOwnAffiliate(slug);
  const figures = useHomeOverview(owner);
  const money = useModelMoney(owner, figures.data, 'earnings', own.data?.models);
  const affiliate = own.data && isOwnView(own.data.affiliate) ? own.data.affiliate : null;

  return (
    <>
      <DashboardSection
        title={TEXTS.administrationPanel}
        level={1}
        action={
          <div className="row">
            <HomeActions owner={owner} />
            {affiliate && <Settings key={affiliate.id} affiliate={affiliate} onChanged={() => void own.refetch()} />}
          </div>
        }
      >
        {affiliate && <p className={`lead soft ${styles.welcome}`}>Bienvenue, {affiliate.name}</p>}
        <HomeFigures query={figures} money="earnings" />
      </DashboardSection>
      {affiliate && own.data && <TrackedLinks affiliate={affiliate} models={own.data.models} overview={figures.data} />}
      <HomeCharts query={figures} href={overview} money="earnings" />
      <LatestPayouts slug={slug} href={earnings} />
      <QueryBoundary title="Mes modèles" query={own}>
        {({ models }) => (
          <ModelList
            title="Mes modèles"
            models={models}
            api={api}
            money={money}
            moneyDays={figures.data?.series.length}
            onChanged={() => own.refetch()}
          />
        )}
      </QueryBoundary>
    </>
  );
}
