import type { Postgres } from 'service-kit/postgres';
import type { Collection } from 'service-kit/reconciliation/collection';
import type { Storage } from '../storage/storage.ts';

/** First hexadecimal digits of the random keys: each digit's sixteenth of the files is one page. */
const FIRST_DIGITS = [...'0123456789abcdef'];
const afterDigit = (page: number): string => FIRST_DIGITS[page + 1] ?? 'g';

/** Compares the stored files with the rows that name them. */
export const createFileCollection = ({ postgres, storage }: { postgres: Postgres; storage: Storage }): Collection => {
  const keysOf = async (page: number, condition: string) => {
    const { rows } = await postgres.query<{ key: string }>(
      `select key from files where key >= $1 and key < $2 and ${condition}`,
      [FIRST_DIGITS[page], afterDigit(page)],
    );
    return new Set(rows.map(({ key }) => key));
  };
  const storedOf = async (page: number) => {
    const stored = new Set<string>();
    for await (const key of storage.keys(FIRST_DIGITS[page] ?? '')) stored.add(key);
    return stored;
  };
  const nextOf = (page: number) => (page + 1 < FIRST_DIGITS.length ? page + 1 : null);

  return {
    checks: {
      /** Reports files that have a row but are not in the storage. */
      missing: async (page) => {
        // A file is written after its row and removed before it: only a row that existed before and after counts.
        const before = await keysOf(page, 'asset_id is not null');
        const stored = await storedOf(page);
        const after = await keysOf(page, 'asset_id is not null');
        const promised = [...before].filter((key) => after.has(key));
        return {
          compared: promised.length,
          findings: promised.filter((key) => !stored.has(key)),
          next: nextOf(page),
        };
      },
      /** Reports files without a row. */
      orphan: async (page) => {
        const before = await keysOf(page, 'true');
        const stored = await storedOf(page);
        const after = await keysOf(page, 'true');
        return {
          compared: stored.size,
          findings: [...stored].filter((key) => !before.has(key) && !after.has(key)),
          next: nextOf(page),
        };
      },
    },
    /** Deletes files without a row; none can get one, since keys are recorded before their file is written. */
    retract: async (targets) => {
      const keys = targets.map(({ id }) => id);
      const { rows } = await postgres.query<{ key: string }>('select key from files where key = any($1)', [keys]);
      const recordedKeys = new Set(rows.map(({ key }) => key));
      for (const key of keys) if (!recordedKeys.has(key)) await storage.remove(key);
    },
  };
};
