import { z } from 'zod';
import {
  longText,
  optionalEmail,
  optionalTelegramLink,
  optionalUrl,
  sourceId,
  text,
  timeOfDay,
  toggle,
  visibleName,
  wholeNumber,
} from './fields.ts';
import type { FormInput } from './form-input.ts';
import { DEFAULT_LIVE_END, DEFAULT_LIVE_START, DEFAULT_MODEL_AGE, DEFAULT_SOURCE_ID, MINIMUM_AGE } from './limits.ts';
import { assetIdOfPublicPath } from './media.ts';
import { mediaListSummary, mediaListText } from './media-items.ts';
import type { StoredItem } from './media-items.ts';
import { withMaskedValues, withPresence, withValues } from './field-audit.ts';
import type { FieldAudit } from './field-audit.ts';
import { slug } from './slugs.ts';
import { TEXTS } from './texts.ts';

/** Decides how a value is stored, returned, compared by the audit trail and edited in the form. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'nullableBoolean' | 'picture' | 'mediaList';

/** Sections of the panel's form, in order (docs/domain.md#models). */
export const MODEL_SECTIONS = [
  'profile',
  'counters',
  'bio',
  'live',
  'email',
  'redirection',
  'telegram',
  'social',
  'pictures',
  'photos',
  'videos',
  'replays',
] as const;
export type ModelSection = (typeof MODEL_SECTIONS)[number];

/** States of a model; visitors and subscribers only see published ones (docs/domain.md#publication). */
export const MODEL_STATES = ['draft', 'published', 'archived'] as const;
export type ModelState = (typeof MODEL_STATES)[number];
/** French texts of the states, in panels and the audit trail. */
export const MODEL_STATE_TEXTS: Record<ModelState, string> = {
  draft: 'Brouillon',
  published: 'Publié',
  archived: 'Archivé',
};

interface ModelField {
  kind: FieldKind;
  /** Schema of the value that a client sends. */
  schema: z.ZodType;
  /** Value for a new model, and for a model stored before the field existed. */
  default: string | number | boolean | null | readonly StoredItem[];
  /** `owner`: the owning affiliate and the administrator. */
  readableBy: 'everyone' | 'owner';
  /** `administrator`: a change needs a recent login, and affiliates get FIELD_FORBIDDEN. */
  writableBy: 'owner' | 'administrator';
  /** Whether the catalogue derives the field from others instead of storing it; writing it changes those. */
  isDerived?: true;
  /** Presentation of the field in the audit trail; null: not audited. */
  audit: FieldAudit | null;
  /** null: no input; saving the form leaves the field unchanged. */
  form: (FormInput<ModelSection> & { hint: string }) | null;
}

const publicAsset = z
  .string()
  .nullable()
  .transform((value) => (value ? value.trim() : null))
  .refine((value) => value === null || assetIdOfPublicPath(value) !== null, 'Image inconnue');
const socialImage = z.union(
  [
    publicAsset,
    optionalUrl()
      .refine((value) => value.startsWith('https://'))
      .transform((value): string | null => value),
  ],
  'Image inconnue',
);
const modelName = visibleName({ max: 80, tooShort: 'Le nom est requis', tooLong: 'Le nom est trop long' });

const PUBLIC = { readableBy: 'everyone', writableBy: 'owner' } as const;
const OWN = { readableBy: 'owner', writableBy: 'owner' } as const;
/** Fields that decide where payments go. */
const REDIRECTION = { readableBy: 'owner', writableBy: 'administrator' } as const;
const COUNT = { kind: 'number', schema: wholeNumber({ empty: 0 }), default: 0, ...PUBLIC } as const;
const PICTURE = { kind: 'picture', schema: publicAsset, default: null, ...PUBLIC } as const;
const listed = (label: string) => ({ ...withValues(label), summary: mediaListSummary });
const LIST = { kind: 'mediaList', schema: mediaListText, default: [] as readonly StoredItem[], ...PUBLIC } as const;

/**
 * Every field of a model that a user edits, in the order of the form. Validation, defaults, responses, storage, audit trail and
 * form derive from this table: a plain field is one row here (docs/decisions/0001-one-table-per-entity.md).
 */
