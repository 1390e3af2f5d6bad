import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { startTransition, useOptimistic } from 'react';
import { useToast } from 'ui/toast';
import { failureText } from 'web-kit/api';
import type { ModelsApi } from './api.ts';

/** What is switched on the card itself. */
export type QuickChange = Partial<Pick<ModelView, 'is_live' | 'is_verified'>>;

/** The models as they will be once the server agrees; as they were when it does not. */
export const useQuickChanges = (models: readonly ModelView[], api: ModelsApi, onChanged: () => Promise<unknown>) => {
  const show = useToast();
  const [shown, apply] = useOptimistic(
    models,
    (all: readonly ModelView[], { id, change }: { id: string; change: QuickChange }) =>
      all.map((model) => (model.id === id ? { ...model, ...change } : model)),
  );
  const change = (model: ModelView, next: QuickChange) =>
    startTransition(async () => {
      apply({ id: model.id, change: next });
      try {
        await api.update(model.id, next);
        await onChanged();
      } catch (error) {
        show({ tone: 'error', title: TEXTS.error, text: failureText(error, { refused: TEXTS.updateFailed }) });
      }
    });
  return { shown, change };
};
