import { newModel, parseMediaList } from 'contracts/models';
import type { ModelView, NewModel, StoredItem } from 'contracts/models';
import type { ModelBody } from '../model-list/api.ts';

/** Of a model that nobody has changed since its creation. */
const FIRST_EDITION = 1;
const TYPED = [
  'name',
  'slug',
  'age',
  'bio',
  'likes_count',
  'followers_count',
  'medias_count',
  'photos_count',
  'videos_count',
  'lives_count',
  'is_verified',
  'custom_title',
  'custom_description',
  'social_preview_image',
  'live_schedule_start',
  'live_schedule_end',
  'adexico_base_url',
] as const satisfies readonly (keyof NewModel)[];
/** Left empty, they are the affiliate's or the default (specification, sections 3 and 6). */
const INHERITED = [
  'telegram_link',
  'email_from_name',
  'email_from_email',
  'adexico_source_id',
] as const satisfies readonly (keyof NewModel)[];
const LISTS = ['photo_items', 'video_items', 'live_replays'] as const;

const namesOf = (items: readonly Pick<StoredItem, 'filename'>[] = []): string =>
  items.map(({ filename }) => filename).join();

/** Whether a model, as its editor sees it, is what the creation of a body has made, untouched since. */
export const isMadeOf = (model: ModelView, body: ModelBody): boolean => {
  const { data: sent } = newModel.safeParse(body);
  if (!sent || model.edit_revision !== FIRST_EDITION) return false;
  return (
    TYPED.every((field) => sent[field] === undefined || sent[field] === model[field]) &&
    INHERITED.every((field) => !sent[field] || sent[field] === model[field]) &&
    LISTS.every((list) => namesOf(sent[list]) === namesOf(parseMediaList(model[list])))
  );
};
