import { useMemo, useRef, useState, type CSSProperties, type RefObject } from 'react';
import { placeholderOf } from './placeholder.ts';
import { useOnFirstView, useViewportPlayback } from './use-viewport-playback.ts';

/** Address and dimensions of a picture; a cover may be a video, `src` is then its poster (empty when there is none). */
export interface PictureSource {
  src: string;
  srcSet?: string;
  sizes?: string;
  width?: number;
  height?: number;
  alt?: string;
  video?: string;
  /** Thumbhash in base64, shown until the picture is loaded. */
  placeholder?: string | null;
}

export interface PictureProps {
  source: PictureSource;
  className?: string;
  /** Omits the alternative text, next to a text of the same meaning. */
  decorative?: boolean;
  /** Loads the picture at once, with high priority. */
  priority?: boolean;
}

/** Transparent picture in place of one that failed to load: browsers would show a broken image. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** An image, or a muted video that plays while it is visible. */
export const Picture = (props: PictureProps) => (props.source.video ? <Film {...props} /> : <Still {...props} />);

function Still({
  source,
  className,
  decorative,
  priority,
  ref,
}: PictureProps & { ref?: RefObject<HTMLImageElement | null> }) {
  const [failed, setFailed] = useState('');
  const { src, srcSet, sizes, width, height, alt = '', placeholder } = source;
  const style = useMemo(() => behind(placeholder), [placeholder]);
  const address = failed === src ? { src: NOTHING } : { sizes, srcSet, src };
  return (
    <img
      ref={ref}
      className={className}
      style={style}
      alt={decorative ? '' : alt}
      width={width}
      height={height}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      // Synchronous, so that the first frame is not painted without the picture.
      decoding={priority ? 'sync' : 'async'}
      {...address}
      onError={() => setFailed(src)}
    />
  );
}

/**
 * A video. Its poster would be loaded at once wherever the video is; further down the page a lazy still replaces the video until it
 * is visible.
 */
function Film(props: PictureProps) {
  const [isSeen, setSeen] = useState(false);
  const { source, priority } = props;
  return priority || isSeen || !source.src ? (
    <Moving {...props} />
  ) : (
    <DeferredVideo {...props} onSeen={() => setSeen(true)} />
  );
}

function DeferredVideo({ onSeen, ...props }: PictureProps & { onSeen: () => void }) {
  const ref = useRef<HTMLImageElement>(null);
  useOnFirstView(ref, onSeen);
  return <Still {...props} ref={ref} />;
}

function Moving({
  source: { video, alt, src, width, height, placeholder },
  className,
  decorative,
  priority,
}: PictureProps) {
  const ref = useRef<HTMLVideoElement>(null);
  useViewportPlayback(ref);
  return (
    <video
      ref={ref}
      className={className}
      // Painted as a background too, in place of the still: a poster appears a moment later.
      style={src && !priority ? { background: `center / cover url(${JSON.stringify(src)})` } : behind(placeholder)}
      src={video}
      poster={src || undefined}
      width={width}
      height={height}
      preload={src ? 'none' : 'metadata'}
      aria-hidden={decorative || !alt || undefined}
      aria-label={decorative ? undefined : alt || undefined}
      muted
      loop
      playsInline
      tabIndex={-1}
    />
  );
}

const behind = (placeholder: string | null | undefined): CSSProperties | undefined => {
  const image = placeholderOf(placeholder);
  return image ? { background: `center / cover url(${image})` } : undefined;
};
