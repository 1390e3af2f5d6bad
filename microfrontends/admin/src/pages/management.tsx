import { headingOf } from 'web-kit/page-head';
import { ModelList } from 'panel/model-list';
import { modelsApiOf } from 'panel/models';
import { QueryBoundary } from 'panel/query-boundary';
import { DashboardSection } from 'ui/dashboard';
import { StatStrip } from 'ui/stat-strip';
import { formatNumber } from 'web-kit/formats';
import { adminSession } from 'web-kit/session';
import { AffiliateList, useAffiliates } from '../features/affiliates/index.ts';
import { useModels } from '../features/models/index.ts';

const modelsApi = modelsApiOf({ session: adminSession, slug: null });

/** All affiliates and all models. */
export function ManagementPage() {
  const affiliates = useAffiliates();
  const models = useModels();
  /** A list that has not come is not an empty one. */
  const counted = (count: number | undefined): string => (count === undefined ? '–' : formatNumber(count));
  const { all, live, manual } = models.counts;

  return (
    <>
      <DashboardSection title={headingOf('administration')} level={1}>
        <StatStrip
          stats={[
            { name: 'Modèles', value: counted(all) },
            {
              name: 'En live',
              value: counted(live),
              change: manual ? `dont ${manual} manuel${manual > 1 ? 's' : ''}` : undefined,
            },
            { name: 'Affiliés', value: counted(affiliates.data?.length) },
            { name: 'Affiliés actifs', value: counted(affiliates.data?.filter(({ is_active }) => is_active).length) },
          ]}
        />
      </DashboardSection>
      <QueryBoundary title="Affiliés" query={affiliates}>
        {(list) => <AffiliateList affiliates={list} onChanged={() => affiliates.refetch()} />}
      </QueryBoundary>
      <QueryBoundary title="Modèles" query={models}>
        {({ models: shown, further }) => (
          <ModelList
            title="Modèles"
            models={shown}
            further={further}
            affiliates={affiliates.data?.map(({ slug }) => slug)}
            api={modelsApi}
            onChanged={models.refetch}
          />
        )}
      </QueryBoundary>
    </>
  );
}
