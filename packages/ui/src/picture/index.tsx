/** Where a picture is and how large; a cover may be a video, `src` is then its poster (empty when there is none). */
export interface PictureSource {
  src: string;
  srcSet?: string;
  sizes?: string;
  width?: number;
  height?: number;
  alt?: string;
  video?: string;
}

export interface PictureProps {
  source: PictureSource;
  className?: string;
  /** Beside a text that says the same: no alternative is read. */
  decorative?: boolean;
  /** Among the first things seen: fetched at once, before the rest. */
  priority?: boolean;
}

/** An image, or a silent video that stands still until something plays it. */
export function Picture({ source, className, decorative, priority }: PictureProps) {
  const { video, alt = '', src, ...image } = source;
  if (video) {
    return (
      <video
        className={className}
        src={video}
        poster={src || undefined}
        width={image.width}
        height={image.height}
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
  return <img className={className} alt={decorative ? '' : alt} loading={priority ? 'eager' : 'lazy'} fetchPriority={priority ? 'high' : undefined} decoding="async" {...image} src={src} />;
}
