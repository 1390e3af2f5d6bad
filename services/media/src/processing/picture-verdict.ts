/**
 * Messages of sharp, libvips and the loaders of the accepted formats about a picture. "Unknown error" is libpng's,
 * which rejects some damaged files without a message.
 */
const REJECTION =
  /^(?:Input (?:buffer|image) |(?:VipsJpeg|vipspng|webp2vips|webp|heif|heifload\w*|gifload\w*): |Unknown error$)/m;

/** Reported in the same words as a damaged picture, also by the loaders, when the process has no memory left. */
const OUT_OF_MEMORY = /out of memory|insufficient memory|memory allocation error(?!: Security limit)/i;

/**
 * Whether an error of sharp is about the picture's bytes. Memory that ran out and a timeout are not: a large AVIF takes
 * twenty seconds on an idle machine, and more than a minute on a busy one.
 */
export const isVerdictOnPicture = (error: unknown): boolean =>
  error instanceof Error &&
  REJECTION.test(error.message) &&
  !OUT_OF_MEMORY.test(error.message) &&
  !/^timeout: /m.test(error.message);
