import { storedItem } from 'contracts/media-items';
import type { ContentItem, StoredItem } from 'contracts/media-items';
import { MODEL_FIELDS } from 'contracts/model-fields';
import { storage, STORAGE_KEYS } from 'web-kit/storage';
import { FORM_FIELDS, MEDIA_FIELDS } from './values.ts';
import type { MediaField, MediaLists, ModelFormValues } from './values.ts';

/** Age from which a draft is no longer offered. */
const MAX_AGE_MS = 30 * 24 * 60 * 60_000;

/** An item of a draft. A time of null was taken away; one that is absent (drafts of former versions) is the server's. */
type DraftItem = Omit<StoredItem, 'publishAt'> & { publishAt?: string | null };

/** Unsaved changes of a form: the changed fields alone, and items without their signed addresses. */
export interface Draft {
  /** Milliseconds. */
  at: number;
  /** Edition of the model that was being changed; 0, the first one, in drafts of former versions. */
  edition: number;
  values: Record<string, unknown>;
  lists: Partial<Record<MediaField, DraftItem[]>>;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const parseItem = (stored: unknown): DraftItem | null => {
  const { success, data } = storedItem.safeParse(stored);
  if (!success) return null;
  const isSilent = !isRecord(stored) || stored.publishAt === undefined;
  return isSilent ? data : { ...data, publishAt: data.publishAt ?? null };
};

/** @throws SyntaxError when the text is not JSON */
const parseDraft = (text: string): Draft | null => {
  const draft: unknown = JSON.parse(text);
  if (!isRecord(draft) || typeof draft.at !== 'number' || !isRecord(draft.values) || !isRecord(draft.lists))
    return null;
  const lists: Draft['lists'] = {};
  for (const field of Object.keys(MEDIA_FIELDS) as MediaField[]) {
    const stored = draft.lists[field];
    if (stored === undefined) continue;
    const items = Array.isArray(stored) ? stored.map(parseItem) : [null];
    if (!items.every((item) => item !== null)) return null;
    lists[field] = items;
  }
  const edition = typeof draft.edition === 'number' ? draft.edition : 0;
  return { at: draft.at, edition, values: draft.values, lists };
};

/** Key of a draft: the panel's user and the model; null for a new model. */
export interface DraftOwner {
  user: string;
  modelId: string | null;
}
const keyOf = ({ user, modelId }: DraftOwner): string => `${STORAGE_KEYS.modelDrafts(user)}${modelId ?? 'new'}`;

export const removeDraft = (owner: DraftOwner): void => storage.remove(keyOf(owner));

/** The stored draft of this user for this model; text that is no draft, or an old one, is removed. */
export const readDraft = (owner: DraftOwner, nowMs = Date.now()): Draft | null => {
  const text = storage.get(keyOf(owner));
  if (text === null) return null;
  try {
    const draft = parseDraft(text);
    if (draft && nowMs - draft.at < MAX_AGE_MS) return draft;
  } catch {
    // Text that is not JSON is removed like any other wrong draft.
  }
  removeDraft(owner);
  return null;
};

interface FormState {
  values: ModelFormValues;
  lists: MediaLists;
}

/** Stores what differs from the saved state (docs/domain.md#drafts-of-the-form). */
export const writeDraft = (
  owner: DraftOwner,
  saved: FormState & { edition: number },
  { values, lists }: FormState,
): void => {
  const draft: Draft = {
    at: Date.now(),
    edition: saved.edition,
    values: Object.fromEntries(
      FORM_FIELDS.filter((name) => values[name] !== saved.values[name]).map((name) => [name, values[name]]),
    ),
    lists: Object.fromEntries(
      (Object.keys(MEDIA_FIELDS) as MediaField[])
        .filter((field) => lists[field] !== saved.lists[field])
        .map((field) => [
          field,
          lists[field].map(({ id, filename, likes, isLocked, publishAt = null }) => ({
            id,
            filename,
            likes,
            isLocked,
            publishAt,
          })),
        ]),
    ),
  };
  storage.set(keyOf(owner), JSON.stringify(draft));
};

/** The values of a draft that the form still has, and that have its type. */
export const valuesOfDraft = ({ values }: Draft, present: ModelFormValues): Partial<ModelFormValues> =>
  Object.fromEntries(
    FORM_FIELDS.filter((name) => {
      const value = values[name];
      if (typeof present[name] === 'boolean') return typeof value === 'boolean';
      return typeof value === 'string' || (value === null && MODEL_FIELDS[name].form.input === 'picture');
    }).map((name) => [name, values[name]]),
  );

/** The list as the draft orders it. Files that were not saved yet are looked up on the server, as those in preparation are. */
const listOfDraft = (stored: readonly DraftItem[], present: readonly ContentItem[]): ContentItem[] => {
  const known = new Map(present.map((item) => [item.filename, item]));
  const listed = new Set(stored.map(({ filename }) => filename));
  return [
    ...stored.map(({ publishAt, ...item }): ContentItem => ({
      ...(known.get(item.filename) ?? { filePath: '', image: '', isViewable: false, state: 'processing' }),
      ...item,
      ...(publishAt !== undefined && { publishAt: publishAt ?? undefined }),
    })),
    // Added elsewhere since: a draft takes nothing away.
    ...present.filter(({ filename }) => !listed.has(filename)),
  ];
};

/** The media lists with those of a draft in place of the present ones. */
export const listsOfDraft = ({ lists }: Draft, present: MediaLists): MediaLists =>
  Object.fromEntries(
    (Object.keys(MEDIA_FIELDS) as MediaField[]).map((field) => {
      const stored = lists[field];
      return [field, stored ? listOfDraft(stored, present[field]) : present[field]];
    }),
  ) as MediaLists;
