import { headingOf } from 'web-kit/page-head';
import { ModelList } from 'panel/model-list';
import { QueryBoundary } from 'panel/query-boundary';
import { DashboardSection } from 'ui/dashboard';
import { StatStrip } from 'ui/stat-strip';
import { formatNumber } from 'web-kit/formats';
import { useAffiliates } from '../features/affiliates/affiliates-api.ts';
import { AffiliateList } from '../features/affiliates/affiliate-list.tsx';
import { modelsApi, useModels } from '../features/models/models-api.ts';

/** All affiliates and all models. */
export function ManagementPage() {
  const affiliates = useAffiliates();
  const models = useModels();
  const live = models.data?.filter(({ is_live }) => is_live);
  /** A list that has not come is not an empty one. */
  const counted = (list: readonly unknown[] | undefined): string => (list ? formatNumber(list.length) : '–');
  const manual = live?.filter(({ manual_live_override }) => typeof manual_live_override === 'boolean').length ?? 0;

  return (
    <>
      <DashboardSection title={headingOf('administration')} level={1}>
        <StatStrip
          stats={[
            { name: 'Modèles', value: counted(models.data) },
            {
              name: 'En live',
              value: counted(live),
              change: manual > 0 ? `dont ${manual} manuel${manual > 1 ? 's' : ''}` : undefined,
            },
            { name: 'Affiliés', value: counted(affiliates.data) },
            { name: 'Affiliés actifs', value: counted(affiliates.data?.filter(({ is_active }) => is_active)) },
          ]}
        />
      </DashboardSection>
      <QueryBoundary title="Affiliés" query={affiliates}>
        {(list) => <AffiliateList affiliates={list} onChanged={() => affiliates.refetch()} />}
      </QueryBoundary>
      <QueryBoundary title="Modèles" query={models}>
        {(list) => <ModelList title="Modèles" models={list} api={modelsApi} onChanged={() => models.refetch()} />}
      </QueryBoundary>
    </>
  );
}
