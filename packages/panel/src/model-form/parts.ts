import { TEXTS } from 'contracts/texts';
import type { FieldErrors } from 'react-hook-form';
import type { FormPart } from './section-nav.tsx';
import type { ModelFormValues } from './values.ts';

/** Anchors of the sections, in the order of the form (specification, section 2). */
export const PARTS = {
  profile: 'model-profile',
  counters: 'model-counters',
  bio: 'model-bio',
  live: 'model-live',
  email: 'model-email',
  redirection: 'model-redirection',
  telegram: 'model-telegram',
  social: 'model-social',
  pictures: 'model-pictures',
  photo_items: 'model-photos',
  video_items: 'model-videos',
  live_replays: 'model-replays',
} as const;

type Part = keyof typeof PARTS;
const LABELS: Record<Part, string> = {
  profile: 'Profil',
  counters: 'Compteurs',
  bio: 'Présentation',
  live: 'Live',
  email: 'Emails',
  redirection: 'Redirection',
  telegram: 'Telegram',
  social: 'SEO et partage',
  pictures: 'Images',
  photo_items: TEXTS.photosTab,
  video_items: TEXTS.videosTab,
  live_replays: TEXTS.replaysTab,
};
const FIELDS: Partial<Record<Part, readonly (keyof ModelFormValues)[]>> = {
  profile: ['name', 'slug', 'age', 'likes_count', 'followers_count'],
  counters: ['photos_count', 'videos_count', 'lives_count'],
  bio: ['bio'],
  live: ['live_schedule_start', 'live_schedule_end'],
  email: ['email_from_name', 'email_from_email'],
  redirection: ['adexico_source_id', 'adexico_base_url'],
  telegram: ['telegram_link'],
  social: ['custom_title', 'custom_description', 'social_preview_image'],
  pictures: ['avatar_image', 'cover_image', 'cover_video'],
};

/** The sections to jump to; the redirection is the main administrator's alone (specification, section 6). */
export const partsOf = (errors: FieldErrors<ModelFormValues>, withRedirection: boolean): FormPart[] =>
  (Object.keys(PARTS) as Part[])
    .filter((part) => withRedirection || part !== 'redirection')
    .map((part) => ({
      id: PARTS[part],
      label: LABELS[part],
      isWrong: FIELDS[part]?.some((field) => errors[field]) ?? false,
    }));
