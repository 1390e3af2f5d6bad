import { DEFAULT_LIVE_END, DEFAULT_LIVE_START, DEFAULT_MODEL_AGE, DEFAULT_SOURCE_ID } from 'contracts/limits';
import { mediaListToText, parseMediaList } from 'contracts/models';
import type { ContentItem, ModelChangeInput, ModelView } from 'contracts/models';

/** The three media lists of a model, by their field. */
export const MEDIA_FIELDS = { photo_items: 'photos', video_items: 'videos', live_replays: 'lives' } as const;
export type MediaField = keyof typeof MEDIA_FIELDS;
export type MediaLists = Record<MediaField, ContentItem[]>;

/** The form: numbers are held as text (specification, section 3). */
export interface ModelFormValues {
  name: string;
  slug: string;
  age: string;
  bio: string;
  likes_count: string;
  followers_count: string;
  medias_count: string;
  photos_count: string;
  videos_count: string;
  lives_count: string;
  is_live: boolean;
  is_verified: boolean;
  avatar_image: string | null;
  cover_image: string | null;
  cover_video: string | null;
  live_schedule_start: string;
  live_schedule_end: string;
  email_from_name: string;
  email_from_email: string;
  telegram_link: string;
  adexico_source_id: string;
  adexico_base_url: string;
  custom_title: string;
  custom_description: string;
  social_preview_image: string;
}

const NEW: ModelFormValues = {
  name: '',
  slug: '',
  age: String(DEFAULT_MODEL_AGE),
  bio: '',
  likes_count: '0',
  followers_count: '0',
  medias_count: '0',
  photos_count: '0',
  videos_count: '0',
  lives_count: '0',
  is_live: false,
  is_verified: false,
  avatar_image: null,
  cover_image: null,
  cover_video: null,
  live_schedule_start: DEFAULT_LIVE_START,
  live_schedule_end: DEFAULT_LIVE_END,
  email_from_name: '',
  email_from_email: '',
  telegram_link: '',
  adexico_source_id: DEFAULT_SOURCE_ID,
  adexico_base_url: '',
  custom_title: '',
  custom_description: '',
  social_preview_image: '',
};

/** What the form shows of a model, or of none. */
export const valuesOf = (model: ModelView | null): ModelFormValues => {
  if (!model) return NEW;
  const shown = Object.fromEntries(
    (Object.keys(NEW) as (keyof ModelFormValues)[]).map((field) => {
      const value: unknown = model[field as keyof ModelView] ?? NEW[field];
      return [field, typeof value === 'number' ? String(value) : value];
    }),
  );
  return shown as ModelFormValues & typeof shown;
};

export const listsOf = (model: ModelView | null): MediaLists => ({
  photo_items: model ? parseMediaList(model.photo_items) : [],
  video_items: model ? parseMediaList(model.video_items) : [],
  live_replays: model ? parseMediaList(model.live_replays) : [],
});

interface BodyOptions {
  /** The administrator's alone (section 6). */
  withRedirection: boolean;
  /** Left out when nobody touched it: saving a name must not freeze the live state. */
  withLive: boolean;
}

/** The body of a save: the full form, the media lists as JSON text. */
export const bodyOf = (
  { adexico_source_id, adexico_base_url, is_live, ...values }: ModelFormValues,
  lists: MediaLists,
  { withRedirection, withLive }: BodyOptions,
): ModelChangeInput & { name: string; slug: string } => ({
  ...values,
  ...(withRedirection ? { adexico_source_id, adexico_base_url } : {}),
  ...(withLive ? { is_live } : {}),
  photo_items: mediaListToText(lists.photo_items),
  video_items: mediaListToText(lists.video_items),
  live_replays: mediaListToText(lists.live_replays),
});
