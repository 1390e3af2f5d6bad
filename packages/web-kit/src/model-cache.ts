import { CLIENT_CACHE_MS } from 'contracts/limits';
import type { ModelView } from 'contracts/models';
import type { ListPage } from 'web-kit/api';
import { storage } from 'web-kit/storage';

const PREFIX = 'cache:';
const LIST_KEY = `${PREFIX}models`;
const modelKey = (slug: string) => `${PREFIX}model:${slug}`;

/** Checks the shape minimally: a schema would load the validation library for the first screen. */
const isModel = (data: unknown): data is ModelView => {
  const { slug, name, photo_items } = (data ?? {}) as Partial<ModelView>;
  return [slug, name, photo_items].every((field) => typeof field === 'string');
};
const isList = (data: unknown): data is ListPage<ModelView> => {
  const { items, total } = (data ?? {}) as Partial<ListPage<unknown>>;
  return Array.isArray(items) && items.every(isModel) && typeof total === 'number';
};

const isAlive = (savedAt: number) => savedAt <= Date.now() && Date.now() - savedAt < CLIENT_CACHE_MS;

const parse = (text: string | null): { savedAt: number; data: unknown } | null => {
  try {
    const entry = JSON.parse(text ?? 'null') as { savedAt?: unknown; data?: unknown } | null;
    return typeof entry?.savedAt === 'number' ? { savedAt: entry.savedAt, data: entry.data } : null;
  } catch {
    return null;
  }
};

const read = <Data>(key: string, isValid: (data: unknown) => data is Data): { data: Data; savedAt: number } | null => {
  const entry = parse(storage.get(key));
  return entry && isAlive(entry.savedAt) && isValid(entry.data) ? { data: entry.data, savedAt: entry.savedAt } : null;
};

const dropOld = () => {
  for (const key of storage.keys(PREFIX)) if (!isAlive(parse(storage.get(key))?.savedAt ?? 0)) storage.remove(key);
};

const write = (key: string, data: unknown) => {
  dropOld();
  storage.set(key, JSON.stringify({ savedAt: Date.now(), data }));
};

/**
 * Storage of the anonymous view of models for one minute: a key per model, and one for the first page of the list. Responses for a
 * session are cached in memory only. Stale or malformed entries read as null.
 */
export const modelCache = {
  readList: () => read(LIST_KEY, isList),
  writeList: ({ items, total, next }: ListPage<ModelView>) => write(LIST_KEY, { items, total, next }),
  readModel: (slug: string) => read(modelKey(slug), isModel),
  writeModel: (model: ModelView) => write(modelKey(model.slug), model),
  removeModel: (slug: string) => storage.remove(modelKey(slug)),
};
