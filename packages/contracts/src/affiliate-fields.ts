import { z } from 'zod';
import { optionalEmail, optionalTelegramLink, optionalUrl, sourceId, text, toggle, visibleName } from './fields.ts';
import { withNameAlone, withMaskedValues, withValues } from './field-audit.ts';
import type { FieldAudit } from './field-audit.ts';
import type { FormInput } from './form-input.ts';
import { DEFAULT_SOURCE_ID, PASSWORD_LENGTH } from './limits.ts';
import { slug } from './slugs.ts';
import { TEXTS } from './texts.ts';

/** Sections of the administrator's form, in order. */
export const AFFILIATE_SECTIONS = ['access', 'redirection', 'contact'] as const;
export type AffiliateSection = (typeof AFFILIATE_SECTIONS)[number];

interface AffiliateField {
  kind: 'text' | 'boolean' | 'password';
  /** Schema of the value that a client sends. */
  schema: z.ZodType;
  /** Value for a new affiliate; null: required on creation. */
  default: string | boolean | null;
  /** `owner`: the affiliate itself and the administrator. */
  readableBy: 'everyone' | 'owner' | 'none';
  /** `affiliate`: the affiliate itself and the administrator; `none`: derived from other fields. Others get FIELD_FORBIDDEN. */
  writableBy: 'affiliate' | 'administrator' | 'none';
  /** Whether a change needs a recent login (docs/sessions.md#recent-login). */
  isSensitive?: true;
  /** Presentation of the field in the audit trail. */
  audit: FieldAudit;
  form: FormInput<AffiliateSection> | null;
}

const required = (schema: z.ZodString) => schema.trim().min(1, TEXTS.affiliateFieldsRequired);
const affiliateName = visibleName({
  max: 80,
  tooShort: TEXTS.affiliateFieldsRequired,
  tooLong: 'Le nom est trop long',
});
const requiredUrl = required(z.string(TEXTS.affiliateFieldsRequired))
  .transform((value): string | null => value)
  .pipe(optionalUrl('URL Adexico invalide'));
const newPassword = z
  .string(TEXTS.affiliateFieldsRequired)
  .min(1, TEXTS.affiliateFieldsRequired)
  .min(PASSWORD_LENGTH.min, TEXTS.passwordTooShort)
  .max(PASSWORD_LENGTH.max, TEXTS.passwordTooLong);

/**
 * Every field of an affiliate, in the order of the form. Validation, defaults, responses, columns, audit trail and form derive from
 * this table: a plain field is one row here and a migration that adds its column (docs/decisions/0001-one-table-per-entity.md).
 */
