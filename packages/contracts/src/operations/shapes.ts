import { z } from 'zod';
import { id } from '../fields.ts';
import { slugShape } from '../slugs.ts';

/** Response of a call that returns nothing. */
export const ok = z.object({ ok: z.literal(true) });
/** Response with a new access token of a session. */
export const tokenResponse = z.object({ token: z.string() });

export const byId = z.object({ id });
/** Affiliate by slug. Accepts any text: an invalid slug gives "Affilié non trouvé" instead of a validation error. */
export const bySlug = z.object({ slug: z.string().max(100) });
export const byModelSlug = z.object({ slug: slugShape });
