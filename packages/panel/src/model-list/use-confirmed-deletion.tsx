import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { plural } from 'web-kit/formats';
import type { Attempts } from './use-attempt.ts';

/** Stands for the selected models where one of them would be busy. */
const CHOSEN = '*';

interface ConfirmedDeletion {
  attempts: Attempts;
  /** @returns false: the person cancelled */
  remove: (models: readonly ModelView[]) => Promise<boolean>;
  /** The selected models. */
  chosen: readonly ModelView[];
  onRemoved: (id: string) => void;
  onChosenRemoved: () => void;
  onChanged: () => Promise<unknown>;
}

/** Confirms the deletion of one model, or of the selected ones, in `dialogs`. */
export const useConfirmedDeletion = ({
  attempts: { busy, attempt },
  remove,
  chosen,
  onRemoved,
  onChosenRemoved,
  onChanged,
}: ConfirmedDeletion) => {
  const [candidate, setCandidate] = useState<ModelView | null>(null);
  const [isDeletingChosen, setDeletingChosen] = useState(false);
  const removeOne = (model: ModelView) =>
    attempt(
      model.id,
      async () => {
        if (!(await remove([model]))) return;
        onRemoved(model.id);
        setCandidate(null);
        await onChanged();
      },
      { refused: TEXTS.deleteModelFailed, noResponse: TEXTS.deleteFailed },
    );
  const removeChosen = () =>
    attempt(
      CHOSEN,
      async () => {
        if (!(await remove(chosen))) return;
        setDeletingChosen(false);
        onChosenRemoved();
        await onChanged();
      },
      { refused: TEXTS.dataLoadFailed },
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
        open={isDeletingChosen}
        onClose={() => setDeletingChosen(false)}
        onConfirm={() => void removeChosen()}
        busy={busy === CHOSEN}
        title={`Supprimer ${plural(chosen.length, 'modèle')}\u00a0?`}
        what={new Intl.ListFormat('fr', { type: 'conjunction' }).format(chosen.map(({ name }) => name))}
      >
        Leurs photos, leurs vidéos et leurs rediffusions sont supprimées avec eux.
      </ConfirmDialog>
    </>
  );
  return { confirmDeletion: setCandidate, confirmChosenDeletion: () => setDeletingChosen(true), dialogs };
};