// prettier-ignore
export const AFFILIATE_FIELDS = {
  name: { kind: 'text', schema: affiliateName, default: null, readableBy: 'everyone', writableBy: 'administrator', audit: withValues('nom'), form: { section: 'access', label: 'Nom', input: 'custom' } },
  slug: { kind: 'text', schema: required(z.string(TEXTS.affiliateFieldsRequired)).pipe(slug), default: null, readableBy: 'everyone', writableBy: 'administrator', audit: withValues('slug'), form: { section: 'access', label: 'Slug', input: 'custom' } },
  custom_password: { kind: 'password', schema: newPassword, default: null, readableBy: 'none', writableBy: 'administrator', isSensitive: true, audit: withNameAlone('mot de passe'), form: { section: 'access', label: 'Mot de passe personnalisé', input: 'custom' } },
  is_active: { kind: 'boolean', schema: toggle, default: true, readableBy: 'everyone', writableBy: 'affiliate', audit: withValues('actif'), form: { section: 'access', label: 'Affilié actif', input: 'toggle' } },
  /** Set when the administrator deactivates the affiliate, who can then neither log in nor reactivate the account. */
  is_suspended: { kind: 'boolean', schema: toggle, default: false, readableBy: 'owner', writableBy: 'none', audit: withValues('suspendu'), form: null },
  adexico_base_url: { kind: 'text', schema: requiredUrl, default: null, readableBy: 'owner', writableBy: 'administrator', isSensitive: true, audit: withMaskedValues('URL de base'), form: { section: 'redirection', label: 'URL de base Adexico', input: 'url' } },
  adexico_source_id: { kind: 'text', schema: sourceId, default: DEFAULT_SOURCE_ID, readableBy: 'owner', writableBy: 'administrator', isSensitive: true, audit: withValues('identifiant de source'), form: { section: 'redirection', label: 'Source ID', input: 'text' } },
  email_from_name: { kind: 'text', schema: text(100), default: '', readableBy: 'owner', writableBy: 'affiliate', audit: withMaskedValues('nom d’expéditeur'), form: { section: 'contact', label: 'Nom d’expéditeur', input: 'text' } },
  email_from_email: { kind: 'text', schema: optionalEmail, default: '', readableBy: 'owner', writableBy: 'affiliate', audit: withMaskedValues('e-mail d’expéditeur'), form: { section: 'contact', label: 'E-mail d’expéditeur', input: 'email' } },
  telegram_link: { kind: 'text', schema: optionalTelegramLink, default: '', readableBy: 'owner', writableBy: 'affiliate', audit: withMaskedValues('lien Telegram'), form: { section: 'contact', label: 'Lien Telegram', input: 'url', placeholder: 'https://t.me/…', across: true } },
} as const satisfies Record<string, AffiliateField>;

type Rows = typeof AFFILIATE_FIELDS;
export type AffiliateFieldName = keyof Rows;
/** Names of the rows that have a property. */
export type AffiliateFieldWhere<Property> = {
  [Name in AffiliateFieldName]: Rows[Name] extends Property ? Name : never;
}[AffiliateFieldName];
/** Fields with a column; a password is stored as a hash, in separate columns. */
export type AffiliateColumn = Exclude<AffiliateFieldName, AffiliateFieldWhere<{ kind: 'password' }>>;
/** Values of an affiliate's columns. */
export type AffiliateFields = { [Name in AffiliateColumn]: z.output<Rows[Name]['schema']> };

export const AFFILIATE_FIELD_NAMES = Object.keys(AFFILIATE_FIELDS) as AffiliateFieldName[];
export const AFFILIATE_COLUMNS = AFFILIATE_FIELD_NAMES.filter(
  (name): name is AffiliateColumn => AFFILIATE_FIELDS[name].kind !== 'password',
);
const namesWhere = <Property>(has: (field: AffiliateField) => boolean) =>
  AFFILIATE_FIELD_NAMES.filter((name) => has(AFFILIATE_FIELDS[name])) as AffiliateFieldWhere<Property>[];

export const OWN_AFFILIATE_FIELDS = namesWhere<{ writableBy: 'affiliate' }>(
  ({ writableBy }) => writableBy === 'affiliate',
);
export const ADMINISTRATOR_AFFILIATE_FIELDS = namesWhere<{ writableBy: 'administrator' }>(
  ({ writableBy }) => writableBy === 'administrator',
);
export const REQUIRED_AFFILIATE_FIELDS = namesWhere<{ default: null }>((field) => field.default === null);
export const SENSITIVE_AFFILIATE_FIELDS = namesWhere<{ isSensitive: true }>(({ isSensitive }) => isSensitive === true);
export const PUBLIC_AFFILIATE_FIELDS = namesWhere<{ readableBy: 'everyone' }>(
  ({ readableBy }) => readableBy === 'everyone',
);

type Optional = Exclude<AffiliateColumn, AffiliateFieldWhere<{ default: null }>>;
/** Defaults of a new affiliate's optional fields. */
export const AFFILIATE_DEFAULTS = Object.fromEntries(
  AFFILIATE_FIELD_NAMES.flatMap((name) =>
    AFFILIATE_FIELDS[name].default === null ? [] : [[name, AFFILIATE_FIELDS[name].default]],
  ),
) as Pick<AffiliateFields, Optional>;
