import { RESUMABLE_HOURS } from 'contracts/media';
import type { AssetKind } from 'contracts/media';
import type { Queryable } from 'service-kit/postgres';
import type { UploadTarget } from '../uploads/upload-rights.ts';

/** Resumable upload. */
export interface ResumableUpload extends UploadTarget {
  id: string;
  kind: AssetKind;
  /** Size of the whole file. */
  bytes: number;
  originalName: string | null;
  /** Asset created from it; null before. */
  assetId: string | null;
}

/** Longer than any request that began before the expiry. */
const GRACE_HOURS = 1;
const EXPIRED_AT_ONCE = 50;
/** Time since the last part after which an upload may be discarded in favour of others of its uploader. */
const IDLE_HOURS = 1;

/** Records resumable uploads, without their parts. */
export const createResumableRepository = (postgres: Queryable) => ({
  byId: async (id: string): Promise<ResumableUpload | null> => {
    const { rows } = await postgres.query<ResumableUpload>(
      `select id, model_slug as "modelSlug", model_id as "modelId", uploader_affiliate_id as "uploaderAffiliateId", kind, bytes, original_name as "originalName", asset_id as "assetId"
       from resumable_uploads where id = $1 and expires_at > now()`,
      [id],
    );
    return rows[0] ?? null;
  },
  insert: async (
    client: Queryable,
    { id, modelSlug, modelId, uploaderAffiliateId, kind, bytes, originalName }: Omit<ResumableUpload, 'assetId'>,
  ): Promise<void> => {
    await client.query(
      `insert into resumable_uploads (id, model_slug, model_id, uploader_affiliate_id, kind, bytes, original_name, expires_at) values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(hours => $8))`,
      [id, modelSlug, modelId, uploaderAffiliateId, kind, bytes, originalName, RESUMABLE_HOURS],
    );
  },
  /** Records activity of the sender. */
  touch: async (id: string): Promise<void> => {
    await postgres.query('update resumable_uploads set active_at = now() where id = $1', [id]);
  },
  /** Expires idle unfinished uploads of an uploader; returns their number. */
  expireIdle: async (client: Queryable, uploaderAffiliateId: string | null): Promise<number> => {
    const { rowCount } = await client.query(
      `update resumable_uploads set expires_at = now()
       where uploader_affiliate_id is not distinct from $1 and asset_id is null and expires_at > now() and active_at < now() - make_interval(hours => $2)`,
      [uploaderAffiliateId, IDLE_HOURS],
    );
    return rowCount ?? 0;
  },
  /** Binds unfinished drafts of a model's owner for its slug to the model. */
  bindDrafts: async (
    client: Queryable,
    { modelId, slug, affiliateId }: { modelId: string; slug: string; affiliateId: string | null },
  ): Promise<void> => {
    await client.query(
      'update resumable_uploads set model_id = $1 where model_id is null and asset_id is null and model_slug = $2 and uploader_affiliate_id is not distinct from $3',
      [modelId, slug, affiliateId],
    );
  },
  /** @throws when it is already an asset, or was deleted */
  finish: async (client: Queryable, id: string, assetId: string): Promise<void> => {
    const { rowCount } = await client.query(
      'update resumable_uploads set asset_id = $2 where id = $1 and asset_id is null',
      [id, assetId],
    );
    if (rowCount !== 1) throw new Error('an upload was finished twice, or after it was removed');
  },
  /** Returns a batch of expired uploads, locked until the transaction ends. */
  takeExpired: async (client: Queryable): Promise<string[]> => {
    const { rows } = await client.query<{ id: string }>(
      'select id from resumable_uploads where expires_at < now() - make_interval(hours => $1) limit $2 for update skip locked',
      [GRACE_HOURS, EXPIRED_AT_ONCE],
    );
    return rows.map(({ id }) => id);
  },
  remove: async (client: Queryable, ids: readonly string[]): Promise<void> => {
    await client.query('delete from resumable_uploads where id = any($1)', [ids]);
  },
});
export type ResumableRepository = ReturnType<typeof createResumableRepository>;
