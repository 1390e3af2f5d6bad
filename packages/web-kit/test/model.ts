import { MODEL_FIELDS, STORED_MODEL_FIELDS } from 'contracts/model-fields';
import type { ModelView } from 'contracts/models';

/** Public fields with their defaults; media lists as JSON text. */
const publicFields = Object.fromEntries(
  STORED_MODEL_FIELDS.filter((name) => MODEL_FIELDS[name].readableBy === 'everyone').map((name) => [
    name,
    MODEL_FIELDS[name].kind === 'mediaList' ? '[]' : MODEL_FIELDS[name].default,
  ]),
) as unknown as ModelView;

/** Returns a model as in a response to a visitor. */
export const modelOf = (changes: Partial<ModelView> = {}): ModelView => ({
  ...publicFields,
  id: '0b6f0d3a-5a0e-4c57-9a39-3f0c2f7b9a11',
  name: 'Nina',
  slug: 'nina',
  age: 27,
  bio: 'Chanteuse de nuit.',
  is_live: false,
  cover_poster: null,
  avatar_version: 1,
  cover_image_version: 1,
  cover_video_version: 1,
  avatar_placeholder: null,
  cover_placeholder: null,
  ...changes,
});
