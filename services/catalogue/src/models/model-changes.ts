import type { FieldChange } from 'contracts/events';
import { MEDIA_LISTS, PICTURES } from './model-record.ts';
import type { ModelRecord } from './model-record.ts';

/** Told with their values. */
const HARMLESS = [
  'name',
  'slug',
  'age',
  'likes_count',
  'medias_count',
  'followers_count',
  'photos_count',
  'videos_count',
  'lives_count',
  'is_verified',
  'manual_live_override',
  'live_schedule_start',
  'live_schedule_end',
  'adexico_source_id',
] as const;
/** Long texts, addresses, links and pictures: told by their name alone. */
const DISCREET = [
  'bio',
  'custom_title',
  'custom_description',
  'telegram_link',
  'email_from_name',
  'email_from_email',
  'adexico_base_url',
  ...PICTURES,
] as const;

/** What differs between two states of a model; of a media list its length, or nothing more than that it is another. */
export const changesBetween = (before: ModelRecord, after: ModelRecord): FieldChange[] => [
  ...HARMLESS.filter((field) => before[field] !== after[field]).map((field) => ({
    field,
    before: before[field],
    after: after[field],
  })),
  ...DISCREET.filter((field) => before[field] !== after[field]).map((field) => ({ field })),
  ...MEDIA_LISTS.filter(
    (list) => before[list] !== after[list] && JSON.stringify(before[list]) !== JSON.stringify(after[list]),
  ).map((field) =>
    before[field].length === after[field].length
      ? { field }
      : { field, before: before[field].length, after: after[field].length },
  ),
];
