import { z } from 'zod';
import {
  AFFILIATE_COLUMNS,
  AFFILIATE_FIELDS,
  ADMINISTRATOR_AFFILIATE_FIELDS,
  OWN_AFFILIATE_FIELDS,
  PUBLIC_AFFILIATE_FIELDS,
  REQUIRED_AFFILIATE_FIELDS,
} from './affiliate-fields.ts';
import type { AffiliateColumn, AffiliateFieldName } from './affiliate-fields.ts';
import { id } from './fields.ts';
import { modelView } from './models.ts';

const schemasOf = <Name extends AffiliateFieldName>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, AFFILIATE_FIELDS[name].schema])) as {
    [Field in Name]: (typeof AFFILIATE_FIELDS)[Field]['schema'];
  };

/** Changes that affiliates may make to their own account. */
export const ownAffiliateChange = z.object(schemasOf(OWN_AFFILIATE_FIELDS)).partial();
export type OwnAffiliateChange = z.output<typeof ownAffiliateChange>;

/** Body of POST /api/affiliates. */
export const newAffiliate = z
  .object(schemasOf([...ADMINISTRATOR_AFFILIATE_FIELDS, ...OWN_AFFILIATE_FIELDS]))
  .partial()
  .extend(schemasOf(REQUIRED_AFFILIATE_FIELDS));
export type NewAffiliate = z.output<typeof newAffiliate>;
/** Body of PUT /api/affiliates/id/{id}: an absent field, or an empty password, leaves the value unchanged. */
export const affiliateChange = newAffiliate.partial().extend({
  custom_password: z
    .union([z.literal('').transform(() => undefined), AFFILIATE_FIELDS.custom_password.schema])
    .nullish()
    .transform((value) => value ?? undefined),
});
export type AffiliateChange = z.output<typeof affiliateChange>;

const SHOWN_AS = { text: z.string(), boolean: z.boolean() } as const;
const shownFieldsOf = <Name extends AffiliateColumn>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, SHOWN_AS[AFFILIATE_FIELDS[name].kind]])) as {
    [Field in Name]: (typeof SHOWN_AS)[(typeof AFFILIATE_FIELDS)[Field]['kind']];
  };

/** Affiliate as its owner and the administrator see it, without the password. */
export const affiliateView = z.object({
  id,
  ...shownFieldsOf(AFFILIATE_COLUMNS),
  /** Only for the administrator: number of asterisks shown for the password. */
  password_length: z.number().optional(),
  created_at: z.string(),
});
export type AffiliateView = z.infer<typeof affiliateView>;

/** Affiliate as everyone sees it. */
export const publicAffiliate = z.object(shownFieldsOf(PUBLIC_AFFILIATE_FIELDS));
export type PublicAffiliate = z.infer<typeof publicAffiliate>;

/** GET /api/affiliates/{slug}: all fields for the affiliate itself and the administrator, else the public fields without models. */
export const affiliateWithModels = z.object({
  affiliate: z.union([affiliateView, publicAffiliate]),
  models: z.array(modelView),
});
export const affiliateConfig = z.object({ baseUrl: z.string(), sourceId: z.string() });
