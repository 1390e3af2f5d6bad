import { z } from 'zod';
import { fieldChange } from './events.ts';
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

/** Body of POST /api/models: name and slug are required, all else has a default. */
export const newModel = changes.extend(required);
/** An empty slug counts as absent in a change. */
const changedSlug = {
  slug: z
    .string('Le slug est requis')
    .nullable()
    .transform((value) => value?.trim() || undefined)
    .pipe(MODEL_FIELDS.slug.schema.optional())
    .optional(),
};
/** Body of PUT /api/models/{id}: an absent field stays as it is. */
export const modelChange = changes.extend(changedSlug);
/** The same for affiliates, without the administrator's fields, which are rejected when sent (FIELD_FORBIDDEN). */
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
  /** JSON text. */
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

/** A model in a response: its fields, and values that the catalogue derives from them. */
export const modelView = z.object({
  id,
  ...shownFields,
  /** Instant at which the schedule begins or ends the next live; null where it never does, or an override decides. Absent in responses of former versions. */
  live_changes_at: z.iso.datetime().nullable().optional(),
  /** Whether `filter=new` has it. Absent in responses of former versions. */
  is_new: z.boolean().optional(),
  /** Still picture of the cover video, to paint before it plays. */
  cover_poster: z.string().nullable(),
  avatar_version: z.number(),
  cover_image_version: z.number(),
  cover_video_version: z.number(),
  /** thumbhashes, base64, of avatar and cover */
  avatar_placeholder: z.string().nullable(),
  cover_placeholder: z.string().nullable(),

  // Present for the owner; counters are then the stored ones.
  /** The counts that visitors see. Absent in responses of former versions. */
  shown_counts: z.object({ photos: z.number(), videos: z.number(), lives: z.number(), medias: z.number() }).optional(),
  affiliate_id: z.string().nullable().optional(),
  affiliate_slug: z.string().nullable().optional(),
  /** "À la une": before the others on the wall. */
  is_featured: z.boolean().optional(),
  /** Raised by each change of a person; a change sends it as If-Match to detect a conflict (409). */
  edit_revision: z.number().optional(),
});
export type ModelView = z.infer<typeof modelView>;

/** Changes that restoring a former version would make to the stored edition. */
export const modelVersion = z.object({
  /** Revision of the stored edition: the restore sends it as If-Match. */
  edit_revision: z.number().int(),
  /** Values as the audit trail shows them; empty: the versions are equal. */
  changes: z.array(fieldChange),
  /** Files of the version that were deleted since. */
  missing_files: z.number().int(),
});
export type ModelVersion = z.infer<typeof modelVersion>;

/** A place on the wall: right before or after another model, by its id. */
export const modelPlace = z.object({ side: z.enum(['before', 'after'], 'Place invalide'), neighbour: id });
export type ModelPlace = z.output<typeof modelPlace>;

/** Orders of a list of models; ties, and `oldest`, by creation. `wall` and `place`: docs/domain.md#order-of-the-wall. */
export const MODEL_SORTS = ['oldest', 'newest', 'likes', 'followers', 'name', 'wall', 'place'] as const;
/** Filters of a list of models; the last two are the panels'. */
export const MODEL_FILTERS = ['live', 'new', 'popular', 'verified', 'offline', 'manual'] as const;
/** `affiliate` of the models that belong to none. */
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
  /** Words with which words of the name or the slug begin. */
  q: z.string('Recherche invalide').max(100, 'Recherche trop longue').optional(),
  filter: z.enum(MODEL_FILTERS, 'Filtre invalide').optional(),
  sort: z.enum(MODEL_SORTS, 'Tri invalide').optional(),
  /** The panels' (docs/domain.md#publication). */
  state: z.enum(MODEL_STATES, 'État invalide').optional(),
  /** A slug or NO_AFFILIATE; the administrator's. */
  affiliate: z.string('Affilié invalide').max(60, 'Affilié invalide').optional(),
});
export type ModelListQuery = z.output<typeof modelListQuery>;
