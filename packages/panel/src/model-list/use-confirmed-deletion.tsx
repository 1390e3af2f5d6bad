import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { plural } from 'web-kit/formats';
import type { Attempts } from './use-attempt.ts';

/** Id of the busy state while the selected models are deleted. */
const SELECTED = '*';

interface ConfirmedDeletion {
  attempts: Attempts;
  /** @returns false when the user has cancelled */
  remove: (models: readonly ModelView[]) => Promise<boolean>;
  /** The selected models. */
  selectedModels: readonly ModelView[];
  onRemoved: (id: string) => void;
  onSelectedRemoved: () => void;
  onChanged: () => Promise<unknown>;
}

/** Deletes one model, or the selected ones, after a confirmation, which `dialogs` renders. */
export const useConfirmedDeletion = ({
  attempts: { busy, attempt },
  remove,
  selectedModels,
  onRemoved,
  onSelectedRemoved,
  onChanged,
}: ConfirmedDeletion) => {
  const [candidate, setCandidate] = useState<ModelView | null>(null);
  const [isDeletingSelected, setDeletingSelected] = useState(false);
  const removeOne = (model: ModelView) =>
    attempt(
      model.id,
      async () => {
        if (!(await remove([model]))) return;
        onRemoved(model.id);
        setCandidate(null);
        await onChanged();
      },
      { rejected: TEXTS.deleteModelFailed, noResponse: TEXTS.deleteFailed },
    );
  const removeSelected = () =>
    attempt(
      SELECTED,
      async () => {
        if (!(await remove(selectedModels))) return;
        setDeletingSelected(false);
        onSelectedRemoved();
        await onChanged();
      },
      { rejected: TEXTS.dataLoadFailed },
    );

  const dialogs: ReactNode = (
    <>
      <ConfirmDialog
        open={candidate !== null}
        onClose={() => setCandidate(null)}
        onConfirm={() => candidate && void removeOne(candidate)}
        busy={candidate !== null && busy === candidate.id}
        title={TEXTS.confirmDeleteModel}
        what={candidate && `${candidate.name} (@${candidate.slug})`}
      >
        Ses photos, ses vidéos et ses rediffusions sont supprimées avec lui.
      </ConfirmDialog>
      <ConfirmDialog
        open={isDeletingSelected}
        onClose={() => setDeletingSelected(false)}
        onConfirm={() => void removeSelected()}
        busy={busy === SELECTED}
        title={`Supprimer ${plural(selectedModels.length, 'modèle')}\u00a0?`}
        what={new Intl.ListFormat('fr', { type: 'conjunction' }).format(selectedModels.map(({ name }) => name))}
      >
        Leurs photos, leurs vidéos et leurs rediffusions sont supprimées avec eux.
      </ConfirmDialog>
    </>
  );
  return { confirmDeletion: setCandidate, confirmSelectedDeletion: () => setDeletingSelected(true), dialogs };
};
