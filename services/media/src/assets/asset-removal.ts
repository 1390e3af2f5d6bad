import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Queryable } from 'service-kit/postgres';
import type { AssetRepository } from './asset.repository.ts';
import type { FileRepository } from './file.repository.ts';

/**
 * Deletes assets: tombstones, events and the release of files are in the caller's transaction; the files themselves are deleted
 * later.
 */
export const createAssetRemoval = ({ assets, files }: { assets: AssetRepository; files: FileRepository }) => ({
  /** Returns the number of deleted assets. */
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
