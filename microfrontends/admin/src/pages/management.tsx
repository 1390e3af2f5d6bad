import { TEXTS } from 'contracts/texts';
import { ModelList } from 'panel/model-list';
import { Waiting } from 'panel/waiting';
import { DeskSection } from 'ui/desk';
import { StatStrip } from 'ui/stat-strip';
import { formatNumber } from 'web-kit/formats';
import { useAffiliates } from '../features/affiliates/affiliates-api.ts';
import { AffiliateList } from '../features/affiliates/affiliate-list.tsx';
import { modelsApi, useModels } from '../features/models/models-api.ts';

/** All affiliates and all models (specification, section 2). */
export function ManagementPage() {
  const affiliates = useAffiliates();
  const models = useModels();
  const live = models.data?.filter(({ is_live }) => is_live) ?? [];
  const manual = live.filter(({ manual_live_override }) => typeof manual_live_override === 'boolean').length;

  return (
    <>
      <DeskSection title={TEXTS.mainAdministration} level={1}>
        <StatStrip
          stats={[
            { name: 'Modèles', value: formatNumber(models.data?.length ?? 0) },
            { name: 'En live', value: formatNumber(live.length), change: manual > 0 ? `dont ${manual} manuel${manual > 1 ? 's' : ''}` : undefined },
            { name: 'Affiliés', value: formatNumber(affiliates.data?.length ?? 0) },
            { name: 'Affiliés actifs', value: formatNumber(affiliates.data?.filter(({ is_active }) => is_active).length ?? 0) },
          ]}
        />
      </DeskSection>
      {affiliates.data ? <AffiliateList affiliates={affiliates.data} onChanged={() => affiliates.refetch()} /> : <Waiting title="Affiliés" error={affiliates.error} onRetry={() => void affiliates.refetch()} />}
      {models.data ? <ModelList title="Modèles" models={models.data} api={modelsApi} onChanged={() => models.refetch()} /> : <Waiting title="Modèles" error={models.error} onRetry={() => void models.refetch()} />}
    </>
  );
}
