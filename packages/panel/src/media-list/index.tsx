import { ERRORS } from 'contracts/errors';
import { FILE_TYPES, isVideoKind, maxBytes } from 'contracts/media';
import type { FileType } from 'contracts/media';
import { isScheduled } from 'contracts/media-items';
import type { ContentItem } from 'contracts/media-items';
import { TEXTS } from 'contracts/texts';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { DropZone } from 'ui/drop-zone';
import { useToast } from 'ui/toast';
import { TextButton } from 'ui/text-link';
import type { Caller } from 'web-kit/api';
import { plural } from 'web-kit/formats';
import { useFocusFallback } from '../focus-fallback/index.tsx';
import { moved } from '../moved.ts';
import { useSelection } from '../selection/index.tsx';
import { useListUploads } from '../uploads/index.tsx';
import type { Queue } from '../uploads/index.tsx';
import { foundItems } from './item-filter.ts';
import type { ItemFilter } from './item-filter.ts';
import { enumerate, withArrived } from './item-order.ts';
import { ItemRow } from './item-row.tsx';
import type { ItemActions } from './item-row.tsx';
import { ListTools } from './list-tools.tsx';
import { MediaGrid } from './media-grid.tsx';
import styles from './media-list.module.css';
import { SelectionBar } from './selection-bar.tsx';
import { SortableList } from './sortable-list.tsx';
import { UploadRows } from './upload-rows.tsx';
import { useDeletion } from './use-deletion.ts';
import { useDueClock } from './use-due-clock.ts';
import { useIsGrid } from './use-is-grid.ts';
import { neighbourIn, useItemViewer } from './use-item-viewer.ts';
import { useNextFocus } from './use-next-focus.ts';
import { useOutcome } from './use-upload-summary.ts';
import { usePaste } from './use-paste.ts';
import { useProcessing } from './use-processing.ts';
import { useSelectionKeys } from './use-selection-keys.ts';
import { positionText, WORDS } from './texts.ts';

export { Sortable, SortableList } from './sortable-list.tsx';
export { positionText } from './texts.ts';

export { findWrongLikes } from './likes-field.tsx';
export { useWrongLikes } from './use-wrong-likes.ts';

const ItemViewer = lazy(() => import('./media-viewer.tsx'));
const PublicationDialog = lazy(() => import('./publication-dialog.tsx'));

interface MediaListProps {
  fileType: FileType;
  /** The slug under which files are sent; empty until one is typed, the list is disabled then. */
  slug: string;
  session: Caller;
  queue: Queue;
  items: readonly ContentItem[];
  /** Likes that are no number, as they were typed, by filename: they outlive the field in which they were. */
  wrongLikes: ReadonlyMap<string, string>;
  /** null: they are corrected. */
  onWrongLikes: (filename: string, text: string | null) => void;
  /** Whether it is this list's turn: its rows are drawn. */
  isDrawn: boolean;
  /** Changes the list as it is by then: files arrive while others are moved, and while the list is not shown. */
  onChange: (change: (items: ContentItem[]) => ContentItem[]) => void;
  /** Makes a photo the model's avatar or cover; undefined for lists of films. */
  onPicture?: ((kind: 'avatar' | 'cover', item: ContentItem) => void) | undefined;
}

