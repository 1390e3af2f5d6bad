import { ERRORS } from 'contracts/errors';
import { FILE_TYPES, isVideoKind, maxBytes } from 'contracts/media';
import type { FileType } from 'contracts/media';
import type { ContentItem } from 'contracts/media-items';
import { TEXTS } from 'contracts/texts';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Rows3 from 'lucide-react/icons/rows-3';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { DropZone } from 'ui/drop-zone';
import { FilterChips } from 'ui/filter-chips';
import { useToast } from 'ui/toast';
import { ViewSwitch } from 'ui/view-switch';
import type { Caller } from 'web-kit/api';
import { plural } from 'web-kit/formats';
import { useFocusFallback } from '../focus-fallback/index.tsx';
import { useSelection } from '../selection/index.tsx';
import { useListUploads } from '../uploads/index.tsx';
import type { Queue } from '../uploads/index.tsx';
import { filterChips, passesFilter } from './item-filter.ts';
import type { ItemFilter } from './item-filter.ts';
import { enumerate, moved, withArrived } from './item-order.ts';
import { ItemRow } from './item-row.tsx';
import type { ItemActions } from './item-row.tsx';
import { MediaGrid } from './media-grid.tsx';
import styles from './media-list.module.css';
import { SelectionBar } from './selection-bar.tsx';
import { SortableList } from './sortable-list.tsx';
import { UploadRows } from './upload-rows.tsx';
import { useDeletion } from './use-deletion.ts';
import { useIsGrid } from './use-is-grid.ts';
import { useNextFocus } from './use-next-focus.ts';
import { useOutcome } from './use-upload-summary.ts';
import { usePaste } from './use-paste.ts';
import { useProcessing } from './use-processing.ts';
import { positionText, WORDS } from './texts.ts';

export { moved } from './item-order.ts';
export { SortableList } from './sortable-list.tsx';
export { positionText } from './texts.ts';

export { findWrongLikes } from './likes-field.tsx';

const ItemViewer = lazy(() => import('./media-viewer.tsx'));
const VIEWS = [
  { label: 'Grille', icon: <LayoutGrid /> },
  { label: 'Liste', icon: <Rows3 /> },
] as const;

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
  /** Makes a photo the model's avatar or cover; undefined for lists of films. */
  onPicture?: ((kind: 'avatar' | 'cover', item: ContentItem) => void) | undefined;
}

/** One of a model's three media lists: its items in order, files on their way, and where to add more. */
export function MediaList({ fileType, slug, session, queue, items, isDrawn, onChange, onPicture }: MediaListProps) {
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
  const all = useMemo(() => (key === '' ? [] : key.split(' ')), [key]);
  const [filter, setFilter] = useState<ItemFilter>('all');
  const [isGrid, setGrid] = useIsGrid();
  const [openFile, setOpenFile] = useState<string | null>(null);
  const shown = items.filter((item) => passesFilter(item, filter));
  const shownKey = shown.map(({ filename }) => filename).join(' ');
  const filenames = useMemo(() => (shownKey === '' ? [] : shownKey.split(' ')), [shownKey]);
  // A name stays the same whatever the filter.
  const nameOfFile = useCallback((filename: string) => `${words.one} ${all.indexOf(filename) + 1}`, [words, all]);
  const nameOf = useCallback((index: number) => nameOfFile(filenames[index] ?? ''), [nameOfFile, filenames]);
  const selection = useSelection(filenames);
  const { selected, pick, pickAll } = selection;
  const chosen = filenames.filter((filename) => selected.has(filename));
  const only = chosen.length === 1 ? items.find(({ filename }) => filename === chosen[0]) : undefined;
  useEffect(() => {
    change.current = onChange;
  });

  const changeItems = useCallback(
    (names: readonly string[], next: Partial<ContentItem>) =>
      change.current((now) => now.map((item) => (names.includes(item.filename) ? { ...item, ...next } : item))),
    [],
  );
  // Positions are those of the filtered list.
  const move = useCallback(
    (from: number, to: number) =>
      change.current((now) => {
        const indexOf = (index: number) => now.findIndex(({ filename }) => filename === filenames[index]);
        const [source, target] = [indexOf(from), indexOf(to)];
        return source < 0 || target < 0 ? now : moved(now, source, target);
      }),
    [filenames],
  );
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
    const [first, ...others] = deletionCandidates;
    const place = first === undefined || others.length > 0 ? -1 : filenames.indexOf(first);
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
            : `Glissez ou collez vos fichiers ici, ${maxBytes(FILE_TYPES[fileType]) / 1024 / 1024}\u00a0Mo au plus par ${isVideo ? 'vidéo' : 'image'}`
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
            <div className={styles.views}>
              <FilterChips
                label={`Filtrer\u00a0: ${words.many}`}
                chips={filterChips(items, filter)}
                value={filter}
                onChange={(next) => {
                  pickAll(false);
                  setFilter(next);
                }}
              />
              <ViewSwitch
                label={`Présentation\u00a0: ${words.many}`}
                compact={isGrid}
                views={VIEWS}
                onChange={setGrid}
              />
            </div>
            <SelectionBar
              label={words.many}
              count={shown.length}
              selected={chosen.length}
              selectedText={plural(chosen.length, words.selected[0], words.selected[1])}
              onAll={pickAll}
              onLikes={(likes) => changeItems(chosen, { likes })}
              onPicture={only?.isViewable && onPicture ? (kind) => onPicture(kind, only) : null}
              onLock={(isLocked) => changeItems(chosen, { isLocked })}
              onDelete={() => setDeletionCandidates(chosen)}
            />
            {shown.length === 0 && <p className="small soft">Aucun fichier dans cet état.</p>}
            {isGrid ? (
              <MediaGrid
                label={words.many}
                items={shown}
                nameOf={nameOfFile}
                isVideo={isVideo}
                slug={slug}
                session={session}
                selection={selection}
                actions={actions}
                onOpen={setOpenFile}
              />
            ) : (
              <SortableList
                label={words.many}
                ids={filenames}
                nameOf={nameOf}
                onMove={move}
                row={(index) => {
                  const item = shown[index];
                  return (
                    item && (
                      <ItemRow
                        item={item}
                        index={index}
                        name={nameOf(index)}
                        isLast={index === shown.length - 1}
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
            )}
          </>
        )}
        <UploadRows entries={uploads.entries} queue={queue} />
      </DropZone>
      <p className="visually-hidden" role="status">
        {outcome || announcement}
      </p>
      {openFile !== null && (
        <Suspense fallback={null}>
          <ItemViewer
            title={words.many}
            items={shown.filter(({ isViewable }) => isViewable)}
            nameOf={nameOfFile}
            isVideo={isVideo}
            slug={slug}
            session={session}
            filename={openFile}
            onOpen={setOpenFile}
            onClose={() => setOpenFile(null)}
          />
        </Suspense>
      )}
      <ConfirmDialog
        open={deletionCandidates.length > 0}
        onClose={() => setDeletionCandidates([])}
        onConfirm={() => void confirmDeletion()}
        busy={deletion.busy}
        title={
          deletionCandidates.length > 1
            ? `Supprimer ces ${deletionCandidates.length} fichiers\u00a0?`
            : 'Supprimer ce fichier\u00a0?'
        }
        what={enumerate(deletionCandidates.map(nameOfFile))}
      >
        {deletionCandidates.length > 1 ? 'Les fichiers sont effacés aussitôt' : 'Le fichier est effacé aussitôt'}, même
        si vous n’enregistrez pas le modèle.
      </ConfirmDialog>
    </div>
  );
}
