import { ERRORS } from 'contracts/errors';
import { FILE_TYPES, isVideoKind, maxBytes } from 'contracts/media';
import type { FileType } from 'contracts/media';
import type { ContentItem } from 'contracts/media-items';
import { TEXTS } from 'contracts/texts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { DropZone } from 'ui/drop-zone';
import { useToast } from 'ui/toast';
import type { Caller } from 'web-kit/api';
import { plural } from 'web-kit/formats';
import { useFocusFallback } from '../focus-fallback/index.tsx';
import { useListUploads } from '../uploads/index.tsx';
import type { Queue } from '../uploads/index.tsx';
import { enumerate, moved, withArrived } from './item-order.ts';
import { ItemRow } from './item-row.tsx';
import type { ItemActions } from './item-row.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { SortableList } from './sortable-list.tsx';
import { UploadRows } from './upload-rows.tsx';
import { useDeletion } from './use-deletion.ts';
import { useNextFocus } from './use-next-focus.ts';
import { useOutcome } from './use-upload-summary.ts';
import { usePaste } from './use-paste.ts';
import { useProcessing } from './use-processing.ts';
import { useSelection } from './use-selection.ts';
import { positionText, WORDS } from './texts.ts';

interface MediaListProps {
  fileType: FileType;
  /** The slug under which files are sent; empty until one is typed, the list is disabled then. */
  slug: string;
  session: Caller;
  queue: Queue;
  items: readonly ContentItem[];
  /** Whether it is this list's turn: its rows are drawn. */
  isDrawn: boolean;
  /** Changes the list as it is by then: files arrive while others are moved, and while the list is not shown. */
  onChange: (change: (items: ContentItem[]) => ContentItem[]) => void;
}

