import { z } from 'zod';
import { wholeNumber } from './fields.ts';
import { MEDIA_LIST_MAX_ITEMS } from './limits.ts';
import { ASSET_FAILURES, assetIdOfFilename, ASSET_STATES } from './media.ts';

/** The instant from which visitors see an item (docs/domain.md#scheduled-items): UTC; empty and null plan nothing. */
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
 * The part of an item that a save stores; everything else is the asset's. One that is not scheduled has no `publishAt` at all: it
 * equals one that was stored before there were any.
 */
export const storedItem = itemFields.transform(
  ({ publishAt: instant, ...item }): typeof item & { publishAt?: string } =>
    instant ? { ...item, publishAt: instant } : item,
);
export type StoredItem = z.infer<typeof storedItem>;

/** A content item in a response, for one viewer. */
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
  /** Instant from which visitors see it; present for the owner and the administrator alone. */
  publishAt: z.string().optional(),
  /** Original name of the file; present for the owner and the administrator alone. */
  originalName: z.string().optional(),
  /** Whether `filePath` is the rendition itself, not the blurred picture. */
  isViewable: z.boolean(),
  duration: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  /** thumbhash, base64 */
  placeholder: z.string().optional(),
  state: z.enum(ASSET_STATES).optional(),
  /** Present with `failed` alone, where media has reported the cause. */
  failure: z.enum(ASSET_FAILURES).optional(),
});
export type ContentItem = z.infer<typeof contentItem>;

/** A media list travels as JSON text (docs/domain.md#models). */
export const mediaListText = z.string('Liste de médias invalide').transform((json, context): StoredItem[] => {
  try {
    const parsed = z
      .array(storedItem)
      .max(MEDIA_LIST_MAX_ITEMS)
      .safeParse(JSON.parse(json === '' ? '[]' : json));
    if (parsed.success && new Set(parsed.data.map((item) => item.filename)).size === parsed.data.length)
      return parsed.data;
  } catch {
    // Text that is not JSON gets the same validation error as a wrong list.
  }
  context.addIssue({ code: 'custom', message: 'Liste de médias invalide' });
  return z.NEVER;
});

/** Parses the media list of a response, which the platform has validated before. @throws SyntaxError when it is not JSON */
export const parseMediaList = (json: string): ContentItem[] => JSON.parse(json) as ContentItem[];
/** Whether visitors do not see an item yet. @param now milliseconds */
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
/** A media list, or its counts alone, as the audit trail shows it: "12 (8 verrouillées, 2 programmées, 340 likes)". */
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
