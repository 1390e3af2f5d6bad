import { z } from 'zod';
import { fieldChange } from './field-change.ts';
import { id } from './fields.ts';
import { MODEL_PAGE_MAX } from './limits.ts';
import { MODEL_FIELD_NAMES, MODEL_FIELDS, MODEL_STATES, modelFieldsWhere } from './model-fields.ts';
import type { FieldKind, ModelFieldName } from './model-fields.ts';

const schemasOf = <Name extends ModelFieldName>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, MODEL_FIELDS[name].schema])) as {
    [Field in Name]: (typeof MODEL_FIELDS)[Field]['schema'];
  };

const changes = z.object(schemasOf(MODEL_FIELD_NAMES)).partial();
const affiliateChanges = z.object(schemasOf(modelFieldsWhere('writableBy', 'owner'))).partial();
const required = schemasOf(['name', 'slug']);

/** Body of POST /api/models: name and slug are required, all other fields have defaults. */
export const newModel = changes.extend(required);
/** In a change, an empty slug counts as absent. */
const changedSlug = {
  slug: z
    .string('Le slug est requis')
    .nullable()
    .transform((value) => value?.trim() || undefined)
    .pipe(MODEL_FIELDS.slug.schema.optional())
    .optional(),
};
/** Body of PUT /api/models/{id}: an absent field is unchanged. */
export const modelChange = changes.extend(changedSlug);
/** Bodies for affiliates, without the administrator's fields, which are rejected with FIELD_FORBIDDEN. */
export const newAffiliateModel = affiliateChanges.extend(required);
export const affiliateModelChange = affiliateChanges.extend(changedSlug);
export type NewModel = z.output<typeof newModel>;
export type ModelChange = z.output<typeof modelChange>;
export type ModelChangeInput = z.input<typeof modelChange>;

const SHOWN_AS = {
  text: z.string(),
  number: z.number(),
  boolean: z.boolean(),
  nullableBoolean: z.boolean().nullable(),
  /** Path with its version (?v=). */
  picture: z.string().nullable(),
  /** Media list as JSON text. */
  mediaList: z.string(),
} satisfies Record<FieldKind, z.ZodType>;
type ShownAs<Name extends ModelFieldName> = (typeof SHOWN_AS)[(typeof MODEL_FIELDS)[Name]['kind']];
type Shown = {
  [Name in ModelFieldName]: (typeof MODEL_FIELDS)[Name]['readableBy'] extends 'owner'
    ? z.ZodOptional<ShownAs<Name>>
    : ShownAs<Name>;
};
const shownFields = Object.fromEntries(
  Object.entries(MODEL_FIELDS).map(([name, { kind, readableBy }]) => [
    name,
    readableBy === 'owner' ? SHOWN_AS[kind].optional() : SHOWN_AS[kind],
  ]),
) as unknown as Shown;

/** Model in a response: its fields, and values that the catalogue derives from them. */
export const modelView = z.object({
  id,
  ...shownFields,
  /**
   * Instant of the next scheduled start or end of a live; null without a schedule or under a manual override. Absent in older
   * responses.
   */
  live_changes_at: z.iso.datetime().nullable().optional(),
  /** Whether `filter=new` includes the model. Absent in older responses. */
  is_new: z.boolean().optional(),
  /** Still of the cover video, shown before it plays. */
  cover_poster: z.string().nullable(),
  avatar_version: z.number(),
  cover_image_version: z.number(),
  cover_video_version: z.number(),
  /** thumbhashes, base64, of avatar and cover */
  avatar_placeholder: z.string().nullable(),
  cover_placeholder: z.string().nullable(),

  // Only for the owner; counters are then the stored ones.
  /** Counts that visitors see. Absent in older responses. */
  shown_counts: z.object({ photos: z.number(), videos: z.number(), lives: z.number(), medias: z.number() }).optional(),
  affiliate_id: z.string().nullable().optional(),
  affiliate_slug: z.string().nullable().optional(),
  /** "À la une": shown before all others on the wall. */
  is_featured: z.boolean().optional(),
  /** Incremented by each edit; clients send it as If-Match to detect a conflict (409). */
  edit_revision: z.number().optional(),
});
export type ModelView = z.infer<typeof modelView>;

/** Changes that restoring a former version would make to the current edition. */
export const modelVersion = z.object({
  /** Revision of the current edition, which a restore sends as If-Match. */
  edit_revision: z.number().int(),
  /** Changes with values as in the audit trail; empty when the versions are equal. */
  changes: z.array(fieldChange),
  /** Number of the version's files that have been deleted since. */
  missing_files: z.number().int(),
});
export type ModelVersion = z.infer<typeof modelVersion>;

/** Position on the wall: directly before or after another model, by its id. */
export const modelPlace = z.object({ side: z.enum(['before', 'after'], 'Place invalide'), neighbour: id });
export type ModelPlace = z.output<typeof modelPlace>;

/** Sort orders of a list of models; ties and `oldest` sort by creation. `wall` and `place`: docs/domain.md#order-of-the-wall. */
export const MODEL_SORTS = ['oldest', 'newest', 'likes', 'followers', 'name', 'wall', 'place'] as const;
/** Filters of a list of models; the last two are only for panels. */
export const MODEL_FILTERS = ['live', 'new', 'popular', 'verified', 'offline', 'manual'] as const;
/** Value of `affiliate` for models without an affiliate. */
export const NO_AFFILIATE = '-';

/** Query of a list of models (docs/domain.md#lists-of-models). */
export const modelListQuery = z.object({
  limit: z
    .string('Limite invalide')
    .regex(/^[1-9]\d{0,2}$/, 'Limite invalide')
    .transform(Number)
    .refine((limit) => limit <= MODEL_PAGE_MAX, 'Limite invalide')
    .optional(),
  /** Cursor of the previous page's `Link: rel="next"`. */
  cursor: z.string('Suite invalide').min(1, 'Suite invalide').max(400, 'Suite invalide').optional(),
  /** Search words: prefixes of words in the name or slug. */
  q: z.string('Recherche invalide').max(100, 'Recherche trop longue').optional(),
  filter: z.enum(MODEL_FILTERS, 'Filtre invalide').optional(),
  sort: z.enum(MODEL_SORTS, 'Tri invalide').optional(),
  /** Only for panels (docs/domain.md#publication). */
  state: z.enum(MODEL_STATES, 'État invalide').optional(),
  /** Slug or NO_AFFILIATE; only for the administrator. */
  affiliate: z.string('Affilié invalide').max(60, 'Affilié invalide').optional(),
});
export type ModelListQuery = z.output<typeof modelListQuery>;
