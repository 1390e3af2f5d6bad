import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { useEffect, useMemo, useRef } from 'react';
import { useToast } from 'ui/toast';
import type { ModelsApi } from '../models/index.tsx';
import type { TableActions } from './model-table.tsx';
import type { Attempts } from './use-attempt.ts';

interface ModelActionsOptions extends Pick<TableActions, 'change' | 'edit' | 'select' | 'share' | 'remove'> {
  api: ModelsApi;
  attempt: Attempts['attempt'];
  onChanged: () => Promise<unknown>;
}

/**
 * Returns the actions of rows and cards, as the same object while `api`, `share` and `remove` are the same, so that no row is
 * rendered again.
 */
export const useModelActions = ({
  api,
  attempt,
  onChanged,
  change,
  edit,
  select,
  share,
  remove,
}: ModelActionsOptions): TableActions => {
  const show = useToast();
  const reset = (model: ModelView) =>
    attempt(
      model.id,
      async () => {
        await api.resetOverride(model.id);
        show({ tone: 'success', title: TEXTS.overrideReset, text: model.name });
        await onChanged();
      },
      { rejected: TEXTS.resetOverrideFailed },
    );
  const latest = useRef({ edit, reset, change, select });
  useEffect(() => {
    latest.current = { edit, reset, change, select };
  });
  return useMemo(
    () => ({
      change: (model, next) => latest.current.change(model, next),
      edit: (model) => latest.current.edit(model),
      reset: (model) => void latest.current.reset(model),
      previewOf: api.previewOf,
      share,
      remove,
      select: (id, isOn, isRange) => latest.current.select(id, isOn, isRange),
    }),
    [api.previewOf, share, remove],
  );
};
