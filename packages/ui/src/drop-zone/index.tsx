import { useRef, useState } from 'react';
import type { DragEvent, ReactNode, RefObject } from 'react';
import ImagePlus from 'lucide-react/icons/image-plus';
import { Button } from '../button/index.tsx';
import { classNames } from '../class-names.ts';
import styles from './drop-zone.module.css';

export interface DropZoneProps {
  /** Such as "Ajouter des photos". */
  title: string;
  hint: string;
  /** MIME types, as of an input's `accept`. */
  accept: string;
  /** Disables adding; `hint` gives the reason. */
  disabled?: boolean;
  /** Whether uploads are running: the button shows `busyLabel`. */
  busy?: boolean;
  busyLabel: string;
  onFiles: (files: File[]) => void;
  /** List to which files are added: they may be dropped anywhere on it. */
  children?: ReactNode;
  dropLabel?: string;
  /** Rows of the running uploads, below the zone. */
  uploads?: ReactNode;
  /** Name and head of the panel that the zone and its uploads form; null: no panel. */
  panel?: { label: string; head: ReactNode } | null;
  /** Puts the panel beside the list from 72rem, where it stays in sight. */
  beside?: boolean;
  /** Gives access to the file input, for a second button that opens the chooser. */
  inputRef?: RefObject<HTMLInputElement | null>;
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
/** Returns the dropped files without folders, which appear as unreadable files. */
const filesOf = ({ items, files }: DataTransfer): File[] => {
  const folders = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry?.()?.isDirectory ?? false);
  return [...files].filter((_, index) => !folders[index]);
};

/** Area for dropping or choosing files, below or beside the list to which they are added. */
export function DropZone({
  title,
  hint,
  accept,
  disabled = false,
  busy = false,
  busyLabel,
  onFiles,
  children,
  dropLabel = 'Déposez vos fichiers ici',
  uploads,
  panel = null,
  beside = false,
  inputRef,
}: DropZoneProps) {
  const ownRef = useRef<HTMLInputElement>(null);
  const input = inputRef ?? ownRef;
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent) => {
    if (disabled || !hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  const leave = (event: DragEvent) => {
    if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (disabled || !hasFiles(event)) return;
    event.preventDefault();
    onFiles(filesOf(event.dataTransfer));
  };
  return (
    <div
      className={classNames(styles.area, beside && styles.beside, over && styles.over)}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={leave}
      onDrop={drop}
    >
      {children}
      <div
        className={classNames(styles.uploads, panel && styles.panel)}
        role={panel ? 'group' : undefined}
        aria-label={panel?.label}
      >
        {panel?.head}
        <div className={styles.zone}>
          <ImagePlus />
          {!disabled && (
            <p>
              <b>{over ? dropLabel : title}</b>
            </p>
          )}
          <p className="small soft">{hint}</p>
          <input
            ref={input}
            className="visually-hidden"
            type="file"
            accept={accept}
            multiple
            tabIndex={-1}
            aria-label={title}
            disabled={disabled}
            onChange={(event) => {
              onFiles([...(event.target.files ?? [])]);
              // Emptied, so that the same file can be chosen again.
              event.target.value = '';
            }}
          />
          <Button
            small
            data-choose
            disabled={disabled}
            busy={busy}
            busyLabel={busyLabel}
            onClick={() => input.current?.click()}
          >
            Choisir des fichiers
          </Button>
        </div>
        {uploads}
      </div>
    </div>
  );
}
