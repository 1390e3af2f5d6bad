import { TEXTS } from 'contracts/texts';
import { PanelHeader } from 'panel/header';
import { ModelList } from 'panel/model-list';
import { Waiting } from 'panel/waiting';
import { useState } from 'react';
import { Desk, DeskSection } from 'ui/desk';
import { useDocumentTitle } from 'web-kit/page-head';
import { paths } from 'web-kit/paths';
import { useNavigate } from 'web-kit/router';
import { affiliateSession } from 'web-kit/session';
import { useInactivity } from '../features/inactivity/use-inactivity.ts';
import { modelsApiOf } from '../features/models/models-api.ts';
import { InfoCard } from '../features/profile/info-card.tsx';
import { isOwnView, useOwnAffiliate } from '../features/profile/profile-api.ts';

/** What an affiliate runs: its own card and its own models (specification, section 2). */
export function DeskPage({ slug }: { slug: string }) {
  useDocumentTitle(TEXTS.affiliateAdministration);
  const navigate = useNavigate();
  const [api] = useState(() => modelsApiOf(slug));
  const { data, error, refetch } = useOwnAffiliate(slug);
  const affiliate = data && isOwnView(data.affiliate) ? data.affiliate : null;

  const leave = async () => {
    await affiliateSession(slug).logOut();
    navigate(paths.home());
  };
  useInactivity(slug, () => void leave());

  return (
    <>
      <PanelHeader onLogOut={() => void leave()} />
      <Desk>
        <DeskSection title={TEXTS.administrationPanel} level={1} action={affiliate && <p className="lead soft">Bienvenue, {affiliate.name}</p>}>
          {affiliate && <InfoCard key={affiliate.id} affiliate={affiliate} onChanged={() => void refetch()} />}
        </DeskSection>
        {data ? <ModelList title="Mes modèles" models={data.models} api={api} onChanged={() => void refetch()} /> : <Waiting title="Mes modèles" error={error} onRetry={() => void refetch()} />}
      </Desk>
    </>
  );
}
