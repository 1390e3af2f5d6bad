import { useId, useRef, useState, type KeyboardEvent } from 'react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import X from 'lucide-react/icons/x';
import { Button } from '../button/index.tsx';
import { useModal } from '../dialog/use-modal.ts';
import { IconButton } from '../icon-button/index.tsx';
import styles from './media-viewer.module.css';

export interface ViewedItem {
  id: string;
  kind: 'photo' | 'video';
  /** An address that runs out is given anew after `onFailed`. */
  src: string;
  poster?: string;
  width?: number;
  height?: number;
  /** Such as "Photo 3 de Nina". */
  label: string;
}

export interface MediaViewerProps {
  /** What is shown, for those who hear it. */
  title: string;
  items: readonly ViewedItem[];
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
  /** An item could not be loaded: its address may have run out. */
  onFailed?: () => void;
}

/** Photos and videos as large as the screen, one at a time; arrow keys lead to the next and the former one. */
export function MediaViewer({ title, items, index, onIndex, onClose, onFailed }: MediaViewerProps) {
  const titleId = useId();
  const { dialogRef, titleRef, handlers } = useModal({ onClose, closesOnBackdrop: false });
  const item = items[index];
  const go = (to: number) => to >= 0 && to < items.length && onIndex(to);
  const turn = (event: KeyboardEvent) => {
    // In a film the arrows seek.
    if (event.target instanceof HTMLVideoElement) return;
    if (event.key === 'ArrowLeft') go(index - 1);
    if (event.key === 'ArrowRight') go(index + 1);
  };
  return (
    <dialog ref={dialogRef} className={styles.viewer} aria-labelledby={titleId} onKeyDown={turn} {...handlers}>
      <div className={styles.bar}>
        <h2 id={titleId} ref={titleRef} tabIndex={-1} className="visually-hidden">{title}</h2>
        <p className="small" role="status"><span className="visually-hidden">{item?.label}, </span>{index + 1} / {items.length}</p>
        <IconButton label="Fermer" onClick={onClose}><X /></IconButton>
      </div>
      <div className={styles.stage}>{item && <Viewed key={item.id} item={item} onFailed={onFailed} />}</div>
      {items.length > 1 && (
        <div className={styles.turns}>
          <IconButton label="Précédent" aria-disabled={index === 0 || undefined} onClick={() => go(index - 1)}><ChevronLeft /></IconButton>
          <IconButton label="Suivant" aria-disabled={index === items.length - 1 || undefined} onClick={() => go(index + 1)}><ChevronRight /></IconButton>
        </div>
      )}
    </dialog>
  );
}

/** Keeps the address it began with: another one would start a film anew. Only after a failure is the newest taken, and the film goes on where it was. */
function Viewed({ item, onFailed }: { item: ViewedItem; onFailed?: () => void }) {
  const [src, setSrc] = useState(item.src);
  const [failed, setFailed] = useState(false);
  const reached = useRef(0);
  if (failed && item.src !== src) {
    setSrc(item.src);
    setFailed(false);
  }
  const fail = () => {
    setFailed(true);
    onFailed?.();
  };
  if (failed) {
    return (
      <div className={styles.failed} role="alert">
        <p>Ce contenu ne peut pas être affiché pour le moment.</p>
        <Button variant="onPicture" onClick={() => { setFailed(false); onFailed?.(); }}>Réessayer</Button>
      </div>
    );
  }
  const format = { className: styles.media, width: item.width, height: item.height };
  if (item.kind === 'photo') return <img {...format} src={src} alt={item.label} onError={fail} />;
  return (
    <video
      {...format}
      src={src}
      poster={item.poster}
      aria-label={item.label}
      controls
      playsInline
      preload="metadata"
      onTimeUpdate={(event) => { reached.current = event.currentTarget.currentTime; }}
      onLoadedMetadata={(event) => {
        if (reached.current === 0) return;
        event.currentTarget.currentTime = reached.current;
        // Refused by the browser: the controls are there.
        void event.currentTarget.play().catch(() => undefined);
      }}
      onError={fail}
    />
  );
}
