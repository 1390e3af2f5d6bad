import { FILE_TYPES, isVideoKind, maxBytes } from 'contracts/media';
import type { FileType } from 'contracts/media';
import type { ContentItem } from 'contracts/media-items';
import { TEXTS } from 'contracts/texts';
import { useCallback, useRef } from 'react';
import type { RefObject } from 'react';
import { DropZone } from 'ui/drop-zone';
import type { Caller } from 'web-kit/api';
import { useFocusFallback } from '../focus-fallback/index.tsx';
import { useSelection } from '../selection/index.tsx';
import type { Queue } from '../uploads/index.tsx';
import { MediaListBody } from './media-list-body.tsx';
import { MediaListDialogs } from './media-list-dialogs.tsx';
import { WORDS } from './texts.ts';
import { UploadRows, UploadsHead } from './upload-rows.tsx';
import { useDeletion } from './use-deletion.ts';
import { useItemActions } from './use-item-actions.ts';
import { useItemFilter } from './use-item-filter.ts';
import { useItemNames } from './use-item-names.ts';
import { useItemUploads } from './use-item-uploads.ts';
import { neighbourIn, useItemViewer } from './use-item-viewer.ts';
import { useNextFocus } from './use-next-focus.ts';
import { usePaste } from './use-paste.ts';
import { useProcessing } from './use-processing.ts';
import { useSelectionKeys } from './use-selection-keys.ts';
import { useUploadSummary } from './use-upload-summary.ts';

export { Sortable, SortableList } from './sortable-list.tsx';
export { positionText } from './texts.ts';

export { findWrongLikes } from './likes-field.tsx';
export { stateTextOf } from './texts.ts';
export { useDueClock } from './use-due-clock.ts';
export { useWrongLikes } from './use-wrong-likes.ts';

export interface MediaListProps {
  fileType: FileType;
  /** Slug under which files are uploaded; empty, and the list disabled, until a valid one is typed. */
  slug: string;
  session: Caller;
  queue: Queue;
  items: readonly ContentItem[];
  /** Typed likes that are not a number, by filename; they outlive the field in which they were typed. */
  wrongLikes: ReadonlyMap<string, string>;
  /** @param text null once the likes are corrected */
  onWrongLikes: (filename: string, text: string | null) => void;
  /** Whether the rows are rendered: long lists are rendered one after the other. */
  isDrawn: boolean;
  /** Applies a change to the latest list: files arrive while others are moved, and while the list is not shown. */
  onChange: (change: (items: ContentItem[]) => ContentItem[]) => void;
  /** Makes a photo the model's avatar or cover; undefined for lists of videos. */
  onPicture?: ((kind: 'avatar' | 'cover', item: ContentItem) => void) | undefined;
  /** Gives access to the file input. */
  inputRef?: RefObject<HTMLInputElement | null>;
}

/** One of a model's three media lists: its items in order, and a panel to add files, with those that are uploaded. */
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
  inputRef,
}: MediaListProps) {
  const area = useRef<HTMLDivElement>(null);
  useFocusFallback(area, '[role=group]', ['[data-choose]', 'input[type=checkbox]']);
  const words = WORDS[fileType];
  const isVideo = isVideoKind(FILE_TYPES[fileType]);
  const filtering = useItemFilter(items);
  const { filenames, nowMs } = filtering;
  const nameOfFile = useItemNames(items, words.one);
  const nameOf = useCallback((index: number) => nameOfFile(filenames[index] ?? ''), [nameOfFile, filenames]);
  const viewer = useItemViewer(area, items);
  const selection = useSelection(filenames);
  const { selected, pick, pickAll } = selection;
  const selectedFilenames = filenames.filter((filename) => selected.has(filename));
  useSelectionKeys(area, isDrawn && selectedFilenames.length > 0, pickAll);
  const editing = useItemActions({ area, filenames, nameOf, select: pick, onChange, onWrongLikes });
  const { deletionCandidates, setDeletionCandidates } = editing;
  const { progress, outcome, countSent } = useUploadSummary(queue, fileType);
  const uploads = useItemUploads({ fileType, slug, session, queue, onChange, onSent: countSent });
  const uploadsTitle = useRef<HTMLHeadingElement>(null);
  const showUploads = () => {
    uploadsTitle.current?.scrollIntoView({ block: 'start' });
    uploadsTitle.current?.focus({ preventScroll: true });
  };
  useProcessing({ slug, session, items, onReady: editing.actions.change });
  usePaste(area, uploads.add);

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
        onFiles={uploads.add}
        inputRef={inputRef}
        beside={items.length > 0}
        panel={
          items.length > 0 || progress
            ? {
                label: `Envois\u00a0: ${words.many}`,
                head: <UploadsHead progress={progress} titleRef={uploadsTitle} />,
              }
            : null
        }
        uploads={<UploadRows entries={uploads.entries} queue={queue} />}
      >
        {isDrawn && items.length > 0 && (
          <MediaListBody
            words={words}
            isVideo={isVideo}
            slug={slug}
            session={session}
            items={items}
            wrongLikes={wrongLikes}
            filtering={filtering}
            selection={selection}
            selectedFilenames={selectedFilenames}
            editing={editing}
            nameOf={nameOf}
            nameOfFile={nameOfFile}
            onOpen={viewer.openAmong}
            onPicture={onPicture}
            progress={progress}
            onShowUploads={showUploads}
          />
        )}
      </DropZone>
      <p className="visually-hidden" role="status">
        {outcome || editing.announcement}
      </p>
      <MediaListDialogs
        title={words.many}
        items={items}
        viewer={viewer}
        editing={editing}
        onDelete={confirmDeletion}
        nameOf={nameOfFile}
        isVideo={isVideo}
        slug={slug}
        session={session}
        nowMs={nowMs}
        wrongLikes={wrongLikes}
        onPicture={onPicture ?? null}
      />
    </div>
  );
}
