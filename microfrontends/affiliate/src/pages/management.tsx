import { TEXTS } from 'contracts/texts';
import { ModelList } from 'panel/model-list';
import { Waiting } from 'panel/waiting';
import { useState } from 'react';
import { DeskSection } from 'ui/desk';
import { modelsApiOf } from '../features/models/models-api.ts';
import { InfoCard } from '../features/profile/info-card.tsx';
import { isOwnView, useOwnAffiliate } from '../features/profile/profile-api.ts';

/** The affiliate's own card and its own models (specification, section 2). */
export function ManagementPage({ slug }: { slug: string }) {
  const [api] = useState(() => modelsApiOf(slug));
  const { data, error, refetch } = useOwnAffiliate(slug);
  const affiliate = data && isOwnView(data.affiliate) ? data.affiliate : null;

  return (
    <>
      <DeskSection title={TEXTS.administrationPanel} level={1} action={affiliate && <p className="lead soft">Bienvenue, {affiliate.name}</p>}>
        {affiliate && <InfoCard key={affiliate.id} affiliate={affiliate} onChanged={() => void refetch()} />}
      </DeskSection>
      {data ? <ModelList title="Mes modèles" models={data.models} api={api} onChanged={() => refetch()} /> : <Waiting title="Mes modèles" error={error} onRetry={() => void refetch()} />}
    </>
  );
}
