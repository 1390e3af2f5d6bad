import type { ModelView } from 'contracts/models';
import { useDeferredValue, useMemo } from 'react';
import { arrange } from './filter-and-sort.ts';
import type { ListChoice } from './filter-and-sort.ts';
import { useNarrowedCount, useNextPage } from './further-models.ts';
import type { FurtherModels } from './further-models.ts';
import type { ModelMoney } from './model-table.tsx';
import { useIncrementalGroups } from './use-incremental-groups.ts';

interface Source {
  further: FurtherModels | undefined;
  money: ReadonlyMap<string, ModelMoney> | undefined;
}

/**
 * Filters and sorts the models by a choice.
 * @returns all loaded models as `arranged`, the rendered ones as `groups`, and the number `found`, null until it is counted
 */
export const useArrangedModels = (models: readonly ModelView[], choice: ListChoice, { further, money }: Source) => {
  const deferredChoice = useDeferredValue(choice);
  const arranged = useMemo(() => arrange(models, deferredChoice, money), [models, deferredChoice, money]);
  const { end, groups, isMore } = useIncrementalGroups(arranged, deferredChoice);
  useNextPage(further, !isMore);
  const found = useNarrowedCount(further, choice, arranged.length);
  return { arranged, groups, end, isMore, found };
};
