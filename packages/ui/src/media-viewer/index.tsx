import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Heart from 'lucide-react/icons/heart';
import X from 'lucide-react/icons/x';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { classNames } from '../class-names.ts';
import { useModal } from '../dialog/use-modal.ts';
import { IconButton } from '../icon-button/index.tsx';
import { useGestures } from './use-gestures.ts';
import { ViewerMedia, type ViewerItem } from './viewer-media.tsx';
import { WHOLE, type View } from './zoom.ts';
import styles from './media-viewer.module.css';

export type { ViewerItem } from './viewer-media.tsx';

export interface MediaViewerProps {
  /** Accessible name of the viewer. */
  title: string;
  items: readonly ViewerItem[];
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
  /** Actions on the item, beside it; below it on phones. */
  side?: ReactNode;
  /** Called when an item fails to load: its address may have expired. */
  onFailed?: () => void;
}

/**
 * Full-screen viewer of photos and videos, one at a time: arrow keys and swipes change the item; pinch, wheel and double tap zoom.
 */
export function MediaViewer({ title, items, index, onIndex, onClose, side, onFailed }: MediaViewerProps) {
  const titleId = useId();
  const { dialogRef, titleRef, handlers } = useModal({ onClose, closesOnBackdrop: false });
  const stageRef = useRef<HTMLDivElement>(null);
  const item = items[index];
  const isPhoto = item?.kind === 'photo';
  const go = (to: number): boolean => {
    if (to < 0 || to >= items.length) return false;
    onIndex(to);
    return true;
  };
  const goBy = (by: number) => go(index + by);
  const [view, setView] = useViewOf(item?.id);
  const gestures = useGestures({ stageRef, isZoomable: isPhoto, view, setView, onPageChange: goBy, onLeave: onClose });
  useArrows(goBy);
  useNeighbours(items, index);

  const isNear = view.scale > 1;
  const { pull } = gestures;
  const transform = pull
    ? `translate3d(${pull.x}px, ${pull.y}px, 0)`
    : isNear
      ? `translate3d(${view.x}px, ${view.y}px, 0) scale(${view.scale})`
      : undefined;
  return (
    <dialog
      ref={dialogRef}
      className={classNames(styles.viewer, Boolean(side) && styles.sided)}
      aria-labelledby={titleId}
      {...handlers}
    >
      <div className={styles.show}>
        <div
          ref={stageRef}
          className={classNames(styles.stage, isNear && styles.near, !pull && styles.settled)}
          {...gestures.handlers}
        >
          {item && <ViewerMedia key={item.id} item={item} style={{ transform }} onFailed={onFailed} />}
        </div>
        <div className={styles.bar}>
          <h2 id={titleId} ref={titleRef} tabIndex={-1} className="visually-hidden">
            {title}
          </h2>
          <p className={`small ${styles.place}`} role="status">
            <span className="visually-hidden">{item?.label}, </span>
            <span>
              {index + 1} / {items.length}
            </span>
            {item?.likes && (
              <span className={styles.likes}>
                <Heart />
                {item.likes}
              </span>
            )}
          </p>
          {isPhoto && (
            <IconButton label={isNear ? 'Réduire' : 'Agrandir'} onClick={gestures.zoom}>
              {isNear ? <ZoomOut /> : <ZoomIn />}
            </IconButton>
          )}
          <IconButton label="Fermer" onClick={onClose}>
            <X />
          </IconButton>
        </div>
        {items.length > 1 && (
          <div className={styles.turns}>
            <IconButton label="Précédent" aria-disabled={index === 0 || undefined} onClick={() => goBy(-1)}>
              <ChevronLeft />
            </IconButton>
            <IconButton label="Suivant" aria-disabled={index === items.length - 1 || undefined} onClick={() => goBy(1)}>
              <ChevronRight />
            </IconButton>
          </div>
        )}
      </div>
      {side && <div className={styles.side}>{side}</div>}
    </dialog>
  );
}

const hasOwnArrows = (target: EventTarget | null): boolean =>
  target instanceof HTMLVideoElement || (target instanceof HTMLInputElement && target.type !== 'checkbox');

/** Returns the view of an item; each one is first shown whole. */
const useViewOf = (id: string | undefined): [View, (next: (view: View) => View) => void] => {
  const [zoomed, setZoomed] = useState({ id, view: WHOLE });
  const viewOf = (state: typeof zoomed) => (state.id === id ? state.view : WHOLE);
  return [viewOf(zoomed), (next) => setZoomed((state) => ({ id, view: next(viewOf(state)) }))];
};

/**
 * Handles arrow keys, on the document since the focused element may have been removed. In a video they seek, in a field they move
 * the cursor.
 */
const useArrows = (goBy: (by: number) => boolean): void => {
  const current = useRef(goBy);
  useEffect(() => {
    current.current = goBy;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (hasOwnArrows(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'ArrowLeft') current.current(-1);
      if (event.key === 'ArrowRight') current.current(1);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
};

/** Prefetches the next and the previous photo. */
const useNeighbours = (items: readonly ViewerItem[], index: number): void => {
  const near = [items[index + 1], items[index - 1]]
    .flatMap((item) => (item?.kind === 'photo' ? [item.src] : []))
    .join('\n');
  useEffect(() => {
    for (const src of near.split('\n')) if (src) new Image().src = src;
  }, [near]);
};
