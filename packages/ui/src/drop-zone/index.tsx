import { useRef, useState } from 'react';
import type { DragEvent } from 'react';
import ImagePlus from 'lucide-react/icons/image-plus';
import { Button } from '../button/index.tsx';
import { classNames } from '../class-names.ts';
import styles from './drop-zone.module.css';

export interface DropZoneProps {
  /** "Ajouter des photos" */
  title: string;
  hint: string;
  /** MIME types, as of an input's `accept`. */
  accept: string;
  /** Nothing can be added now; `hint` says why. */
  disabled?: boolean;
  /** Files are on their way: the button says `busyLabel` and waits. */
  busy?: boolean;
  busyLabel: string;
  chooseLabel?: string;
  onFiles: (files: File[]) => void;
}

/** Where files are dropped or chosen. */
export function DropZone({ title, hint, accept, disabled = false, busy = false, busyLabel, chooseLabel = 'Choisir des fichiers', onFiles }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(!disabled);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFiles([...event.dataTransfer.files]);
  };
  return (
    <div className={classNames(styles.zone, over && styles.over)} onDragEnter={drag} onDragOver={drag} onDragLeave={() => setOver(false)} onDrop={drop}>
      <ImagePlus />
      {!disabled && <p><b>{title}</b></p>}
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
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
      <Button small disabled={disabled || busy} onClick={() => input.current?.click()}>{busy ? busyLabel : chooseLabel}</Button>
    </div>
  );
}
