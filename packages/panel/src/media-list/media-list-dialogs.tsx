import { isScheduled } from 'contracts/media-items';
import type { ContentItem } from 'contracts/media-items';
import { Suspense } from 'react';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { FailedDialog } from 'ui/failed-part';
import { lazyPage } from 'web-kit/lazy-page';
import { enumerate } from './item-order.ts';
import type { ItemViewerProps } from './media-viewer.tsx';
import type { useItemActions } from './use-item-actions.ts';
import type { useItemViewer } from './use-item-viewer.ts';

const ItemViewer = lazyPage(() => import('./media-viewer.tsx'), FailedDialog);
const PublicationDialog = lazyPage(() => import('./publication-dialog.tsx'), FailedDialog);

interface MediaListDialogsProps extends Pick<
  ItemViewerProps,
  'title' | 'nameOf' | 'isVideo' | 'slug' | 'session' | 'nowMs' | 'wrongLikes' | 'onPicture'
> {
  items: readonly ContentItem[];
  viewer: ReturnType<typeof useItemViewer>;
  editing: ReturnType<typeof useItemActions>;
  onDelete: () => void;
}

/** Dialogs of a media list: viewer, date of publication, and confirmation of a deletion. */
export function MediaListDialogs({ items, viewer, editing, onDelete, ...view }: MediaListDialogsProps) {
  const {
    actions,
    changeItems,
    deletionCandidates,
    setDeletionCandidates,
    schedulingCandidates,
    setSchedulingCandidates,
  } = editing;
  const { nameOf, nowMs } = view;
  const scheduling = items.filter(({ filename }) => schedulingCandidates.includes(filename));
  const times = new Set(scheduling.map(({ publishAt }) => publishAt));
  return (
    <>
      {viewer.opened && (
        <Suspense fallback={null}>
          <ItemViewer
            items={viewer.opened.items}
            filename={viewer.opened.filename}
            onOpen={viewer.show}
            onClose={viewer.close}
            actions={actions}
            {...view}
          />
        </Suspense>
      )}
      {scheduling.length > 0 && (
        <Suspense fallback={null}>
          <PublicationDialog
            what={enumerate(scheduling.map(({ filename }) => nameOf(filename)))}
            publishAt={times.size === 1 ? scheduling[0]?.publishAt : undefined}
            canPublish={scheduling.some((item) => isScheduled(item, nowMs))}
            onChange={(publishAt) => changeItems(schedulingCandidates, { publishAt })}
            onClose={() => setSchedulingCandidates([])}
          />
        </Suspense>
      )}
      <ConfirmDialog
        open={deletionCandidates.length > 0}
        onClose={() => setDeletionCandidates([])}
        onConfirm={onDelete}
        title={
          deletionCandidates.length > 1
            ? `Supprimer ces ${deletionCandidates.length} fichiers\u00a0?`
            : 'Supprimer ce fichier\u00a0?'
        }
        what={enumerate(deletionCandidates.map(nameOf))}
      >
        {deletionCandidates.length > 1 ? 'Les fichiers sont effacés' : 'Le fichier est effacé'}, même si vous
        n’enregistrez pas le modèle.
      </ConfirmDialog>
    </>
  );
}
