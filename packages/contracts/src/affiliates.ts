import { z } from 'zod';
import { id, optionalEmail, optionalPartnerId, optionalTelegramLink, optionalUrl, text } from './fields.ts';
import { PASSWORD_LENGTH } from './limits.ts';
import { modelView } from './models.ts';
import { slug } from './slugs.ts';
import { TEXTS } from './texts.ts';

const name = z
  .string(TEXTS.affiliateFieldsRequired)
  .trim()
  .min(1, TEXTS.affiliateFieldsRequired)
  .max(80, 'Le nom est trop long')
  .refine((v) => !/[\p{Cc}\p{Cs}]/u.test(v), 'Caractères non autorisés');
const requiredUrl = z
  .string(TEXTS.affiliateFieldsRequired)
  .trim()
  .min(1, TEXTS.affiliateFieldsRequired)
  .transform((value): string | null => value)
  .pipe(optionalUrl('URL Adexico invalide'));
const newPassword = z
  .string(TEXTS.affiliateFieldsRequired)
  .min(1, TEXTS.affiliateFieldsRequired)
  .min(PASSWORD_LENGTH.min, TEXTS.passwordTooShort)
  .max(PASSWORD_LENGTH.max, TEXTS.passwordTooLong);

/** What an affiliate may change of itself (section 6). */
export const ownAffiliateFields = {
  telegram_link: optionalTelegramLink,
  email_from_name: text(100),
  email_from_email: optionalEmail,
  is_active: z.boolean('Valeur invalide'),
};
export const ownAffiliateChange = z.object(ownAffiliateFields).partial();
export type OwnAffiliateChange = z.output<typeof ownAffiliateChange>;

/** POST /api/affiliates: name, slug, base URL and password are required (section 5). */
export const newAffiliate = z.object({
  name,
  slug: z.string(TEXTS.affiliateFieldsRequired).trim().min(1, TEXTS.affiliateFieldsRequired).pipe(slug),
  custom_password: newPassword,
  adexico_base_url: requiredUrl,
  adexico_source_id: optionalPartnerId.optional(),
  ...ownAffiliateChange.shape,
});
export type NewAffiliate = z.output<typeof newAffiliate>;
/** PUT /api/affiliates/id/{id}: an absent or empty password stays unchanged; what is absent stays as it is. */
export const affiliateChange = newAffiliate.partial().extend({
  custom_password: z
    .union([z.literal('').transform(() => undefined), newPassword])
    .nullish()
    .transform((value) => value ?? undefined),
});
export type AffiliateChange = z.output<typeof affiliateChange>;

/** Fields of an affiliate that only the administrator may write; refused from anybody else (FIELD_FORBIDDEN). */
export const ADMINISTRATOR_AFFILIATE_FIELDS = [
  'name',
  'slug',
  'custom_password',
  'adexico_base_url',
  'adexico_source_id',
] as const;

/** Its login, and where its visitors' payments go: changing these needs a recent login. */
export const SENSITIVE_AFFILIATE_FIELDS = ['custom_password', 'adexico_base_url', 'adexico_source_id'] as const;

/** An affiliate for the administrator and itself; never its password. password_length (to draw the stars) is the administrator's alone. */
export const affiliateView = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  password_length: z.number().optional(),
  adexico_base_url: z.string(),
  adexico_source_id: z.string(),
  email_from_name: z.string(),
  email_from_email: z.string(),
  telegram_link: z.string(),
  is_active: z.boolean(),
  /** Set by the administrator: the affiliate can neither log in nor lift it. */
  is_suspended: z.boolean(),
  created_at: z.string(),
});
export type AffiliateView = z.infer<typeof affiliateView>;

/** What everybody may know. */
export const publicAffiliate = z.object({ name: z.string(), slug: z.string(), is_active: z.boolean() });
export type PublicAffiliate = z.infer<typeof publicAffiliate>;

/** GET /api/affiliates/{slug}: everything with its own or the administrator's token, else the public part without models. */
export const affiliateWithModels = z.object({
  affiliate: z.union([affiliateView, publicAffiliate]),
  models: z.array(modelView),
});
export const affiliateConfig = z.object({ baseUrl: z.string(), sourceId: z.string() });
