import { useHomeOverview, useModelMoney } from 'panel/figures';
import { ModelList } from 'panel/model-list';
import { modelsApiOf } from 'panel/models';
import { QueryBoundary } from 'panel/query-boundary';
import { adminSession } from 'web-kit/session';
import { useAffiliates } from '../features/affiliates/index.ts';
import { useModels } from '../features/models/index.ts';

const OWNER = { session: adminSession, slug: null };
const modelsApi = modelsApiOf(OWNER);

/** All models, with their revenue in the period of the address. @param level 1 where they are the whole page */
export function Models({ level = 2 }: { level?: 1 | 2 }) {
  const figures = useHomeOverview(OWNER);
  const affiliates = useAffiliates();
  const models = useModels();
  const money = useModelMoney(OWNER, figures.data, 'revenue', models.data?.models);
  return (
    <QueryBoundary title="Modèles" level={level} query={models}>
      {({ models: shown, further }) => (
        <ModelList
          title="Modèles"
          level={level}
          models={shown}
          further={further}
          affiliates={affiliates.data?.map(({ slug }) => slug)}
          api={modelsApi}
          money={money}
          moneyDays={figures.data?.series.length}
          onChanged={models.refetch}
        />
      )}
    </QueryBoundary>
  );
}
