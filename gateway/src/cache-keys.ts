/** Paths whose kept answers show a list of models. */
const LISTS = ['/', '/api/models', '/sitemap.xml'];

/** Every path whose anonymous answer shows the model of one of these slugs. */
export const pathsOfModel = (slugs: readonly string[]): string[] => [...LISTS, ...slugs.flatMap((slug) => [`/${slug}`, `/${slug}/live`, `/api/models/${slug}`])];

export const pathsOfAffiliate = (slug: string): string[] => [`/partner/${slug}`];
