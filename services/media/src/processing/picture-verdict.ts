/** Messages of sharp, libvips and the loaders about an unreadable picture. libpng rejects some damaged files as "Unknown error". */
const REJECTION =
  /^(?:Input (?:buffer|image) |(?:VipsJpeg|vipspng|webp2vips|webp|heif|heifload\w*|gifload\w*): |Unknown error$)/m;

/** Messages about exhausted memory, which loaders report like a damaged picture. */
const OUT_OF_MEMORY = /out of memory|insufficient memory|memory allocation error(?!: Security limit)/i;

/**
 * Whether an error of sharp is caused by the picture's bytes. Exhausted memory and timeouts are not: a large AVIF takes twenty
 * seconds on an idle machine, and over a minute on a busy one.
 */
export const isVerdictOnPicture = (error: unknown): boolean =>
  error instanceof Error &&
  REJECTION.test(error.message) &&
  !OUT_OF_MEMORY.test(error.message) &&
  !/^timeout: /m.test(error.message);
