import { z } from 'zod';
import { PAGES } from './pages.ts';
import { fold } from './search.ts';

/** First path segments of the site's own pages. */
const OF_PAGES = Object.values(PAGES)
  .flatMap(({ path }) => path.split('/')[1] ?? [])
  .filter((segment) => segment !== '' && !segment.startsWith(':'));

/** First path segments that belong to the site itself; no model or affiliate may use them. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  ...OF_PAGES,
  'affiliates',
  'api',
  'assets',
  'audit',
  'config',
  'default',
  'favicon',
  'fonts',
  'health',
  'id',
  'live',
  'login',
  'metrics',
  'models',
  'new',
  'offline',
  'overview',
  'redirect',
  'register',
  'remotes',
  'robots',
  'sitemap',
  'static',
  'uploads',
  'www',
]);

export const SLUG_MAX_LENGTH = 60;

const SHAPE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether a path segment has the format of a slug. */
export const hasSlugShape = (text: string): boolean => text.length <= SLUG_MAX_LENGTH && SHAPE.test(text);

/** Whether a path segment may be a model's slug. */
export const isSlug = (text: string): boolean => hasSlugShape(text) && !RESERVED_SLUGS.has(text);

/** Slug in a requested path: lower-case letters, digits and single hyphens. */
export const slugShape = z
  .string('Le slug est requis')
  .trim()
  .min(1, 'Le slug est requis')
  .max(SLUG_MAX_LENGTH, 'Le slug est trop long')
  .regex(SHAPE, 'Le slug ne peut contenir que des lettres minuscules, des chiffres et des tirets');

/** Slug that a model or an affiliate may be given. */
export const slug = slugShape.refine((value) => !RESERVED_SLUGS.has(value), 'Ce slug est réservé');

/** Proposes a slug for a name: "Maëlle D." gives "maelle-d". */
export const slugify = (name: string): string =>
  fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, SLUG_MAX_LENGTH)
    .replace(/-+$/, '');
