import { z } from 'zod';
import { operation } from '../operation.ts';

/** Models per part of the sitemap: with two pages each, at most 10,000 addresses; the average is lower because parts differ. */
export const SITEMAP_PART_MODELS = { most: 5_000, average: 4_700 } as const;

/** Called only by the shell: the gateway has no route for it. */
export const listSitemapSlugs = operation({
  id: 'listSitemapSlugs',
  service: 'catalogue',
  method: 'GET',
  path: '/internal/sitemap/:part',
  summary: 'Lists the slugs of one part of the sitemap, from 1, and the number of parts',
  params: z.object({ part: z.coerce.number('Partie invalide').int('Partie invalide').min(1).max(100_000) }),
  response: z.object({ slugs: z.array(z.string()), parts: z.number() }),
  errors: ['VALIDATION_FAILED'],
});
