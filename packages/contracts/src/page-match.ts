import { NOT_FOUND_DOCUMENTS, notFoundPath, PAGES } from './pages.ts';
import type { NotFoundDocument, PageName } from './pages.ts';
import { hasSlugShape, isSlug } from './slugs.ts';

/** Checks by parameter whether a segment is valid: a model's slug is never a reserved one. */
const PARAMETERS: Readonly<Record<string, (segment: string) => boolean>> = {
  ':modelSlug': isSlug,
  ':slug': hasSlugShape,
};

const PATTERNS = Object.entries(PAGES).map(([name, { path }]) => ({
  name: name as PageName,
  segments: path.split('/'),
}));

export interface PageMatch {
  name: PageName;
  /** Slug in the path; empty when the page has none. */
  slug: string;
}

/**
 * Returns the page at a path (without its query), or null. Only the service can check whether the model or affiliate of the slug
 * exists.
 */
export const matchPage = (path: string): PageMatch | null => {
  const parts = path.split('/');
  for (const { name, segments } of PATTERNS) {
    if (segments.length !== parts.length) continue;
    if (!segments.every((segment, index) => PARAMETERS[segment]?.(parts[index] ?? '') ?? segment === parts[index]))
      continue;
    return { name, slug: parts[segments.findIndex((segment) => segment in PARAMETERS)] ?? '' };
  }
  return null;
};

/** Returns the shared 404 document at a path, or null. */
export const matchNotFound = (path: string): NotFoundDocument | null =>
  NOT_FOUND_DOCUMENTS.find((document) => notFoundPath(document) === path) ?? null;