/** One of a model's three media lists: its items in order, files on their way, and where to add more. */
export function MediaList({ fileType, slug, session, queue, items, isDrawn, onChange }: MediaListProps) {
  const show = useToast();
  const area = useRef<HTMLDivElement>(null);
  const change = useRef(onChange);
  const orders = useRef(new Map<string, number>());
  const [deletionCandidates, setDeletionCandidates] = useState<readonly string[]>([]);
  const [announcement, setAnnouncement] = useState('');
  const stepped = useRef<string | null>(null);
  useFocusFallback(area, null, ['[data-sending]', '[data-choose]']);
  const words = WORDS[fileType];
  const isVideo = isVideoKind(FILE_TYPES[fileType]);
  // A lock or a like changes no name: the array stays the same, and so do the rows.
  const key = items.map(({ filename }) => filename).join(' ');
  const filenames = useMemo(() => (key === '' ? [] : key.split(' ')), [key]);
  const nameOf = useCallback((index: number) => `${words.one} ${index + 1}`, [words]);
  const { selected, pick, pickAll } = useSelection(filenames);
  const chosen = filenames.filter((filename) => selected.has(filename));
  useEffect(() => {
    change.current = onChange;
  });

  const changeItems = useCallback(
    (names: readonly string[], next: Partial<ContentItem>) =>
      change.current((all) => all.map((item) => (names.includes(item.filename) ? { ...item, ...next } : item))),
    [],
  );
  const move = useCallback((from: number, to: number) => change.current((all) => moved(all, from, to)), []);
  const actions = useMemo<ItemActions>(
    () => ({
      select: pick,
      change: (filename, next) => changeItems([filename], next),
      step: (index, by) => {
        move(index, index + by);
        setAnnouncement(positionText(nameOf(index), index + by + 1, filenames.length, 'déplacée'));
        stepped.current = `${filenames[index]} ${by}`;
      },
      remove: (filename) => setDeletionCandidates([filename]),
    }),
    [pick, changeItems, move, nameOf, filenames],
  );
  // The row was moved with its button: who presses it again finds it under the finger.
  useEffect(() => {
    if (!stepped.current) return;
    area.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(stepped.current)}"]`)?.focus();
    stepped.current = null;
  }, [filenames]);

  const uploads = useListUploads({
    fileType,
    slug,
    session,
    queue,
    onUploaded: ({ filename, filePath, order }) => {
      orders.current.set(filename, order);
      const item: ContentItem = {
        id: crypto.randomUUID(),
        filename,
        filePath,
        image: isVideo ? '' : filePath,
        likes: null,
        isLocked: true,
        isViewable: true,
        state: isVideo ? 'processing' : 'ready',
      };
      onChange((all) => withArrived(all, item, (known) => orders.current.get(known)));
    },
  });
  const outcome = useOutcome(queue, fileType);
  useProcessing({ slug, session, items, onReady: actions.change });

  const add = (files: readonly File[]) => {
    if (slug === '') return show({ tone: 'error', title: TEXTS.error, text: TEXTS.slugFirst });
    if (files.length === 0) return show({ tone: 'error', title: TEXTS.error, text: ERRORS.NO_FILE.text });
    uploads.add(files);
  };
  usePaste(area, add);

  const deletion = useDeletion({
    slug,
    session,
    onDeleted: (gone) => {
      onChange((all) => all.filter(({ filename }) => !gone.has(filename)));
      pickAll(false);
      setAnnouncement(`${plural(gone.size, 'fichier supprimé', 'fichiers supprimés')}.`);
    },
    onFailed: (text) => show({ tone: 'error', title: TEXTS.error, text }),
  });
  const focusNext = useNextFocus(area, deletionCandidates.length > 0);
  const confirmDeletion = async () => {
    const [only, ...others] = deletionCandidates;
    const place = only === undefined || others.length > 0 ? -1 : filenames.indexOf(only);
    focusNext(place < 0 ? null : (filenames[place + 1] ?? filenames[place - 1] ?? null));
    await deletion.deleteFiles(deletionCandidates);
    setDeletionCandidates([]);
  };

  return (
    <div ref={area}>
      <DropZone
        title={`Ajouter ${words.of}`}
        hint={
          slug === ''
            ? TEXTS.slugFirst
            : `Glissez ou collez vos fichiers ici, ${maxBytes(FILE_TYPES[fileType]) / 1024 / 1024} Mo au plus par ${isVideo ? 'vidéo' : 'image'}`
        }
        dropLabel={`Déposez pour ajouter ${words.of}`}
        accept={isVideo ? 'video/*' : 'image/*'}
        disabled={slug === ''}
        busy={uploads.busy}
        busyLabel={TEXTS.uploading}
        onFiles={add}
      >
        {isDrawn && items.length > 0 && (
          <>
            <SelectionBar
              label={words.many}
              count={items.length}
              selected={chosen.length}
              selectedText={plural(chosen.length, words.selected[0], words.selected[1])}
              onAll={pickAll}
              onLock={(isLocked) => changeItems(chosen, { isLocked })}
              onDelete={() => setDeletionCandidates(chosen)}
            />
            <SortableList
              label={words.many}
              ids={filenames}
              nameOf={nameOf}
              onMove={move}
              row={(index) => {
                const item = items[index];
                return (
                  item && (
                    <ItemRow
                      item={item}
                      index={index}
                      name={nameOf(index)}
                      isLast={index === items.length - 1}
                      isVideo={isVideo}
                      slug={slug}
                      session={session}
                      isSelected={selected.has(item.filename)}
                      actions={actions}
                    />
                  )
                );
              }}
            />
          </>
        )}
        <UploadRows entries={uploads.entries} queue={queue} />
      </DropZone>
      <p className="visually-hidden" role="status">
        {outcome || announcement}
      </p>
      <ConfirmDialog
        open={deletionCandidates.length > 0}
        onClose={() => setDeletionCandidates([])}
        onConfirm={() => void confirmDeletion()}
        busy={deletion.busy}
        title={
          deletionCandidates.length > 1
            ? `Supprimer ces ${deletionCandidates.length} fichiers ?`
            : 'Supprimer ce fichier ?'
        }
        what={enumerate(deletionCandidates.map((filename) => nameOf(filenames.indexOf(filename))))}
      >
        {deletionCandidates.length > 1 ? 'Les fichiers sont effacés aussitôt' : 'Le fichier est effacé aussitôt'}, même
        si vous n’enregistrez pas le modèle.
      </ConfirmDialog>
    </div>
  );
}
