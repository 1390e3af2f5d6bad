import { TEXTS } from 'contracts/texts';
import type { FieldErrors } from 'react-hook-form';
import type { FormPart } from './section-nav.tsx';
import type { ModelFormValues } from './values.ts';

/** Anchors of the sections. */
export const PARTS = {
  profile: 'model-profile',
  counters: 'model-counters',
  live: 'model-live',
  pictures: 'model-pictures',
  photo_items: 'model-photos',
  video_items: 'model-videos',
  live_replays: 'model-replays',
  email: 'model-email',
  redirection: 'model-redirection',
  social: 'model-social',
} as const;

type Part = keyof typeof PARTS;
const LABELS: Record<Part, string> = {
  profile: 'Profil', counters: 'Compteurs', live: 'Live', pictures: 'Images', photo_items: TEXTS.photosTab, video_items: TEXTS.videosTab, live_replays: TEXTS.replaysTab,
  email: 'Emails et Telegram', redirection: 'Redirection', social: 'SEO et partage',
};
const FIELDS: Partial<Record<Part, readonly (keyof ModelFormValues)[]>> = {
  profile: ['name', 'slug', 'bio'],
  counters: ['age', 'likes_count', 'followers_count', 'photos_count', 'videos_count', 'lives_count'],
  live: ['live_schedule_start', 'live_schedule_end'],
  pictures: ['avatar_image', 'cover_image', 'cover_video'],
  email: ['email_from_name', 'email_from_email', 'telegram_link'],
  redirection: ['adexico_source_id', 'adexico_base_url'],
  social: ['custom_title', 'custom_description', 'social_preview_image'],
};

/** The sections to jump to; the redirection is the main administrator's alone (specification, section 6). */
export const partsOf = (errors: FieldErrors<ModelFormValues>, withRedirection: boolean): FormPart[] =>
  (Object.keys(PARTS) as Part[])
    .filter((part) => withRedirection || part !== 'redirection')
    .map((part) => ({ id: PARTS[part], label: LABELS[part], isWrong: FIELDS[part]?.some((field) => errors[field]) ?? false }));
