import { TEXTS } from 'contracts/texts';
import { HomeActions, HomeCharts, HomeFigures, UpdatedAt, useHomeOverview } from 'panel/figures';
import { useState } from 'react';
import { DashboardSection } from 'ui/dashboard';
import { affiliateSession } from 'web-kit/session';
import { LatestPayouts } from '../features/earnings/index.ts';
import { TrackedLinks } from '../features/links/index.ts';
import { isOwnView, Settings, useOwnAffiliate } from '../features/profile/index.ts';
import styles from './management.module.css';
import { Models } from './models.tsx';

interface ManagementPageProps {
  slug: string;
  /** Addresses of the sections that show more. */
  overview: string;
  earnings: string;
}

/** The affiliate's figures, links, latest payouts and models. */
export function ManagementPage({ slug, overview, earnings }: ManagementPageProps) {
  const [owner] = useState(() => ({ session: affiliateSession(slug), slug }));
  const own = useOwnAffiliate(slug);
  const figures = useHomeOverview(owner);
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
        {affiliate && (
          <div className={styles.welcome}>
            <p className="lead soft">Bienvenue, {affiliate.name}</p>
            {figures.data && (
              <p className="small soft">
                Vos chiffres, <UpdatedAt atMs={figures.dataUpdatedAt} />
              </p>
            )}
          </div>
        )}
        <HomeFigures query={figures} money="earnings" />
      </DashboardSection>
      {affiliate && own.data && <TrackedLinks affiliate={affiliate} models={own.data.models} overview={figures.data} />}
      <HomeCharts query={figures} href={overview} money="earnings" />
      <LatestPayouts slug={slug} href={earnings} />
      <Models slug={slug} />
    </>
  );
}