// prettier-ignore
export const MODEL_FIELDS = {
  name: { kind: 'text', schema: modelName, default: '', ...PUBLIC, audit: withValues('nom'), form: { section: 'profile', label: 'Nom', input: 'custom', hint: 'Affiché sur le mur et le profil.' } },
  slug: { kind: 'text', schema: slug, default: '', ...PUBLIC, audit: withValues('slug'), form: { section: 'profile', label: 'Slug', input: 'custom', hint: 'L’adresse du profil\u00a0: lettres minuscules, chiffres et tirets.' } },
  state: { kind: 'text', schema: z.enum(MODEL_STATES, 'État invalide'), default: 'published', ...OWN, audit: withValues('état'), form: null },
  age: { kind: 'number', schema: wholeNumber({ min: MINIMUM_AGE, max: 99, empty: DEFAULT_MODEL_AGE }), default: DEFAULT_MODEL_AGE, ...PUBLIC, audit: withValues('âge'), form: { section: 'profile', label: 'Âge', input: 'number', hint: 'Affiché sur le profil, 18\u00a0ans au moins.' } },
  likes_count: { ...COUNT, audit: withValues('likes'), form: { section: 'profile', label: 'Likes', input: 'number', hint: 'Les likes des abonnés s’ajoutent à ce nombre.' } },
  followers_count: { ...COUNT, audit: withValues('followers'), form: { section: 'profile', label: 'Abonnés', input: 'number', hint: 'Affiché sous le nom du profil.' } },
  photos_count: { ...COUNT, audit: withValues('compteur de photos'), form: { section: 'counters', label: 'Photos', input: 'number', hint: 'Le nombre de photos affiché sur le profil.' } },
  videos_count: { ...COUNT, audit: withValues('compteur de vidéos'), form: { section: 'counters', label: 'Vidéos', input: 'number', hint: 'Le nombre de vidéos affiché sur le profil.' } },
  lives_count: { ...COUNT, audit: withValues('compteur de lives'), form: { section: 'counters', label: 'Lives', input: 'number', hint: 'Le nombre de rediffusions affiché sur le profil.' } },
  medias_count: { ...COUNT, audit: withValues('médias'), form: null },
  bio: { kind: 'text', schema: longText(2000), default: '', ...PUBLIC, audit: withValues('bio'), form: { section: 'bio', label: 'Bio', input: 'longText', rows: 4, hint: 'Quelques phrases affichées sous le nom, 2000\u00a0caractères au plus.' } },
  live_schedule_start: { kind: 'text', schema: timeOfDay, default: DEFAULT_LIVE_START, ...PUBLIC, audit: withValues('début du live'), form: { section: 'live', label: 'Début du live', input: 'time', hint: 'L’heure à laquelle le live commence chaque soir, à Paris.' } },
  live_schedule_end: { kind: 'text', schema: timeOfDay, default: DEFAULT_LIVE_END, ...PUBLIC, audit: withValues('fin du live'), form: { section: 'live', label: 'Fin du live', input: 'time', hint: 'L’heure à laquelle il finit, au besoin après minuit.' } },
  is_live: { kind: 'boolean', schema: toggle, default: false, ...PUBLIC, isDerived: true, audit: null, form: { section: 'live', label: 'En live maintenant', input: 'toggle', hint: 'Remplace l’horaire\u00a0: le profil passe en live, ou le quitte, aussitôt.' } },
  is_verified: { kind: 'boolean', schema: toggle, default: false, ...PUBLIC, audit: withValues('vérifié'), form: { section: 'live', label: 'Profil vérifié', input: 'toggle', hint: 'Ajoute le badge de vérification à côté du nom.' } },
  manual_live_override: { kind: 'nullableBoolean', schema: toggle.nullable(), default: null, ...OWN, audit: withValues('live manuel'), form: null },
  email_from_name: { kind: 'text', schema: text(100), default: '', ...OWN, audit: withMaskedValues('nom d’expéditeur'), form: { section: 'email', label: 'Nom d’expéditeur', input: 'text', hint: 'Le nom que les abonnés lisent comme expéditeur de leurs e-mails.' } },
  email_from_email: { kind: 'text', schema: optionalEmail, default: '', ...OWN, audit: withMaskedValues('e-mail d’expéditeur'), form: { section: 'email', label: 'E-mail d’expéditeur', input: 'email', hint: 'L’adresse d’où partent les e-mails envoyés aux abonnés de ce modèle.' } },
  adexico_source_id: { kind: 'text', schema: sourceId, default: DEFAULT_SOURCE_ID, ...REDIRECTION, audit: withValues('identifiant de source'), form: { section: 'redirection', label: 'Source ID', input: 'text', hint: 'L’identifiant transmis au partenaire de paiement avec chaque inscription.' } },
  adexico_base_url: { kind: 'text', schema: optionalUrl('URL Adexico invalide'), default: '', ...REDIRECTION, audit: withMaskedValues('URL de base'), form: { section: 'redirection', label: 'URL de base', input: 'url', hint: 'L’adresse du partenaire vers laquelle mènent les paiements de ce modèle.' } },
  telegram_link: { kind: 'text', schema: optionalTelegramLink, default: '', ...OWN, audit: withMaskedValues('lien Telegram'), form: { section: 'telegram', label: 'Lien Telegram', input: 'url', placeholder: 'https://t.me/…', hint: 'Le groupe ou le compte que rejoint un abonné qui a payé.' } },
  custom_title: { kind: 'text', schema: text(120), default: '', ...PUBLIC, audit: withValues('titre personnalisé'), form: { section: 'social', label: 'Titre personnalisé', input: 'text', hint: 'Le titre de la page dans les moteurs de recherche et les partages.' } },
  custom_description: { kind: 'text', schema: longText(320), default: '', ...PUBLIC, audit: withValues('description personnalisée'), form: { section: 'social', label: 'Description personnalisée', input: 'longText', rows: 3, hint: 'Le texte sous le titre, 320\u00a0caractères au plus.' } },
  social_preview_image: { ...PICTURE, schema: socialImage, audit: withPresence('image de partage'), form: { section: 'social', label: 'Image de partage', input: 'text', placeholder: 'https://…', hint: 'L’image d’un lien partagé\u00a0: une adresse, un fichier ou une photo du modèle.' } },
  avatar_image: { ...PICTURE, audit: withPresence('avatar'), form: { section: 'pictures', label: 'Avatar', input: 'picture', hint: 'Le portrait rond, sur le mur et le profil.' } },
  cover_image: { ...PICTURE, audit: withPresence('image de couverture'), form: { section: 'pictures', label: 'Couverture', input: 'picture', hint: 'La grande image, ou la vidéo, en tête du profil.' } },
  cover_video: { ...PICTURE, audit: withPresence('vidéo de couverture'), form: { section: 'pictures', label: 'Couverture', input: 'picture', hint: 'La grande image, ou la vidéo, en tête du profil.' } },
  photo_items: { ...LIST, audit: listed('photos'), form: { section: 'photos', label: TEXTS.photosTab, input: 'mediaList', hint: 'Verrouillées à l’ajout. Un nombre de likes vide n’affiche rien.' } },
  video_items: { ...LIST, audit: listed('vidéos'), form: { section: 'videos', label: TEXTS.videosTab, input: 'mediaList', hint: 'Verrouillées à l’ajout, jusqu’à 200\u00a0Mo chacune.' } },
  live_replays: { ...LIST, audit: listed('rediffusions'), form: { section: 'replays', label: TEXTS.replaysTab, input: 'mediaList', hint: 'Les vidéos des lives passés, verrouillées à l’ajout.' } },
} as const satisfies Record<string, ModelField>;

