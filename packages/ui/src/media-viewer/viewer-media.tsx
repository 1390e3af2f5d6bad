import { useRef, useState, type CSSProperties } from 'react';
import { RetryButton } from '../retry-button/index.tsx';
import { Spinner } from '../spinner/index.tsx';
import { useStallDetection } from './use-stall-detection.ts';
import styles from './media-viewer.module.css';

export interface ViewerItem {
  id: string;
  kind: 'photo' | 'video';
  /** Address; once it has expired, `onFailed` supplies a new one. */
  src: string;
  /** HLS of the same video, for browsers that play it; others, and those that fail, use `src`. */
  hls?: string;
  /** Poster that is already loaded, shown until the video is. */
  poster?: string;
  width?: number;
  height?: number;
  /** Such as "Photo 3 de Nina". */
  label: string;
  /** Formatted, such as "842 likes". */
  likes?: string;
}

interface ViewerMediaProps {
  item: ViewerItem;
  style?: CSSProperties;
  onFailed?: () => void;
}

/**
 * Shows an item by the addresses of its first rendering, as new ones would restart a video. Only after a failure are the latest
 * ones used, and the video continues at its position.
 */
export function ViewerMedia({ item, style, onFailed }: ViewerMediaProps) {
  const [{ src, hls }, setShown] = useState<Pick<ViewerItem, 'src' | 'hls'>>(item);
  const [failed, setFailed] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  const reached = useRef(0);
  const filmRef = useRef<HTMLVideoElement>(null);
  // HLS that fails during playback is not retried: the player continues with the MP4. If it cannot start, the browser itself uses
  // the next source.
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
        // A new address resets the position to 0 before it plays.
        if (currentTime > 0) reached.current = currentTime;
      }}
      onLoadedMetadata={(event) => {
        if (reached.current === 0) return;
        event.currentTarget.currentTime = reached.current;
        // The browser may deny playback: the controls are visible.
        void event.currentTarget.play().catch(() => undefined);
      }}
      onError={(event) => {
        // React also delivers the errors of the source elements here.
        if (event.target === event.currentTarget) (hls ? dropHls : fail)();
      }}
    >
      {hls && <source src={hls} type="application/vnd.apple.mpegurl" />}
      {hls && <source src={src} type="video/mp4" onError={fail} />}
    </video>
  );
}
