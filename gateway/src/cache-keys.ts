const VERSIONED = /[?&]v=/;

/**
 * What an anonymous response depends on: the path, and for a public picture whether its address names a version, which browsers
 * keep for ever. The rest of a query and cookies change no such response; but for an item's picture, whose query may be a
 * signature for one viewer: null.
 */
export const cacheKeyOf = (path: string, query: string): string | null => {
  if (query === '' || !path.startsWith('/uploads/')) return path;
  if (path.startsWith('/uploads/items/')) return null;
  return VERSIONED.test(query) ? `${path}?v` : path;
};

/** Paths whose responses list models. */
const LISTS = ['/', '/api/models', '/sitemap.xml'];

/** Every path whose anonymous response shows the model of one of these slugs. */
export const pathsOfModel = (slugs: readonly string[]): string[] => [
  ...LISTS,
  ...slugs.flatMap((slug) => [`/${slug}`, `/${slug}/live`, `/api/models/${slug}`]),
];

export const pathsOfAffiliate = (slug: string): string[] => [`/partner/${slug}`];

/** Prefixes of the addresses of these assets' pictures. */
export const picturesOfAssets = (ids: readonly string[]): string[] =>
  ids.flatMap((id) => [`/uploads/public/${id}/`, `/uploads/items/${id}/`]);
