import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Postgres, Queryable } from 'service-kit/postgres';
import type { AssetRemoval } from './asset-removal.ts';

const BATCH_SIZE = 200;
/** Delay before the release of the same asset is requested again. */
const RETRY_AFTER_HOURS = 24;

/** $1: hours. Based on media's projection of models: an event about a model that uses the asset may still be in transit. */
const UNATTACHED = `state <> 'deleted' and unattached_since < now() - make_interval(hours => $1)
  and not exists (select from model_assets used join models m on m.id = used.model_id and not m.is_deleted where used.asset_id = assets.id and used.access is not null)`;

interface Dependencies {
  postgres: Postgres;
  removal: AssetRemoval;
  /** Time since an asset was uploaded or last used, by the database's clock. */
  unattachedHours: number;
}

/**
 * Deletes assets that no model uses. Only the catalogue has reliable data: media requests a release (asset.unattached) and deletes
 * released assets (asset.released); while the catalogue does not respond, nothing is deleted (docs/domain.md#unattached-files).
 */
export const createUnattachedAssets = ({ postgres, removal, unattachedHours }: Dependencies) => ({
  /** Requests the release of apparently unattached assets; returns their number. Replicas share the work. */
  request: async (): Promise<number> => {
    let requested = 0;
    for (;;) {
      const count = await postgres.transaction(async (client) => {
        const { rows } = await client.query<{ id: string; revision: number; before: Date }>(
          `update assets set release_asked_at = now() where id in (
             select id from assets where ${UNATTACHED} and (release_asked_at is null or release_asked_at < now() - make_interval(hours => $2)) limit $3 for update skip locked)
           returning id, revision, now() - make_interval(hours => $1) as before`,
          [unattachedHours, RETRY_AFTER_HOURS, BATCH_SIZE],
        );
        await saveEvents(
          client,
          ...rows.map(({ id, revision, before }) =>
            createEvent('asset.unattached', { id, unattachedBefore: before.toISOString() }, revision),
          ),
        );
        return rows.length;
      });
      requested += count;
      if (count < BATCH_SIZE) return requested;
    }
  },
  /** Deletes an asset that the catalogue has released, unless media has a model that uses it, or used it too recently. */
  remove: async (client: Queryable, id: string): Promise<void> => {
    const { rowCount } = await client.query(`select from assets where id = $2 and ${UNATTACHED} for update`, [
      unattachedHours,
      id,
    ]);
    if (rowCount === 1) await removal.remove(client, [id]);
  },
});
export type UnattachedAssets = ReturnType<typeof createUnattachedAssets>;
