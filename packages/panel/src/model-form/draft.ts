import { DAY_MS } from 'contracts/durations';
import { storedItem } from 'contracts/media-items';
import type { ContentItem, StoredItem } from 'contracts/media-items';
import { MODEL_FIELDS } from 'contracts/model-fields';
import { storage, STORAGE_KEYS } from 'web-kit/storage';
import { FORM_FIELDS, MEDIA_FIELDS } from './values.ts';
import type { MediaField, MediaLists, ModelFormValues } from './values.ts';

/** Age from which a draft is no longer offered. */
const MAX_AGE_MS = 30 * DAY_MS;

/**
 * Item of a draft. `publishAt` is null where it was removed; where it is absent (drafts of former versions of this site) the
 * server's value counts.
 */
type DraftItem = Omit<StoredItem, 'publishAt'> & { publishAt?: string | null };

/** Unsaved changes of a form: only the changed fields, and items without their signed addresses. */
export interface Draft {
  /** Time of the draft in milliseconds. */
  at: number;
  /** Edition of the model that the changes are based on; 0, the first one, in drafts of former versions of this site. */
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

/** Key of a draft: the panel's user, and the model (null for a new one). */
export interface DraftOwner {
  user: string;
  modelId: string | null;
}
const keyOf = ({ user, modelId }: DraftOwner): string => `${STORAGE_KEYS.modelDrafts(user)}${modelId ?? 'new'}`;

export const removeDraft = (owner: DraftOwner): void => storage.remove(keyOf(owner));

/** Reads the stored draft of this user for this model; removes an invalid or old one. */
export const readDraft = (owner: DraftOwner, nowMs = Date.now()): Draft | null => {
  const text = storage.get(keyOf(owner));
  if (text === null) return null;
  try {
    const draft = parseDraft(text);
    if (draft && nowMs - draft.at < MAX_AGE_MS) return draft;
  } catch {
    // Text that is not JSON is removed like any other invalid draft.
  }
  removeDraft(owner);
  return null;
};

interface FormState {
  values: ModelFormValues;
  lists: MediaLists;
}

/** Stores the differences from the saved state (docs/domain.md#drafts-of-the-form). */
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

/** Returns the values of a draft whose fields still exist with the same type. */
export const valuesOfDraft = ({ values }: Draft, present: ModelFormValues): Partial<ModelFormValues> =>
  Object.fromEntries(
    FORM_FIELDS.filter((name) => {
      const value = values[name];
      if (typeof present[name] === 'boolean') return typeof value === 'boolean';
      return typeof value === 'string' || (value === null && MODEL_FIELDS[name].form.input === 'picture');
    }).map((name) => [name, values[name]]),
  );

/**
 * Restores a list in the draft's order. Files that were not saved yet are marked as in preparation, so that their state is polled.
 */
const listOfDraft = (stored: readonly DraftItem[], present: readonly ContentItem[]): ContentItem[] => {
  const known = new Map(present.map((item) => [item.filename, item]));
  const listed = new Set(stored.map(({ filename }) => filename));
  return [
    ...stored.map(({ publishAt, ...item }): ContentItem => ({
      ...(known.get(item.filename) ?? { filePath: '', image: '', isViewable: false, state: 'processing' }),
      ...item,
      ...(publishAt !== undefined && { publishAt: publishAt ?? undefined }),
    })),
    // Files added elsewhere since then: a draft removes nothing.
    ...present.filter(({ filename }) => !listed.has(filename)),
  ];
};

/** Returns the media lists, with those of the draft restored. */
export const listsOfDraft = ({ lists }: Draft, present: MediaLists): MediaLists =>
  Object.fromEntries(
    (Object.keys(MEDIA_FIELDS) as MediaField[]).map((field) => {
      const stored = lists[field];
      return [field, stored ? listOfDraft(stored, present[field]) : present[field]];
    }),
  ) as MediaLists;
