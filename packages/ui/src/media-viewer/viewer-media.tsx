import { useRef, useState, type CSSProperties } from 'react';
import { RetryButton } from '../retry-button/index.tsx';
import { Spinner } from '../spinner/index.tsx';
import { useStallDetection } from './use-stall-detection.ts';
import styles from './media-viewer.module.css';

export interface ViewerItem {
  id: string;
  kind: 'photo' | 'video';
  /** An address that runs out is given anew after `onFailed`. */
  src: string;
  /** HLS of the same film, for browsers that play it; the others, and those that fail at it, take `src`. */
  hls?: string;
  /** Known already: drawn until the rest is there. */
  poster?: string;
  width?: number;
  height?: number;
  /** Such as "Photo 3 de Nina". */
  label: string;
  /** Already formatted, such as "842 likes". */
  likes?: string;
}

interface ViewerMediaProps {
  item: ViewerItem;
  style?: CSSProperties;
  onFailed?: () => void;
}

/** Keeps the addresses it began with: another one would start a film anew. Only after a failure is the newest taken, and the film goes on where it was. */
export function ViewerMedia({ item, style, onFailed }: ViewerMediaProps) {
  const [{ src, hls }, setShown] = useState<Pick<ViewerItem, 'src' | 'hls'>>(item);
  const [failed, setFailed] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  const reached = useRef(0);
  const filmRef = useRef<HTMLVideoElement>(null);
  // HLS that fails in the middle is not tried again: the same player goes on with the MP4. One that cannot begin is passed over by the browser.
  const dropHls = () => setShown({ src });
  useStallDetection(filmRef, hls !== undefined, dropHls);
  if (failed && item.src !== src) {
    setShown({ src: item.src, hls: hls && item.hls });
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
        <RetryButton
          variant="onPicture"
          onRetry={() => {
            setFailed(false);
            onFailed?.();
          }}
        />
      </div>
    );
  }
  const format = { className: styles.media, width: item.width, height: item.height };
  if (item.kind === 'photo') {
    const backdrop = item.poster !== src && item.poster;
    return (
      <>
        {!isLoaded && !backdrop && (
          <div className={styles.waiting}>
            <Spinner />
          </div>
        )}
        <img
          {...format}
          style={{ ...(backdrop && { backgroundImage: `url("${backdrop}")` }), ...style }}
          src={src}
          alt={item.label}
          draggable={false}
          onLoad={() => setLoaded(true)}
          onError={fail}
        />
      </>
    );
  }
  return (
    <video
      ref={filmRef}
      {...format}
      style={style}
      src={hls ? undefined : src}
      poster={item.poster}
      aria-label={item.label}
      controls
      autoPlay
      playsInline
      preload="metadata"
      onTimeUpdate={({ currentTarget: { currentTime } }) => {
        // Another address winds it back before it begins.
        if (currentTime > 0) reached.current = currentTime;
      }}
      onLoadedMetadata={(event) => {
        if (reached.current === 0) return;
        event.currentTarget.currentTime = reached.current;
        // Refused by the browser: the controls are there.
        void event.currentTarget.play().catch(() => undefined);
      }}
      onError={(event) => {
        // React hands it the errors of its sources too.
        if (event.target === event.currentTarget) (hls ? dropHls : fail)();
      }}
    >
      {hls && <source src={hls} type="application/vnd.apple.mpegurl" />}
      {hls && <source src={src} type="video/mp4" onError={fail} />}
    </video>
  );
}
