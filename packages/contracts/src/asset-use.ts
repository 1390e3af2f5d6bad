import { z } from 'zod';

/** Asset in use, and its access for the public. */
export const assetUse = z.object({
  id: z.string(),
  access: z.enum(['public', 'unlocked', 'locked']),
  /**
   * Instant until which only the owner and the administrator see the asset (docs/domain.md#scheduled-items); absent once it is due.
   */
  publishAt: z.iso.datetime().optional(),
});
export type AssetUse = z.infer<typeof assetUse>;

export const assetChanges = z.object({
  /** Assets whose use is new or has changed since the previous event. */
  used: z.array(assetUse),
  /** Assets of the previous event that are no longer used. */
  unused: z.array(z.string()),
});
export type AssetChanges = z.infer<typeof assetChanges>;

/** Counts the media that only subscribers see: all assets except public and scheduled ones. */
export const contentCountOf = (assets: readonly AssetUse[]): number =>
  assets.filter(({ access, publishAt }) => access !== 'public' && publishAt === undefined).length;
