import { z } from 'zod';
import { wholeNumber } from './fields.ts';
import { MEDIA_LIST_MAX_ITEMS } from './limits.ts';
import { ASSET_FAILURES, assetIdOfFilename, ASSET_STATES } from './media.ts';

/** Instant (UTC) from which visitors see an item (docs/domain.md#scheduled-items); empty and null: not scheduled. */
const publishAt = z
  .union([z.literal(''), z.null(), z.iso.datetime('Date invalide')])
  .transform((instant) => (instant ? new Date(instant).toISOString() : null))
  .optional();

const itemFields = z.object({
  id: z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1).max(64)),
  filename: z.string().refine((name) => assetIdOfFilename(name) !== null, 'Fichier inconnu'),
  likes: wholeNumber({ empty: null }).optional().default(null),
  isLocked: z.boolean().optional().default(true),
  publishAt,
});
/**
 * Part of an item that a save stores; all other facts belong to the asset. Unscheduled items omit `publishAt`, so that they equal
 * items stored before scheduling existed.
 */
export const storedItem = itemFields.transform(
  ({ publishAt: instant, ...item }): typeof item & { publishAt?: string } =>
    instant ? { ...item, publishAt: instant } : item,
);
export type StoredItem = z.infer<typeof storedItem>;

/** Content item in a response for one viewer. */
export const contentItem = z.object({
  id: z.string(),
  filename: z.string(),
  /** Path of the rendition when the viewer may see it, else of the blurred picture. */
  filePath: z.string(),
  /** Picture for a grid: thumbnail or poster, else the blurred picture. */
  image: z.string(),
  /** HLS of the same film, when it exists and the viewer may see it. */
  hls: z.string().optional(),
  likes: z.number().nullable(),
  isLocked: z.boolean(),
  /** Instant from which visitors see the item; only for the owner and the administrator. */
  publishAt: z.string().optional(),
  /** Original name of the file; only for the owner and the administrator. */
  originalName: z.string().optional(),
  /** Whether `filePath` is the rendition, not the blurred picture. */
  isViewable: z.boolean(),
  duration: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  /** thumbhash, base64 */
  placeholder: z.string().optional(),
  state: z.enum(ASSET_STATES).optional(),
  /** Present only with `failed`, when media has reported the cause. */
  failure: z.enum(ASSET_FAILURES).optional(),
});
export type ContentItem = z.infer<typeof contentItem>;

/** Media list as JSON text (docs/domain.md#models). */
export const mediaListText = z.string('Liste de médias invalide').transform((json, context): StoredItem[] => {
  try {
    const parsed = z
      .array(storedItem)
      .max(MEDIA_LIST_MAX_ITEMS)
      .safeParse(JSON.parse(json === '' ? '[]' : json));
    if (parsed.success && new Set(parsed.data.map((item) => item.filename)).size === parsed.data.length)
      return parsed.data;
  } catch {
    // Invalid JSON gets the same validation error as an invalid list.
  }
  context.addIssue({ code: 'custom', message: 'Liste de médias invalide' });
  return z.NEVER;
});

/** Parses the media list of a response, which the server has validated. @throws SyntaxError when it is not JSON */
export const parseMediaList = (json: string): ContentItem[] => JSON.parse(json) as ContentItem[];
/** Whether an item is still hidden from visitors. @param now milliseconds */
export const isScheduled = ({ publishAt: instant }: Pick<StoredItem, 'publishAt'>, now: number): boolean =>
  instant !== undefined && Date.parse(instant) > now;
/** Counts of a media list in the audit trail. */
export interface MediaListCounts {
  items: number;
  locked: number;
  scheduled: number;
  likes: number;
}
/** @param now milliseconds */
export const countsOfItems = (items: readonly StoredItem[], now: number): MediaListCounts => ({
  items: items.length,
  locked: items.filter(({ isLocked }) => isLocked).length,
  scheduled: items.filter((item) => isScheduled(item, now)).length,
  likes: items.reduce((sum, { likes }) => sum + (likes ?? 0), 0),
});
/** Returns a media list, or its counts alone, as in the audit trail: "12 (8 verrouillées, 2 programmées, 340 likes)". */
export const mediaListSummary = (value: unknown): string | number => {
  const { items, locked, scheduled, likes } = Array.isArray(value)
    ? countsOfItems(value as StoredItem[], Date.now())
    : (value as MediaListCounts);
  const counts = [
    [locked, 'verrouillée'],
    [scheduled, 'programmée'],
    [likes, 'like'],
  ] as const;
  const details = counts.flatMap(([count, one]) => (count > 0 ? [`${count}\u00a0${one}${count < 2 ? '' : 's'}`] : []));
  return details.length > 0 ? `${items} (${details.join(', ')})` : items;
};
/** Serialises a media list for a save. */
export const mediaListToText = (
  items: readonly Pick<ContentItem, 'id' | 'filename' | 'likes' | 'isLocked' | 'publishAt'>[],
): string =>
  JSON.stringify(
    items.map(({ id: itemId, filename, likes, isLocked, publishAt: instant }) => ({
      id: itemId,
      filename,
      likes,
      isLocked,
      publishAt: instant,
    })),
  );
