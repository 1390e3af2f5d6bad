import { compareReferences } from './compare.ts';
import type { Subject } from './compare.ts';
import type { Stores } from './stores.ts';

const keysOf = async ({ media }: Stores, condition: string) =>
  new Set((await media.query<{ key: string }>(`select key from files where ${condition}`)).rows.map(({ key }) => key));

/** Media's files, beside the rows that name them. */
export const files: Subject = {
  look: async (stores) => {
    // A file comes after its row, and goes before it: whoever looks in this order sees neither on its way.
    const attached = await keysOf(stores, 'asset_id is not null');
    const stored = new Set<string>();
    for await (const key of stores.files.keys()) stored.add(key);
    const [stillAttached, named] = [await keysOf(stores, 'asset_id is not null'), await keysOf(stores, 'true')];
    const wanted = [...attached].filter((key) => stillAttached.has(key)).map((id) => ({ id }));
    return [
      compareReferences('media.files, storage', wanted, stored, 'missing'),
      compareReferences(
        'storage, media.files',
        [...stored].map((id) => ({ id })),
        { has: (key) => named.has(key) || attached.has(key) },
        'orphan',
      ),
    ];
  },
  /** What no row names, none ever will: the name of a file is written down before the file. */
  tellGone: async (stores, things) => {
    for (const key of things.keys()) await stores.files.remove(key);
  },
};
