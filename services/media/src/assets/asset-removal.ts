import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Queryable } from 'service-kit/postgres';
import type { AssetRepository } from './asset.repository.ts';
import type { FileRepository } from './file.repository.ts';

/** Deletes assets: tombstones, events, and files that are to go, all in the caller's transaction; the files themselves go after it. */
export const createAssetRemoval = ({ assets, files }: { assets: AssetRepository; files: FileRepository }) => ({
  /** Returns how many there were. */
  remove: async (client: Queryable, ids: readonly string[]): Promise<number> => {
    const deleted = await assets.softDelete(client, ids);
    await files.releaseAssets(
      client,
      deleted.map(({ id }) => id),
    );
    await saveEvents(
      client,
      ...deleted.map(({ id, modelSlug, modelId, revision }) =>
        createEvent('asset.deleted', { id, modelSlug, modelId }, revision),
      ),
    );
    return deleted.length;
  },
});
export type AssetRemoval = ReturnType<typeof createAssetRemoval>;
