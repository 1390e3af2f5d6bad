import { z } from 'zod';
import {
  id,
  longText,
  optionalEmail,
  optionalPartnerId,
  optionalTelegramLink,
  optionalUrl,
  text,
  timeOfDay,
  wholeNumber,
} from './fields.ts';
import {
  DEFAULT_LIVE_END,
  DEFAULT_LIVE_START,
  DEFAULT_MODEL_AGE,
  DEFAULT_SOURCE_ID,
  FALLBACK_LIVES_SHARE,
  FALLBACK_VIDEOS_SHARE,
  MEDIA_LIST_MAX_ITEMS,
  MINIMUM_AGE,
} from './limits.ts';
import { assetIdOfFilename, assetIdOfPublicPath, ASSET_STATES } from './media.ts';
import { slug } from './slugs.ts';

/** What a save keeps of an item; everything else is the asset's own (design, section 4). */
export const storedItem = z.object({
  id: z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1).max(64)),
  filename: z.string().refine((name) => assetIdOfFilename(name) !== null, 'Fichier inconnu'),
  likes: wholeNumber({ empty: null }).optional().default(null),
  isLocked: z.boolean().optional().default(true),
});
export type StoredItem = z.infer<typeof storedItem>;

/** A content item as an answer shows it (section 3), for one viewer. */
export const contentItem = z.object({
  id: z.string(),
  filename: z.string(),
  /** The rendition itself where the viewer may see it, else the blurred picture. */
  filePath: z.string(),
  /** A picture to show in a grid: thumbnail or poster, else the blurred picture. */
  image: z.string(),
  /** HLS of the same film, where there is one and this viewer may see it. */
  hls: z.string().optional(),
  likes: z.number().nullable(),
  isLocked: z.boolean(),
  /** Whether this viewer was given the real thing. */
  isViewable: z.boolean(),
  duration: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  /** thumbhash, base64 */
  placeholder: z.string().optional(),
  state: z.enum(ASSET_STATES).optional(),
});
export type ContentItem = z.infer<typeof contentItem>;

/** A media list travels as JSON text (section 3). */
const mediaListText = z.string('Liste de médias invalide').transform((json, context): StoredItem[] => {
  try {
    const parsed = z
      .array(storedItem)
      .max(MEDIA_LIST_MAX_ITEMS)
      .safeParse(JSON.parse(json === '' ? '[]' : json));
    if (parsed.success && new Set(parsed.data.map((item) => item.filename)).size === parsed.data.length)
      return parsed.data;
  } catch {
    // Not JSON at all: the same refusal as a wrong list.
  }
  context.addIssue({ code: 'custom', message: 'Liste de médias invalide' });
  return z.NEVER;
});

/** Reads a media list of an answer; the platform's own words are not checked again. @throws SyntaxError where it is not JSON */
export const parseMediaList = (json: string): ContentItem[] => JSON.parse(json) as ContentItem[];
/** Writes a media list for a save. */
export const mediaListToText = (
  items: readonly Pick<ContentItem, 'id' | 'filename' | 'likes' | 'isLocked'>[],
): string =>
  JSON.stringify(items.map(({ id: itemId, filename, likes, isLocked }) => ({ id: itemId, filename, likes, isLocked })));

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
const count = wholeNumber({ empty: 0 });

/** Fields of a model that its affiliate and the administrator may write. */
const editableFields = {
  name: z
    .string('Le nom est requis')
    .trim()
    .min(1, 'Le nom est requis')
    .max(80, 'Le nom est trop long')
    .refine((v) => !/[\p{Cc}\p{Cs}]/u.test(v), 'Caractères non autorisés'),
  slug,
  age: wholeNumber({ min: MINIMUM_AGE, max: 99, empty: DEFAULT_MODEL_AGE }),
  bio: longText(2000),
  likes_count: count,
  medias_count: count,
  followers_count: count,
  photos_count: count,
  videos_count: count,
  lives_count: count,
  is_live: z.boolean('Valeur invalide'),
  is_verified: z.boolean('Valeur invalide'),
  manual_live_override: z.boolean('Valeur invalide').nullable(),
  avatar_image: publicAsset,
  cover_image: publicAsset,
  cover_video: publicAsset,
  photo_items: mediaListText,
  video_items: mediaListText,
  live_replays: mediaListText,
  custom_title: text(120),
  custom_description: longText(320),
  social_preview_image: socialImage,
  telegram_link: optionalTelegramLink,
  email_from_name: text(100),
  email_from_email: optionalEmail,
  live_schedule_start: timeOfDay,
  live_schedule_end: timeOfDay,
};
/** The redirection section, the administrator's alone (section 6). */
const redirectionFields = {
  adexico_source_id: optionalPartnerId,
  adexico_base_url: optionalUrl('URL Adexico invalide'),
};
export const REDIRECTION_FIELDS = Object.keys(redirectionFields) as (keyof typeof redirectionFields)[];

