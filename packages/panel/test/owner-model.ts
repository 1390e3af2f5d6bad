import { MODEL_DEFAULTS } from 'contracts/model-fields';
import type { ModelView } from 'contracts/models';

/** Returns a saved model as its owner gets it, with the defaults of the catalogue. */
export const ownerModelOf = (
  identity: Pick<ModelView, 'id' | 'name' | 'slug'>,
  changes: Partial<ModelView> = {},
): ModelView => ({
  ...MODEL_DEFAULTS,
  ...identity,
  is_live: false,
  photo_items: '[]',
  video_items: '[]',
  live_replays: '[]',
  cover_poster: null,
  avatar_version: 1,
  cover_image_version: 1,
  cover_video_version: 1,
  avatar_placeholder: null,
  cover_placeholder: null,
  affiliate_slug: null,
  edit_revision: 1,
  ...changes,
});
