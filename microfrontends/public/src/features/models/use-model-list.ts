import type { ModelView } from 'contracts/models';
import { useEffect, useState } from 'react';
import { useFirstModels, useModels } from './api/list-models.ts';

/** Delay in milliseconds before the rest of a long list is fetched: the first screen has loaded by then. */
const REST_AFTER = 2_000;

export interface ModelList {
  /** Those that are here; none while nothing is known. */
  models: ModelView[] | undefined;
  /** Of all, whether here or not. */
  total: number;
  live: number;
  /** Whether all are here. */
  isWhole: boolean;
  isPending: boolean;
  /** Nothing more could be had. */
  isError: boolean;
  isFetching: boolean;
  refetch: () => void;
}

const onStage = (models: readonly ModelView[]) => models.filter((model) => model.is_live).length;

/** All models; of a long list first those that came with the page. */
export const useModelList = (): ModelList => {
  const first = useFirstModels();
  const [isSettled, setSettled] = useState(false);
  const { data, isPending, isError, isFetching, refetch } = useModels(!first || isSettled);
  useEffect(() => {
    const settling = setTimeout(() => setSettled(true), REST_AFTER);
    return () => clearTimeout(settling);
  }, []);
  return {
    models: data ?? first?.models,
    total: data?.length ?? first?.total ?? 0,
    live: data ? onStage(data) : (first?.live ?? 0),
    isWhole: data !== undefined,
    isPending,
    isError,
    isFetching,
    refetch: () => void refetch(),
  };
};