const changes = z.object({ ...editableFields, ...redirectionFields }).partial();
const required = { name: editableFields.name, slug };
/** POST /api/models: name and slug are required, the rest has the defaults of section 3. */
export const newModel = changes.extend(required);
/** Optional on edit, where an empty one counts as absent (section 5). */
const editedSlug = {
  slug: z
    .string('Le slug est requis')
    .nullable()
    .transform((value) => value?.trim() || undefined)
    .pipe(slug.optional())
    .optional(),
};
/** PUT /api/models/{id}: what is absent stays as it is. */
export const modelChange = changes.extend(editedSlug);
const affiliateChanges = z.object(editableFields).partial();
/** The affiliate-scoped calls: the same without the redirection, which is refused when sent (FIELD_FORBIDDEN). */
export const newAffiliateModel = affiliateChanges.extend(required);
export const affiliateModelChange = affiliateChanges.extend(editedSlug);
export type NewModel = z.output<typeof newModel>;
export type ModelChange = z.output<typeof modelChange>;
export type ModelChangeInput = z.input<typeof modelChange>;

/** Defaults of section 3 for a new model. */
export const MODEL_DEFAULTS = {
  age: DEFAULT_MODEL_AGE,
  bio: '',
  likes_count: 0,
  medias_count: 0,
  followers_count: 0,
  photos_count: 0,
  videos_count: 0,
  lives_count: 0,
  is_verified: false,
  manual_live_override: null as boolean | null,
  avatar_image: null as string | null,
  cover_image: null as string | null,
  cover_video: null as string | null,
  photo_items: [] as StoredItem[],
  video_items: [] as StoredItem[],
  live_replays: [] as StoredItem[],
  custom_title: '',
  custom_description: '',
  social_preview_image: null as string | null,
  telegram_link: '',
  email_from_name: '',
  email_from_email: '',
  adexico_source_id: DEFAULT_SOURCE_ID,
  adexico_base_url: '',
  live_schedule_start: DEFAULT_LIVE_START,
  live_schedule_end: DEFAULT_LIVE_END,
};

/** A model as an answer shows it. Public addresses of pictures carry their version (?v=). */
export const modelView = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  age: z.number(),
  bio: z.string(),
  cover_image: z.string().nullable(),
  cover_video: z.string().nullable(),
  /** Still picture of the cover video, to paint before it plays. */
  cover_poster: z.string().nullable(),
  avatar_image: z.string().nullable(),
  likes_count: z.number(),
  medias_count: z.number(),
  followers_count: z.number(),
  photos_count: z.number(),
  videos_count: z.number(),
  lives_count: z.number(),
  is_live: z.boolean(),
  is_verified: z.boolean(),
  photo_items: z.string(),
  video_items: z.string(),
  live_replays: z.string(),
  avatar_version: z.number(),
  cover_image_version: z.number(),
  cover_video_version: z.number(),
  custom_title: z.string(),
  custom_description: z.string(),
  social_preview_image: z.string().nullable(),
  live_schedule_start: z.string(),
  live_schedule_end: z.string(),
  /** thumbhashes, base64, of avatar and cover */
  avatar_placeholder: z.string().nullable(),
  cover_placeholder: z.string().nullable(),

  // For the administrator and the owning affiliate alone; counters are then the typed ones.
  manual_live_override: z.boolean().nullable().optional(),
  telegram_link: z.string().optional(),
  email_from_name: z.string().optional(),
  email_from_email: z.string().optional(),
  adexico_source_id: z.string().optional(),
  adexico_base_url: z.string().optional(),
  affiliate_id: z.string().nullable().optional(),
  affiliate_slug: z.string().nullable().optional(),
  /** Raised by each change of a person; send it back as If-Match to be told of a conflict (409). */
  edit_revision: z.number().optional(),
});
export type ModelView = z.infer<typeof modelView>;

export interface Counts {
  photos: number;
  videos: number;
  lives: number;
  medias: number;
}

/**
 * The counts to show: a typed one above zero wins, else the real list's length, else shares of medias_count
 * (videos 30 % rounded down, lives 10 %), photos the remainder (docs/domain.md#models). The total is never below their sum.
 */
export const displayCounts = (typed: Counts, lengths: Omit<Counts, 'medias'>): Counts => {
  const pick = (typedCount: number, length: number, fallback: number) =>
    typedCount > 0 ? typedCount : length > 0 ? length : fallback;
  const videos = pick(typed.videos, lengths.videos, Math.floor(typed.medias * FALLBACK_VIDEOS_SHARE));
  const lives = pick(typed.lives, lengths.lives, Math.floor(typed.medias * FALLBACK_LIVES_SHARE));
  const photos = pick(typed.photos, lengths.photos, Math.max(0, typed.medias - videos - lives));
  return { photos, videos, lives, medias: Math.max(typed.medias, photos + videos + lives) };
};
