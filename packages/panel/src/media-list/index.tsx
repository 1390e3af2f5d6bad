import { FILE_TYPES, isVideoKind, maxBytes } from 'contracts/media';
import type { FileType } from 'contracts/media';
import type { ContentItem } from 'contracts/models';
import { deleteUpload } from 'contracts/operations/uploads';
import { TEXTS } from 'contracts/texts';
import { useState } from 'react';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { DropZone } from 'ui/drop-zone';
import { MediaRows } from 'ui/media-row';
import { useToast } from 'ui/toast';
import { call, messageOf } from 'web-kit/api';
import type { Caller } from 'web-kit/api';
import { useListUploads } from '../uploads/index.tsx';
import type { Queue } from '../uploads/queue.ts';
import { ItemRow } from './item-row.tsx';
import { UploadRow } from './upload-row.tsx';
import { useProcessing } from './use-processing.ts';

interface MediaListProps {
  fileType: FileType;
  /** The slug under which files are sent; empty until one is typed, the list is disabled then. */
  slug: string;
  session: Caller;
  queue: Queue;
  items: ContentItem[];
  onChange: (change: (items: ContentItem[]) => ContentItem[]) => void;
}

const ONE = { photos: 'Photo', videos: 'Vidéo', lives: 'Rediffusion' } as const;
const MANY = { photos: 'Photos', videos: 'Vidéos', lives: 'Rediffusions' } as const;

/** One of a model's three media lists: files on their way, items with lock, likes and deletion, and where to add more. */
export function MediaList({ fileType, slug, session, queue, items, onChange }: MediaListProps) {
  const show = useToast();
  const [leaving, setLeaving] = useState<ContentItem | null>(null);
  const [deleting, setDeleting] = useState(false);
  const isVideo = isVideoKind(FILE_TYPES[fileType]);
  const changeItem = (filename: string, next: Partial<ContentItem>) => onChange((all) => all.map((item) => (item.filename === filename ? { ...item, ...next } : item)));

  const uploads = useListUploads({
    fileType,
    slug,
    session,
    queue,
    onUploaded: ({ filename, filePath }) =>
      onChange((all) => [...all, { id: crypto.randomUUID(), filename, filePath, image: isVideo ? '' : filePath, likes: null, isLocked: true, isViewable: true, state: isVideo ? 'processing' : 'ready' }]),
  });
  useProcessing({ slug, session, items, onReady: changeItem });

  const remove = async () => {
    if (!leaving) return;
    setDeleting(true);
    try {
      await call(deleteUpload, { params: { modelSlug: slug, filename: leaving.filename }, session });
      onChange((all) => all.filter(({ filename }) => filename !== leaving.filename));
      setLeaving(null);
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: messageOf(error, TEXTS.deleteFileFailed) });
    } finally {
      setDeleting(false);
    }
  };

  const nameOf = (item: ContentItem) => `${ONE[fileType]} ${items.indexOf(item) + 1}`;
  return (
    <>
      {items.length > 0 && (
        <MediaRows label={MANY[fileType]}>
          {items.map((item) => (
            <ItemRow key={item.filename} item={item} name={nameOf(item)} onChange={(next) => changeItem(item.filename, next)} onDelete={() => setLeaving(item)} />
          ))}
        </MediaRows>
      )}
      {uploads.entries.length > 0 && (
        <MediaRows label="Envois">
          {uploads.entries.map((entry) => (
            <UploadRow key={entry.id} entry={entry} onRetry={() => uploads.retry(entry)} onRemove={() => uploads.remove(entry.id)} />
          ))}
        </MediaRows>
      )}
      <DropZone
        title={`Ajouter des ${MANY[fileType].toLowerCase()}`}
        hint={slug === '' ? TEXTS.slugFirst : `Glissez vos fichiers ici, ${maxBytes(FILE_TYPES[fileType]) / 1024 / 1024} Mo au plus par ${isVideo ? 'vidéo' : 'image'}`}
        accept={isVideo ? 'video/*' : 'image/*'}
        disabled={slug === ''}
        busy={uploads.busy}
        busyLabel={TEXTS.uploading}
        onFiles={uploads.add}
      />
      <ConfirmDialog open={leaving !== null} onClose={() => setLeaving(null)} onConfirm={() => void remove()} busy={deleting} title="Supprimer ce fichier ?" what={leaving && nameOf(leaving)}>
        Le fichier est effacé aussitôt, même si vous n'enregistrez pas le modèle.
      </ConfirmDialog>
    </>
  );
}
