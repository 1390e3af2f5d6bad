const VERSIONED = /[?&]v=/;

/**
 * What an anonymous answer depends on: the path, and for a public picture whether its address names a version, which browsers
 * keep for ever. The rest of a query and cookies are looked at by nobody who makes such an answer; but for an item's picture,
 * whose query may be a signature for one viewer: null.
 */
export const cacheKeyOf = (url: string, path: string): string | null => {
  if (!path.startsWith('/uploads/') || url.length === path.length) return path;
  if (path.startsWith('/uploads/items/')) return null;
  return VERSIONED.test(url.slice(path.length)) ? `${path}?v` : path;
};

/** Paths whose kept answers show a list of models. */
const LISTS = ['/', '/api/models', '/sitemap.xml'];

/** Every path whose anonymous answer shows the model of one of these slugs. */
export const pathsOfModel = (slugs: readonly string[]): string[] => [...LISTS, ...slugs.flatMap((slug) => [`/${slug}`, `/${slug}/live`, `/api/models/${slug}`])];

export const pathsOfAffiliate = (slug: string): string[] => [`/partner/${slug}`];

/** What the addresses of these assets' pictures begin with. */
export const picturesOfAssets = (ids: readonly string[]): string[] => ids.flatMap((id) => [`/uploads/public/${id}/`, `/uploads/items/${id}/`]);
