import { TEXTS } from 'contracts/texts';
import { ModelList } from 'panel/model-list';
import { QueryBoundary } from 'panel/query-boundary';
import { useState } from 'react';
import { DashboardSection } from 'ui/dashboard';
import { modelsApiOf } from '../features/models/models-api.ts';
import { InfoCard } from '../features/profile/info-card.tsx';
import { isOwnView, useOwnAffiliate } from '../features/profile/profile-api.ts';

/** The affiliate's own card and its own models. */
export function ManagementPage({ slug }: { slug: string }) {
  const [api] = useState(() => modelsApiOf(slug));
  const own = useOwnAffiliate(slug);
  const affiliate = own.data && isOwnView(own.data.affiliate) ? own.data.affiliate : null;

  return (
    <>
      <DashboardSection
        title={TEXTS.administrationPanel}
        level={1}
        action={affiliate && <p className="lead soft">Bienvenue, {affiliate.name}</p>}
      >
        {affiliate && <InfoCard key={affiliate.id} affiliate={affiliate} onChanged={() => void own.refetch()} />}
      </DashboardSection>
      <QueryBoundary title="Mes modèles" query={own}>
        {({ models }) => <ModelList title="Mes modèles" models={models} api={api} onChanged={() => own.refetch()} />}
      </QueryBoundary>
    </>
  );
}
