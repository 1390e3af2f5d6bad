import { ADMINISTRATOR_MODEL_FIELDS, MODEL_FIELD_NAMES, MODEL_FIELDS } from 'contracts/model-fields';
import type { FileType } from 'contracts/media';
import type { ModelFieldWhere } from 'contracts/model-fields';
import { mediaListToText, parseMediaList } from 'contracts/media-items';
import type { ContentItem } from 'contracts/media-items';
import type { ModelChangeInput, ModelView } from 'contracts/models';

/** The three media lists of a model, by their field. */
export type MediaField = ModelFieldWhere<{ kind: 'mediaList' }>;
export const MEDIA_FIELDS = {
  photo_items: 'photos',
  video_items: 'videos',
  live_replays: 'lives',
} as const satisfies Record<MediaField, FileType>;
export type MediaLists = Record<MediaField, ContentItem[]>;

type FormRow = ModelFieldWhere<{ form: object }>;
export type FormField = Exclude<FormRow, MediaField>;
type FormValue<Name extends FormField> = (typeof MODEL_FIELDS)[Name]['form']['input'] extends 'toggle'
  ? boolean
  : (typeof MODEL_FIELDS)[Name]['form']['input'] extends 'picture'
    ? string | null
    : string;
/** The form's values; numbers are held as text. */
export type ModelFormValues = { [Name in FormField]: FormValue<Name> };

/** Fields of the form that are no media lists, in their order. */
export const FORM_FIELDS = MODEL_FIELD_NAMES.filter(
  (name): name is FormField => MODEL_FIELDS[name].form !== null && !(name in MEDIA_FIELDS),
);
const formValue = (name: FormField, value: string | number | boolean | null | undefined): string | boolean | null => {
  if (typeof value === 'boolean') return value;
  if (value === null || value === undefined) return MODEL_FIELDS[name].form.input === 'picture' ? null : '';
  return String(value);
};

/** The form's values for a model, or for a new one. */
export const valuesOf = (model: ModelView | null): ModelFormValues =>
  Object.fromEntries(
    FORM_FIELDS.map((name) => [name, formValue(name, model?.[name] ?? MODEL_FIELDS[name].default)]),
  ) as ModelFormValues;

/** The media lists of a model; empty ones for a new model. */
export const listsOf = (model: ModelView | null): MediaLists => ({
  photo_items: model ? parseMediaList(model.photo_items) : [],
  video_items: model ? parseMediaList(model.video_items) : [],
  live_replays: model ? parseMediaList(model.live_replays) : [],
});

/** Whether both hold the same items in the same order: one that was removed may have come back. */
export const hasSameItems = (lists: MediaLists, others: MediaLists): boolean =>
  (Object.keys(MEDIA_FIELDS) as MediaField[]).every(
    (field) =>
      lists[field] === others[field] ||
      (lists[field].length === others[field].length &&
        lists[field].every((item, index) => item === others[field][index])),
  );

/** Whether a save of both stores the same; the state of a file in preparation is no input. */
export const hasSameInput = (lists: MediaLists, others: MediaLists): boolean =>
  (Object.keys(MEDIA_FIELDS) as MediaField[]).every(
    (field) => mediaListToText(lists[field]) === mediaListToText(others[field]),
  );

interface BodyOptions {
  /** Only the administrator writes the redirection. */
  withRedirection: boolean;
  /** False when the toggle was not touched: saving a name must not freeze the live state. */
  withLive: boolean;
}

/** The body of a save: every field of the form, the media lists as JSON text. */
export const bodyOf = (
  { is_live, ...values }: ModelFormValues,
  lists: MediaLists,
  { withRedirection, withLive }: BodyOptions,
): ModelChangeInput & { name: string; slug: string } => ({
  ...values,
  ...(withRedirection ? {} : Object.fromEntries(ADMINISTRATOR_MODEL_FIELDS.map((name) => [name, undefined]))),
  ...(withLive ? { is_live } : {}),
  photo_items: mediaListToText(lists.photo_items),
  video_items: mediaListToText(lists.video_items),
  live_replays: mediaListToText(lists.live_replays),
});
