import { ERRORS } from 'contracts/errors';
import { FILE_TYPES, isVideoKind, maxBytes } from 'contracts/media';
import type { FileType } from 'contracts/media';
import type { ContentItem } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { DropZone } from 'ui/drop-zone';
import { useToast } from 'ui/toast';
import type { Caller } from 'web-kit/api';
import { plural } from 'web-kit/formats';
import { useListUploads } from '../uploads/index.tsx';
import type { Queue } from '../uploads/index.tsx';
import { enumerate, moved, select, withArrived } from './arrangement.ts';
import { ItemRow } from './item-row.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { SortableList } from './sortable-list.tsx';
import { UploadRows } from './upload-rows.tsx';
import { useDeletion } from './use-deletion.ts';
import { useOutcome } from './use-outcome.ts';
import { usePaste } from './use-paste.ts';
import { useProcessing } from './use-processing.ts';
import { positionText, WORDS } from './words.ts';

interface MediaListProps {
  fileType: FileType;
  /** The slug under which files are sent; empty until one is typed, the list is disabled then. */
  slug: string;
  session: Caller;
  queue: Queue;
  items: readonly ContentItem[];
  /** Changes the list as it is by then: files arrive while others are moved, and while the list is not shown. */
  onChange: (change: (items: ContentItem[]) => ContentItem[]) => void;
}

const NONE: ReadonlySet<string> = new Set();

/** One of a model's three media lists: its items in order, files on their way, and where to add more. */
export function MediaList({ fileType, slug, session, queue, items, onChange }: MediaListProps) {
  const show = useToast();
  const area = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState(NONE);
  const [anchor, setAnchor] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<readonly string[]>([]);
  const [said, setSaid] = useState('');
  const [focused, setFocused] = useState<string | null>(null);
  const orders = useRef(new Map<string, number>());
  const words = WORDS[fileType];
  const isVideo = isVideoKind(FILE_TYPES[fileType]);
  const filenames = useMemo(() => items.map(({ filename }) => filename), [items]);
  const chosen = filenames.filter((filename) => selected.has(filename));
  const nameOf = useCallback((index: number) => `${words.one} ${index + 1}`, [words]);

  const changeItems = (names: ReadonlySet<string>, next: Partial<ContentItem>) => onChange((all) => all.map((item) => (names.has(item.filename) ? { ...item, ...next } : item)));
  const changeItem = (filename: string, next: Partial<ContentItem>) => changeItems(new Set([filename]), next);
  const uploads = useListUploads({
    fileType,
    slug,
    session,
    queue,
    onUploaded: ({ filename, filePath, order }) => {
      orders.current.set(filename, order);
      const item: ContentItem = { id: crypto.randomUUID(), filename, filePath, image: isVideo ? '' : filePath, likes: null, isLocked: true, isViewable: true, state: isVideo ? 'processing' : 'ready' };
      onChange((all) => withArrived(all, item, (known) => orders.current.get(known)));
    },
  });
  const outcome = useOutcome(queue, fileType);
  useProcessing({ slug, session, items, onReady: changeItem });

  const add = (files: readonly File[]) => {
    if (slug === '') return show({ tone: 'error', title: TEXTS.error, text: TEXTS.slugFirst });
    if (files.length === 0) return show({ tone: 'error', title: TEXTS.error, text: ERRORS.NO_FILE.text });
    uploads.add(files);
  };
  usePaste(area, add);

  const move = (from: number, to: number, button?: string) => {
    onChange((all) => moved(all, from, to));
    if (!button) return;
    setSaid(positionText(nameOf(from), to + 1, items.length, 'déplacée'));
    setFocused(`${filenames[from]} ${button}`);
  };
  // The row was moved with its button: who presses it again finds it under the finger.
  useEffect(() => {
    if (focused) area.current?.querySelector<HTMLElement>(`[data-move="${CSS.escape(focused)}"]`)?.focus();
  }, [focused, items]);

  const deletion = useDeletion({
    slug,
    session,
    onDeleted: (gone) => {
      onChange((all) => all.filter(({ filename }) => !gone.has(filename)));
      setSelected(NONE);
      setSaid(`${plural(gone.size, 'fichier supprimé', 'fichiers supprimés')}.`);
    },
    onFailed: (text) => show({ tone: 'error', title: TEXTS.error, text }),
  });
  const confirmDeletion = async () => {
    await deletion.deleteFiles(leaving);
    setLeaving([]);
  };

  return (
    <div ref={area}>
      <DropZone
        title={`Ajouter ${words.of}`}
        hint={slug === '' ? TEXTS.slugFirst : `Glissez ou collez vos fichiers ici, ${maxBytes(FILE_TYPES[fileType]) / 1024 / 1024} Mo au plus par ${isVideo ? 'vidéo' : 'image'}`}
        dropLabel={`Déposez pour ajouter ${words.of}`}
        accept={isVideo ? 'video/*' : 'image/*'}
        disabled={slug === ''}
        busy={uploads.busy}
        busyLabel={TEXTS.uploading}
        onFiles={add}
      >
        {items.length > 0 && (
          <>
            <SelectionBar
              label={words.many}
              count={items.length}
              selected={chosen.length}
              selectedText={plural(chosen.length, words.selected[0], words.selected[1])}
              onAll={(isOn) => setSelected(isOn ? new Set(filenames) : NONE)}
              onLock={(isLocked) => changeItems(selected, { isLocked })}
              onDelete={() => setLeaving(chosen)}
            />
            <SortableList
              label={words.many}
              ids={filenames}
              nameOf={nameOf}
              onMove={move}
              row={(index, placement) => {
                const item = items[index];
                return item && (
                  <ItemRow
                    key={item.filename}
                    item={item}
                    name={nameOf(index)}
                    isVideo={isVideo}
                    slug={slug}
                    session={session}
                    placement={placement}
                    isSelected={selected.has(item.filename)}
                    onSelect={(isOn, isRange) => {
                      setSelected((now) => select({ all: filenames, selected: now, anchor, target: item.filename, isOn, isRange }));
                      setAnchor(item.filename);
                    }}
                    onChange={(next) => changeItem(item.filename, next)}
                    onUp={index > 0 ? () => move(index, index - 1, 'up') : undefined}
                    onDown={index < items.length - 1 ? () => move(index, index + 1, 'down') : undefined}
                    onDelete={() => setLeaving([item.filename])}
                  />
                );
              }}
            />
          </>
        )}
        <UploadRows entries={uploads.entries} queue={queue} />
      </DropZone>
      <p className="visually-hidden" role="status">{outcome || said}</p>
      <ConfirmDialog
        open={leaving.length > 0}
        onClose={() => setLeaving([])}
        onConfirm={() => void confirmDeletion()}
        busy={deletion.busy}
        title={leaving.length > 1 ? `Supprimer ces ${leaving.length} fichiers ?` : 'Supprimer ce fichier ?'}
        what={enumerate(leaving.map((filename) => nameOf(filenames.indexOf(filename))))}
      >
        {leaving.length > 1 ? 'Les fichiers sont effacés aussitôt' : 'Le fichier est effacé aussitôt'}, même si vous n’enregistrez pas le modèle.
      </ConfirmDialog>
    </div>
  );
}
