import { useRef, useState, type CSSProperties } from 'react';
import { Button } from '../button/index.tsx';
import styles from './media-viewer.module.css';

export interface ViewedItem {
  id: string;
  kind: 'photo' | 'video';
  /** An address that runs out is given anew after `onFailed`. */
  src: string;
  /** Known already: drawn until the rest is there. */
  poster?: string;
  width?: number;
  height?: number;
  /** Such as "Photo 3 de Nina". */
  label: string;
  /** Already formatted, such as "842 likes". */
  likes?: string;
}

interface ViewedProps {
  item: ViewedItem;
  style?: CSSProperties;
  onFailed?: () => void;
}

/** Keeps the address it began with: another one would start a film anew. Only after a failure is the newest taken, and the film goes on where it was. */
export function Viewed({ item, style, onFailed }: ViewedProps) {
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
  if (item.kind === 'photo') {
    const background = item.poster && item.poster !== src ? { backgroundImage: `url("${item.poster}")` } : {};
    return <img {...format} style={{ ...background, ...style }} src={src} alt={item.label} draggable={false} onError={fail} />;
  }
  return (
    <video
      {...format}
      style={style}
      src={src}
      poster={item.poster}
      aria-label={item.label}
      controls
      autoPlay
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
