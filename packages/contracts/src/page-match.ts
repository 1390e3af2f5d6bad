import { NOT_FOUND_DOCUMENTS, notFoundPath, PAGES } from './pages.ts';
import type { NotFoundDocument, PageName } from './pages.ts';
import { hasSlugShape, isSlug } from './slugs.ts';

/** Whether a segment may stand for a parameter: a model's slug is never a reserved one. */
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
  /** The slug in the path; empty where the page has none. */
  slug: string;
}

/**
 * The page at a path (without its query), or null where there is none. Whether the model or affiliate of that slug exists is
 * for its service to report.
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

/** The shared document at a path, or null. */
export const matchNotFound = (path: string): NotFoundDocument | null =>
  NOT_FOUND_DOCUMENTS.find((document) => notFoundPath(document) === path) ?? null;
