import { useHomeOverview, useModelMoney } from 'panel/figures';
import { ModelList } from 'panel/model-list';
import { modelsApiOf } from 'panel/models';
import { QueryBoundary } from 'panel/query-boundary';
import { useState } from 'react';
import { affiliateSession } from 'web-kit/session';
import { useOwnAffiliate } from '../features/profile/index.ts';

const TITLE = 'Mes modèles';

/** The affiliate's models, with their commissions in the period of the address. @param level 1 where they are the whole page */
export function Models({ slug, level = 2 }: { slug: string; level?: 1 | 2 }) {
  const [owner] = useState(() => ({ session: affiliateSession(slug), slug }));
  const [api] = useState(() => modelsApiOf(owner));
  const own = useOwnAffiliate(slug);
  const figures = useHomeOverview(owner);
  const money = useModelMoney(owner, figures.data, 'earnings', own.data?.models);
  return (
    <QueryBoundary title={TITLE} level={level} query={own}>
      {({ models }) => (
        <ModelList
          title={TITLE}
          level={level}
          models={models}
          api={api}
          money={money}
          moneyDays={figures.data?.series.length}
          onChanged={() => own.refetch()}
        />
      )}
    </QueryBoundary>
  );
}
