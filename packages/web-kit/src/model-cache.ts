import { CLIENT_CACHE_MS } from 'contracts/limits';
import { modelView } from 'contracts/models';
import type { ModelView } from 'contracts/models';
import { z } from 'zod';
import { storage } from 'web-kit/storage';

const PREFIX = 'cache:';
const LIST_KEY = `${PREFIX}models`;
const modelKey = (slug: string) => `${PREFIX}model:${slug}`;

const entry = <Schema extends z.ZodType>(data: Schema) => z.object({ savedAt: z.number(), data });
const listEntry = entry(z.array(modelView));
const modelEntry = entry(modelView);

const isAlive = (savedAt: number) => savedAt <= Date.now() && Date.now() - savedAt < CLIENT_CACHE_MS;

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
};

const read = <Data>(key: string, schema: z.ZodType<{ savedAt: number; data: Data }>): { data: Data; savedAt: number } | null => {
  const found = schema.safeParse(parse(storage.get(key)));
  return found.success && isAlive(found.data.savedAt) ? found.data : null;
};

const dropOld = () => {
  for (const key of storage.keys(PREFIX)) {
    const { savedAt } = z.object({ savedAt: z.number() }).catch({ savedAt: 0 }).parse(parse(storage.get(key)));
    if (!isAlive(savedAt)) storage.remove(key);
  }
};

const write = (key: string, data: unknown) => {
  dropOld();
  storage.set(key, JSON.stringify({ savedAt: Date.now(), data }));
};

/**
 * The anonymous view of models for one minute, a key per model and one for the list (specification, section 9).
 * Never give it what a session was shown: that stays in memory (design, section 6). What is old or of another shape reads as null.
 */
export const modelCache = {
  readList: () => read<ModelView[]>(LIST_KEY, listEntry),
  writeList: (models: readonly ModelView[]) => write(LIST_KEY, models),
  readModel: (slug: string) => read<ModelView>(modelKey(slug), modelEntry),
  writeModel: (model: ModelView) => write(modelKey(model.slug), model),
  removeModel: (slug: string) => storage.remove(modelKey(slug)),
};
