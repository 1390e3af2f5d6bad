import type { ModelState } from 'contracts/model-fields';
import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { startTransition, useOptimistic } from 'react';
import { useToast } from 'ui/toast';
import { failureText } from 'web-kit/api';
import { plural } from 'web-kit/formats';
import { forEachItem } from '../for-each-item.ts';
import { isModelGone } from '../models/index.tsx';
import type { ModelsApi } from '../models/index.tsx';
import { failureToast, namesOf, partialFailure } from './failure-toast.ts';
import { isManual, stateOf } from './filter-and-sort.ts';

/** Change made in the list itself. */
export type QuickChange = Partial<Pick<ModelView, 'is_live' | 'is_verified'>> & { state?: ModelState };

const FAILED = { rejected: TEXTS.updateFailed };
const STATE_NEWS: Record<ModelState, (name: string) => string> = {
  published: (name) => `${name} est en ligne`,
  archived: (name) => `${name} est dans les archives`,
  draft: (name) => `${name} est en brouillon`,
};
const ALL_NEWS: Record<ModelState, [string, string]> = {
  published: ['modèle publié', 'modèles publiés'],
  archived: ['modèle archivé', 'modèles archivés'],
  draft: ['modèle en brouillon', 'modèles en brouillon'],
};

const NOT_PUBLISHED = 'seuls les modèles publiés passent en live.';
const MANY_UPDATED: [string, string] = ['modèle mis à jour', 'modèles mis à jour'];

/** Returns the title of the toast of a change; null where the switch itself is feedback enough. */
const newsOf = ({ name }: ModelView, { is_live, state }: QuickChange): string | null => {
  if (state) return STATE_NEWS[state](name);
  if (is_live === undefined) return null;
  return is_live ? `${name} est en live` : `${name} n’est plus en live`;
};

/** Returns the models with pending changes already applied, and functions that change them; a rejected change is undone. */
export const useQuickChanges = (models: readonly ModelView[], api: ModelsApi, onChanged: () => Promise<unknown>) => {
  const show = useToast();
  const [shown, apply] = useOptimistic(models, (all: readonly ModelView[], changes: ReadonlyMap<string, QuickChange>) =>
    all.map((model) => (changes.has(model.id) ? { ...model, ...changes.get(model.id) } : model)),
  );
  const formerOf = (model: ModelView, { is_live, is_verified, state }: QuickChange): QuickChange => ({
    ...(is_live !== undefined && { is_live: model.is_live }),
    ...(is_verified !== undefined && { is_verified: model.is_verified }),
    ...(state !== undefined && { state: stateOf(model) }),
  });
  /** Restores the former state: a live state that the schedule had set is returned to the schedule. */
  const revert = (selectedModels: readonly ModelView[], quickChange: QuickChange) =>
    startTransition(async () => {
      apply(new Map(selectedModels.map((model) => [model.id, formerOf(model, quickChange)])));
      const { failed, reason } = await forEachItem(selectedModels, (model) =>
        quickChange.is_live !== undefined && !isManual(model)
          ? api.resetOverride(model.id)
          : api.update(model.id, formerOf(model, quickChange)),
      );
      if (failed.length > 0) show(failureToast(failed, reason, FAILED));
      await onChanged();
    });
  const undo = (selectedModels: readonly ModelView[], quickChange: QuickChange) => ({
    label: TEXTS.cancel,
    onPress: () => revert(selectedModels, quickChange),
  });
  const change = (model: ModelView, next: QuickChange) =>
    startTransition(async () => {
      apply(new Map([[model.id, next]]));
      try {
        await api.update(model.id, next);
        const news = newsOf(model, next);
        if (news) show({ tone: 'success', title: news, action: undo([model], next) });
        await onChanged();
      } catch (error) {
        show({ tone: 'error', title: TEXTS.error, text: failureText(error, FAILED) });
        if (isModelGone(error)) await onChanged();
      }
    });
  /**
   * Applies the same change to many models; names those that the server rejects. Only published models are put live, as by their
   * own switch.
   */
  const changeAll = (selectedModels: readonly ModelView[], next: QuickChange) =>
    startTransition(async () => {
      const changeable = selectedModels.filter((model) => !next.is_live || stateOf(model) === 'published');
      const leftOut = selectedModels.filter((model) => !changeable.includes(model));
      apply(new Map(changeable.map(({ id }) => [id, next])));
      const { failed, reason } = await forEachItem(changeable, ({ id }) => api.update(id, next));
      const changed = changeable.filter((model) => !failed.includes(model));
      const faults = [
        ...(failed.length > 0 ? [partialFailure(failed, reason, FAILED).text] : []),
        ...(leftOut.length > 0 ? [`${namesOf(leftOut)}\u00a0: ${NOT_PUBLISHED}`] : []),
      ];
      show({
        ...(changed.length === 0
          ? { title: TEXTS.error }
          : {
              title: plural(changed.length, ...(next.state ? ALL_NEWS[next.state] : MANY_UPDATED)),
              action: undo(changed, next),
            }),
        ...(faults.length > 0 ? { tone: 'error', text: faults.join(' ') } : { tone: 'success' }),
      });
      await onChanged();
    });
  return { shown, change, changeAll };
};
