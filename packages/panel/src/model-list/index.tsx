import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { Blank } from 'ui/blank';
import { Button } from 'ui/button';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { Cards, DeskSection } from 'ui/desk';
import { useToast } from 'ui/toast';
import { messageOf } from 'web-kit/api';
import { ModelForm } from '../model-form/index.tsx';
import type { ModelsApi } from './api.ts';
import { ModelAdminCard } from './model-card.tsx';

export type { ModelBody, ModelsApi } from './api.ts';

interface ModelListProps {
  title: string;
  models: readonly ModelView[];
  api: ModelsApi;
  /** Something was changed: the list is to be read again. */
  onChanged: () => void;
}

/** The cards of the models with all that can be done to them. */
export function ModelList({ title, models, api, onChanged }: ModelListProps) {
  const show = useToast();
  /** undefined: closed; null: a new model. */
  const [editing, setEditing] = useState<ModelView | null | undefined>();
  const [leaving, setLeaving] = useState<ModelView | null>(null);
  const [busy, setBusy] = useState<string | null>(null);

  const attempt = async (id: string, work: () => Promise<void>, failed: string) => {
    setBusy(id);
    try {
      await work();
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: messageOf(error, failed) });
    } finally {
      setBusy(null);
    }
  };
  const edit = (model: ModelView) => attempt(model.id, async () => setEditing(await api.load(model.slug)), TEXTS.dataLoadFailed);
  const remove = (model: ModelView) =>
    attempt(model.id, async () => {
      await api.remove(model.id);
      setLeaving(null);
      show({ tone: 'success', title: TEXTS.modelDeleted, text: model.name });
      onChanged();
    }, TEXTS.deleteModelFailed);
  const reset = (model: ModelView) =>
    attempt(model.id, async () => {
      await api.resetOverride(model.id);
      show({ tone: 'success', title: TEXTS.overrideReset, text: model.name });
      onChanged();
    }, TEXTS.resetOverrideFailed);

  return (
    <DeskSection title={title} action={<Button variant="primary" onClick={() => setEditing(null)}><Plus />{TEXTS.newModel}</Button>}>
      {models.length === 0 ? (
        <Blank title={TEXTS.noModelsCreated} />
      ) : (
        <Cards>
          {models.map((model) => (
            <ModelAdminCard key={model.id} model={model} busy={busy === model.id} onEdit={() => void edit(model)} onReset={() => void reset(model)} onDelete={() => setLeaving(model)} />
          ))}
        </Cards>
      )}
      {editing !== undefined && (
        <ModelForm
          model={editing}
          api={api}
          onClose={() => setEditing(undefined)}
          onSaved={() => {
            setEditing(undefined);
            onChanged();
          }}
        />
      )}
      <ConfirmDialog open={leaving !== null} onClose={() => setLeaving(null)} onConfirm={() => leaving && void remove(leaving)} busy={leaving !== null && busy === leaving.id} title={TEXTS.confirmDeleteModel} what={leaving && `${leaving.name} (@${leaving.slug})`}>
        Ses photos, ses vidéos et ses rediffusions sont supprimées avec lui.
      </ConfirmDialog>
    </DeskSection>
  );
}
