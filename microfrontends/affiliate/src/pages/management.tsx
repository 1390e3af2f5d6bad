import { TEXTS } from 'contracts/texts';
import { HomeFigures, useHomeOverview, useModelMoney } from 'panel/figures';
import { ModelList } from 'panel/model-list';
import { modelsApiOf } from 'panel/models';
import { QueryBoundary } from 'panel/query-boundary';
import { useState } from 'react';
import { DashboardSection } from 'ui/dashboard';
import { affiliateSession } from 'web-kit/session';
import { TrackedLinks } from '../features/links/index.ts';
import { isOwnView, Settings, useOwnAffiliate } from '../features/profile/index.ts';

/** The affiliate's figures, its links and its own models. */
export function ManagementPage({ slug, overview }: { slug: string; overview: string }) {
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
        action={affiliate && <Settings key={affiliate.id} affiliate={affiliate} onChanged={() => void own.refetch()} />}
      >
        {affiliate && <p className="lead soft">Bienvenue, {affiliate.name}</p>}
      </DashboardSection>
      <HomeFigures query={figures} href={overview} money="earnings" />
      {affiliate && own.data && <TrackedLinks affiliate={affiliate} models={own.data.models} overview={figures.data} />}
      <QueryBoundary title="Mes modèles" query={own}>
        {({ models }) => (
          <ModelList title="Mes modèles" models={models} api={api} money={money} onChanged={() => own.refetch()} />
        )}
      </QueryBoundary>
    </>
  );
}
