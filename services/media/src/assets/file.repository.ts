import type { Queryable } from 'service-kit/postgres';

/** File of an asset, or one reserved for it. */
export interface StoredFile {
  key: string;
  name: string;
  contentType: string;
  bytes: number;
}

/** Longer than the time between writing a file and saving its asset's row. */
const RESERVED_HOURS = 2;
const REMOVED_AT_ONCE = 200;

/** Records the files in the storage. */
export const createFileRepository = () => ({
  /** Records a file before it is written. */
  reserve: async (client: Queryable, { key, contentType, bytes }: StoredFile): Promise<void> => {
    await client.query(
      `insert into files (key, content_type, bytes, removable_at) values ($1, $2, $3, now() + make_interval(hours => $4))`,
      [key, contentType, bytes, RESERVED_HOURS],
    );
  },
  /** Assigns reserved files to an asset. @throws when one was deleted */
  attach: async (client: Queryable, assetId: string, files: readonly StoredFile[]): Promise<void> => {
    for (const { key, name } of files) {
      const { rowCount } = await client.query(
        'update files set asset_id = $2, name = $3, removable_at = null where key = $1 and removable_at is not null',
        [key, assetId, name],
      );
      if (rowCount !== 1) throw new Error('a file was removed before its asset was saved');
    }
  },
  ofAsset: async (client: Queryable, assetId: string, name: string): Promise<StoredFile | null> => {
    const { rows } = await client.query<StoredFile>(
      'select key, name, content_type as "contentType", bytes from files where asset_id = $1 and name = $2',
      [assetId, name],
    );
    return rows[0] ?? null;
  },
  /** Returns all files of an asset. */
  allOfAsset: async (client: Queryable, assetId: string): Promise<StoredFile[]> => {
    const { rows } = await client.query<StoredFile>(
      'select key, name, content_type as "contentType", bytes from files where asset_id = $1',
      [assetId],
    );
    return rows;
  },
  /** Detaches files from an asset; the next sweep deletes them. */
  releaseNames: async (client: Queryable, assetId: string, names: readonly string[]): Promise<void> => {
    await client.query(
      'update files set asset_id = null, name = null, removable_at = now() where asset_id = $1 and name = any($2)',
      [assetId, names],
    );
  },
  /** Marks the files of assets for deletion. */
  releaseAssets: async (client: Queryable, assetIds: readonly string[]): Promise<void> => {
    await client.query('update files set asset_id = null, name = null, removable_at = now() where asset_id = any($1)', [
      assetIds,
    ]);
  },
  releaseKeys: async (client: Queryable, keys: readonly string[]): Promise<void> => {
    await client.query('update files set removable_at = now() where key = any($1) and asset_id is null', [keys]);
  },
  /** Returns a batch of deletable files, locked until the transaction ends. */
  takeRemovable: async (client: Queryable): Promise<string[]> => {
    const { rows } = await client.query<{ key: string }>(
      'select key from files where removable_at <= now() limit $1 for update skip locked',
      [REMOVED_AT_ONCE],
    );
    return rows.map(({ key }) => key);
  },
  deleteRecords: async (client: Queryable, keys: readonly string[]): Promise<void> => {
    await client.query('delete from files where key = any($1)', [keys]);
  },
});
export type FileRepository = ReturnType<typeof createFileRepository>;
