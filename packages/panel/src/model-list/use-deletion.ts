import type { ModelState } from 'contracts/model-fields';
import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { useMemo, useState } from 'react';
import { useToast } from 'ui/toast';
import { failureText } from 'web-kit/api';
import { plural } from 'web-kit/formats';
import { forEachItem } from '../for-each-item.ts';
import type { ModelsApi } from '../models/index.tsx';
import { useDeferredDeletion } from '../use-deferred-deletion.ts';
import type { DeletionOptions } from '../use-deferred-deletion.ts';
import { failureToast, partialFailure } from './failure-toast.ts';
import { confirmRecentLogin } from './recent-login.ts';

const FAILED = { rejected: TEXTS.deleteModelFailed, noResponse: TEXTS.deleteFailed };

/**
 * Deletes models with an undo (docs/domain.md#publication): a confirmed model is archived at once, so that no visitor sees it, and
 * deleted when the undo expires. "Annuler" restores its former state.
 */
export const useDeletion = (models: readonly ModelView[], api: ModelsApi, onChanged: () => Promise<unknown>) => {
  const show = useToast();
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const deleteLater = useDeferredDeletion();
  const restore = (some: readonly ModelView[]) =>
    setRemoved((ids) => new Set([...ids].filter((id) => some.every((model) => model.id !== id))));

  const undo = async (candidates: readonly ModelView[]) => {
    const { failed, reason } = await forEachItem(candidates, ({ id, state = 'published' }) =>
      api.update(id, { state: state as ModelState }),
    );
    if (failed.length > 0) show(failureToast(failed, reason, { rejected: TEXTS.updateFailed }));
    restore(candidates);
    await onChanged();
  };
  const make = async (candidates: readonly ModelView[], options?: DeletionOptions) => {
    const { failed, reason } = await forEachItem(
      candidates,
      ({ id }) => api.remove(id, options),
      options?.keepalive ? candidates.length : undefined,
    );
    if (failed.length > 0) {
      restore(failed);
      show(
        candidates.length === 1
          ? { tone: 'error', title: TEXTS.error, text: failureText(reason, FAILED) }
          : failureToast(failed, reason, FAILED),
      );
    }
    await onChanged();
  };

  return {
    /** Models without those that wait for their deletion. */
    shown: useMemo(() => models.filter(({ id }) => !removed.has(id)), [models, removed]),
    /**
     * @returns whether the models were removed from the list; false where the user does not confirm the password
     * @throws ApiError of the first call, when there is one model
     */
    remove: async (candidates: readonly ModelView[]): Promise<boolean> => {
      if (!(await confirmRecentLogin(api.session))) return false;
      const { failed, reason } = await forEachItem(candidates, ({ id }) => api.update(id, { state: 'archived' }));
      if (candidates.length === 1 && failed.length > 0) throw reason;
      const archived = candidates.filter((model) => !failed.includes(model));
      const [only] = archived;
      if (!only) {
        show(failureToast(failed, reason, FAILED));
        return true;
      }
      setRemoved((ids) => new Set([...ids, ...archived.map(({ id }) => id)]));
      deleteLater(
        {
          tone: 'success',
          ...(candidates.length === 1
            ? { title: TEXTS.modelDeleted, text: only.name }
            : { title: plural(archived.length, 'modèle supprimé', 'modèles supprimés') }),
          ...(failed.length > 0 && partialFailure(failed, reason, FAILED)),
        },
        { make: (options) => make(archived, options), undo: () => void undo(archived) },
      );
      return true;
    },
  };
};