type Rows = typeof MODEL_FIELDS;
export type ModelFieldName = keyof Rows;
/** Names of the rows that have a property. */
export type ModelFieldWhere<Property> = {
  [Name in ModelFieldName]: Rows[Name] extends Property ? Name : never;
}[ModelFieldName];
export type StoredModelField = Exclude<ModelFieldName, ModelFieldWhere<{ isDerived: true }>>;
/** Stored values of a model's fields. */
export type ModelFields = { [Name in StoredModelField]: z.output<Rows[Name]['schema']> };

export const MODEL_FIELD_NAMES = Object.keys(MODEL_FIELDS) as ModelFieldName[];
export const STORED_MODEL_FIELDS = MODEL_FIELD_NAMES.filter(
  (name): name is StoredModelField => !('isDerived' in MODEL_FIELDS[name]),
);

/** Returns the names of the rows with a property of this value, in order. */
export const modelFieldsWhere = <Key extends 'kind' | 'readableBy' | 'writableBy', Value extends ModelField[Key]>(
  key: Key,
  value: Value,
): ModelFieldWhere<Record<Key, Value>>[] =>
  MODEL_FIELD_NAMES.filter((name) => (MODEL_FIELDS[name] as ModelField)[key] === value) as ModelFieldWhere<
    Record<Key, Value>
  >[];

/** Fields of the redirection, which affiliates cannot change and whose change needs a recent login. */
export const ADMINISTRATOR_MODEL_FIELDS = modelFieldsWhere('writableBy', 'administrator');

/** Fields of a new model; name and slug are still empty. */
export const MODEL_DEFAULTS = Object.fromEntries(
  STORED_MODEL_FIELDS.map((name) => [name, MODEL_FIELDS[name].default]),
) as ModelFields;