/** One of a model's three media lists: its items in order, files on their way, and where to add more. */
export function MediaList({
  fileType,
  slug,
  session,
  queue,
  items,
  wrongLikes,
  onWrongLikes,
  isDrawn,
  onChange,
  onPicture,
}: MediaListProps) {
  const show = useToast();
  const area = useRef<HTMLDivElement>(null);
  const change = useRef(onChange);
  const changeWrongLikes = useRef(onWrongLikes);
  const orders = useRef(new Map<string, number>());
  const [deletionCandidates, setDeletionCandidates] = useState<readonly string[]>([]);
  const [announcement, setAnnouncement] = useState('');
  const stepped = useRef<string | null>(null);
  useFocusFallback(area, '[role=group]', ['[data-choose]', 'input[type=checkbox]']);
  const words = WORDS[fileType];
  const isVideo = isVideoKind(FILE_TYPES[fileType]);
  // A lock or a like changes no name: the array stays the same, and so do the rows.
  const key = items.map(({ filename }) => filename).join(' ');
  const all = useMemo(() => (key === '' ? [] : key.split(' ')), [key]);
  const [filter, setFilter] = useState<ItemFilter>('all');
  const [isGrid, setGrid] = useIsGrid();
  const [query, setQuery] = useState('');
  const now = useDueClock(items);
  const viewer = useItemViewer(area, items);
  const [schedulingCandidates, setSchedulingCandidates] = useState<readonly string[]>([]);
  const shown = foundItems(items, { filter, query, now });
  const shownKey = shown.map(({ filename }) => filename).join(' ');
  const filenames = useMemo(() => (shownKey === '' ? [] : shownKey.split(' ')), [shownKey]);
  // A name stays the same whatever the filter.
  const places = useMemo(() => new Map(all.map((filename, index) => [filename, index + 1])), [all]);
  const nameOfFile = useCallback((filename: string) => `${words.one} ${places.get(filename) ?? 0}`, [words, places]);
  const nameOf = useCallback((index: number) => nameOfFile(filenames[index] ?? ''), [nameOfFile, filenames]);
  const selection = useSelection(filenames);
  const { selected, pick, pickAll } = selection;
  const chosen = filenames.filter((filename) => selected.has(filename));
  useSelectionKeys(area, isDrawn && chosen.length > 0, pickAll);
  const only = chosen.length === 1 ? items.find(({ filename }) => filename === chosen[0]) : undefined;
  useEffect(() => {
    change.current = onChange;
    changeWrongLikes.current = onWrongLikes;
  });

  const changeItems = useCallback((names: readonly string[], next: Partial<ContentItem>) => {
    const changed = new Set(names);
    change.current((list) => list.map((item) => (changed.has(item.filename) ? { ...item, ...next } : item)));
  }, []);
  // Positions are those of the filtered list.
  const move = useCallback(
    (from: number, to: number) =>
      change.current((list) => {
        const indexOf = (index: number) => list.findIndex(({ filename }) => filename === filenames[index]);
        const [source, target] = [indexOf(from), indexOf(to)];
        return source < 0 || target < 0 ? list : moved(list, source, target);
      }),
    [filenames],
  );
  const actions = useMemo<ItemActions>(
    () => ({
      select: pick,
      change: (filename, next) => changeItems([filename], next),
      wrongLikes: (filename, text) => changeWrongLikes.current(filename, text),
      step: (index, by) => {
        move(index, index + by);
        setAnnouncement(positionText(nameOf(index), index + by + 1, filenames.length, 'déplacée'));
        stepped.current = `${filenames[index]} ${by}`;
      },
      schedule: (filename) => setSchedulingCandidates([filename]),
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
    onUploaded: ({ filename, filePath, name, order }) => {
      orders.current.set(filename, order);
      const item: ContentItem = {
        id: crypto.randomUUID(),
        filename,
        filePath,
        image: isVideo ? '' : filePath,
        likes: null,
        isLocked: true,
        isViewable: !isVideo,
        state: isVideo ? 'processing' : 'ready',
        originalName: name,
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

  const remove = useDeletion({ slug, session, items, onChange });
  const focusNext = useNextFocus(area, deletionCandidates.length > 0);
  const confirmDeletion = () => {
    const [first, ...others] = deletionCandidates;
    focusNext(first === undefined || others.length > 0 ? null : neighbourIn(filenames, first));
    viewer.turnAway();
    remove(deletionCandidates);
    pickAll(false);
    setDeletionCandidates([]);
  };

  /** Shows an item, whatever is filtered and wherever the list is scrolled. */
  const reveal = (filename: string) => {
    pickAll(false);
    setFilter('all');
    setQuery('');
    if (items.some((item) => item.filename === filename && item.isViewable)) viewer.openAmong(items, filename);
  };
  const scheduling = items.filter(({ filename }) => schedulingCandidates.includes(filename));
  const times = new Set(scheduling.map(({ publishAt }) => publishAt));

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
          <div className={styles.selectable}>
            <ListTools
              label={words.many}
              items={items}
              now={now}
              query={query}
              onQuery={(next) => {
                pickAll(false);
                setQuery(next);
              }}
              filter={filter}
              onFilter={(next) => {
                pickAll(false);
                setFilter(next);
              }}
              isGrid={isGrid}
              onGrid={setGrid}
            />
            <SelectionBar
              label={words.many}
              count={shown.length}
              selected={chosen.length}
              selectedText={plural(chosen.length, words.selected[0], words.selected[1])}
              onAll={pickAll}
              selection={chosen.join(' ')}
              onLikes={(likes) => changeItems(chosen, { likes })}
              onSchedule={() => setSchedulingCandidates(chosen)}
              onPicture={only?.isViewable && onPicture ? (kind) => onPicture(kind, only) : null}
              onLock={(isLocked) => changeItems(chosen, { isLocked })}
              onDelete={() => setDeletionCandidates(chosen)}
            />
            {shown.length === 0 && (
              <p className="small soft">{query === '' ? 'Aucun fichier dans cet état.' : 'Aucun fichier de ce nom.'}</p>
            )}
            {isGrid ? (
              <MediaGrid
                label={words.many}
                items={shown}
                nameOf={nameOfFile}
                isVideo={isVideo}
                slug={slug}
                session={session}
                selection={selection}
                wrongLikes={wrongLikes}
                now={now}
                actions={actions}
                onOpen={(filename) => viewer.openAmong(shown, filename)}
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
                        wrongLikes={wrongLikes.get(item.filename)}
                        now={now}
                        actions={actions}
                      />
                    )
                  );
                }}
              />
            )}
            {items
              .filter(({ filename }) => wrongLikes.has(filename))
              .map(({ filename }) => (
                <p key={filename} className="small">
                  <TextButton data-wrong-likes={`Likes de ${nameOfFile(filename)}`} onClick={() => reveal(filename)}>
                    Corriger les likes de {nameOfFile(filename)}
                  </TextButton>
                </p>
              ))}
          </div>
        )}
        <UploadRows entries={uploads.entries} queue={queue} />
      </DropZone>
      <p className="visually-hidden" role="status">
        {outcome || announcement}
      </p>
      {viewer.opened && (
        <Suspense fallback={null}>
          <ItemViewer
            title={words.many}
            items={viewer.opened.items}
            nameOf={nameOfFile}
            isVideo={isVideo}
            slug={slug}
            session={session}
            filename={viewer.opened.filename}
            onOpen={viewer.show}
            onClose={viewer.close}
            now={now}
            actions={actions}
            wrongLikes={wrongLikes}
            onPicture={onPicture ?? null}
          />
        </Suspense>
      )}
      {scheduling.length > 0 && (
        <Suspense fallback={null}>
          <PublicationDialog
            what={enumerate(scheduling.map(({ filename }) => nameOfFile(filename)))}
            publishAt={times.size === 1 ? scheduling[0]?.publishAt : undefined}
            canPublish={scheduling.some((item) => isScheduled(item, now))}
            onChange={(publishAt) => changeItems(schedulingCandidates, { publishAt })}
            onClose={() => setSchedulingCandidates([])}
          />
        </Suspense>
      )}
      <ConfirmDialog
        open={deletionCandidates.length > 0}
        onClose={() => setDeletionCandidates([])}
        onConfirm={confirmDeletion}
        title={
          deletionCandidates.length > 1
            ? `Supprimer ces ${deletionCandidates.length} fichiers\u00a0?`
            : 'Supprimer ce fichier\u00a0?'
        }
        what={enumerate(deletionCandidates.map(nameOfFile))}
      >
        {deletionCandidates.length > 1 ? 'Les fichiers sont effacés' : 'Le fichier est effacé'}, même si vous
        n’enregistrez pas le modèle.
      </ConfirmDialog>
    </div>
  );
}
