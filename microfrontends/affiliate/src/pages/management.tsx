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
  const own = useOwnAffiliate(slug);
  const affiliate = own.data && isOwnView(own.data.affiliate) ? own.data.affiliate : null;

  return (
    <>
      <DeskSection
        title={TEXTS.administrationPanel}
        level={1}
        action={affiliate && <p className="lead soft">Bienvenue, {affiliate.name}</p>}
      >
        {affiliate && <InfoCard key={affiliate.id} affiliate={affiliate} onChanged={() => void own.refetch()} />}
      </DeskSection>
      <Waiting title="Mes modèles" query={own}>
        {({ models }) => <ModelList title="Mes modèles" models={models} api={api} onChanged={() => own.refetch()} />}
      </Waiting>
    </>
  );
}
