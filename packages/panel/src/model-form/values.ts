import { ADMINISTRATOR_MODEL_FIELDS, MODEL_FIELD_NAMES, MODEL_FIELDS } from 'contracts/model-fields';
import type { FileType } from 'contracts/media';
import type { ModelFieldWhere } from 'contracts/model-fields';
import { mediaListToText, parseMediaList } from 'contracts/media-items';
import type { ContentItem } from 'contracts/media-items';
import type { ModelChangeInput, ModelView } from 'contracts/models';

/** Fields of a model's three media lists. */
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
/** Values of the form; numbers are stored as text. */
export type ModelFormValues = { [Name in FormField]: FormValue<Name> };

/** Fields of the form except media lists, in their order. */
export const FORM_FIELDS = MODEL_FIELD_NAMES.filter(
  (name): name is FormField => MODEL_FIELDS[name].form !== null && !(name in MEDIA_FIELDS),
);
const formValue = (name: FormField, value: string | number | boolean | null | undefined): string | boolean | null => {
  if (typeof value === 'boolean') return value;
  if (value === null || value === undefined) return MODEL_FIELDS[name].form.input === 'picture' ? null : '';
  return String(value);
};

/** Returns the form's values for a model, or for a new one. */
export const valuesOf = (model: ModelView | null): ModelFormValues =>
  Object.fromEntries(
    FORM_FIELDS.map((name) => [name, formValue(name, model?.[name] ?? MODEL_FIELDS[name].default)]),
  ) as ModelFormValues;

/** Returns the media lists of a model; empty ones for a new model. */
export const listsOf = (model: ModelView | null): MediaLists => ({
  photo_items: model ? parseMediaList(model.photo_items) : [],
  video_items: model ? parseMediaList(model.video_items) : [],
  live_replays: model ? parseMediaList(model.live_replays) : [],
});

/** Whether both contain the same items in the same order. Compares elements, as an undo restores the items in another array. */
export const hasSameItems = (lists: MediaLists, others: MediaLists): boolean =>
  (Object.keys(MEDIA_FIELDS) as MediaField[]).every(
    (field) =>
      lists[field] === others[field] ||
      (lists[field].length === others[field].length &&
        lists[field].every((item, index) => item === others[field][index])),
  );

/** Whether saving either stores the same; the state of a file in preparation is not an input. */
export const hasSameInput = (lists: MediaLists, others: MediaLists): boolean =>
  (Object.keys(MEDIA_FIELDS) as MediaField[]).every(
    (field) => mediaListToText(lists[field]) === mediaListToText(others[field]),
  );

interface BodyOptions {
  /** Whether to send the redirection: only the administrator may. */
  withRedirection: boolean;
  /** Whether the toggle was used; if not, saving a name must not freeze the live state. */
  withLive: boolean;
}

/** Returns the request body of a save: every field of the form, the media lists as JSON text. */
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
