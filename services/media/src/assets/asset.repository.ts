import type { AssetKind } from 'contracts/media';
import type { Queryable } from 'service-kit/postgres';
import type { Asset, AssetResult, StoredAsset } from './asset.ts';

interface Row {
  id: string;
  model_slug: string;
  model_id: string | null;
  uploader_affiliate_id: string | null;
  kind: AssetKind;
  state: Asset['state'];
  revision: number;
  bytes: number;
  original_name: string | null;
  original_width: number | null;
  original_height: number | null;
  created_at: Date;
  failure: string | null;
  blur_id: string | null;
  duration_ms: number | null;
  width: number | null;
  height: number | null;
  placeholder: string | null;
}

const fromRow = (row: Row): StoredAsset => ({
  id: row.id,
  modelSlug: row.model_slug,
  modelId: row.model_id,
  uploaderAffiliateId: row.uploader_affiliate_id,
  kind: row.kind,
  state: row.state,
  revision: row.revision,
  bytes: row.bytes,
  originalName: row.original_name,
  originalSize:
    row.original_width === null || row.original_height === null
      ? null
      : { width: row.original_width, height: row.original_height },
  uploadedAt: row.created_at,
  failure: row.failure,
  result:
    row.blur_id === null
      ? null
      : {
          blurId: row.blur_id,
          durationMs: row.duration_ms,
          width: row.width ?? 0,
          height: row.height ?? 0,
          placeholder: row.placeholder ?? '',
        },
});

/** Stores uploaded files in every state; functions that change a row take the client of the transaction. */
export const createAssetRepository = (postgres: Queryable) => ({
  byId: async (id: string): Promise<StoredAsset | null> => {
    const { rows } = await postgres.query<Row>('select * from assets where id = $1', [id]);
    return rows[0] ? fromRow(rows[0]) : null;
  },
  /** Counts the assets that wait for a worker or are being processed. */
  countProcessing: async (): Promise<number> => {
    const { rows } = await postgres.query<{ count: number }>(`select count(*) from assets where state = 'processing'`);
    return rows[0]?.count ?? 0;
  },
  insert: async (
    client: Queryable,
    {
      id,
      modelSlug,
      modelId,
      uploaderAffiliateId,
      kind,
      state,
      revision,
      bytes,
      originalName,
      originalSize,
      result,
    }: Asset,
  ): Promise<void> => {
    await client.query(
      `insert into assets (id, model_slug, model_id, uploader_affiliate_id, kind, state, revision, bytes, original_name, original_width, original_height, blur_id, duration_ms, width, height, placeholder)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
      [
        id,
        modelSlug,
        modelId,
        uploaderAffiliateId,
        kind,
        state,
        revision,
        bytes,
        originalName,
        originalSize?.width,
        originalSize?.height,
        result?.blurId,
        result?.durationMs,
        result?.width,
        result?.height,
        result?.placeholder,
      ],
    );
  },
  /** Returns ready assets of the given kinds ordered by id, after `afterId`. */
  readyAfter: async (afterId: string, kinds: readonly AssetKind[], limit: number): Promise<Asset[]> => {
    const { rows } = await postgres.query<Row>(
      `select * from assets where state = 'ready' and id > $1 and kind = any($2) order by id limit $3`,
      [afterId, kinds, limit],
    );
    return rows.map(fromRow);
  },
  /** Locks a ready asset for the transaction; false when it is no longer ready. */
  lockReady: async (client: Queryable, id: string): Promise<boolean> => {
    const { rowCount } = await client.query(`select from assets where id = $1 and state = 'ready' for update`, [id]);
    return rowCount === 1;
  },
  /** Increments the revision of a ready asset; null when it is no longer ready. */
  revise: async (client: Queryable, id: string): Promise<Asset | null> => {
    const { rows } = await client.query<Row>(
      `update assets set revision = revision + 1 where id = $1 and state = 'ready' returning *`,
      [id],
    );
    return rows[0] ? fromRow(rows[0]) : null;
  },
  /** Counts a worker's start of an asset in processing; returns the number of starts without an end, including this one. */
  begin: async (id: string): Promise<number> => {
    const { rows } = await postgres.query<{ begun: number }>(
      `update assets set begun = begun + 1 where id = $1 and state = 'processing' returning begun`,
      [id],
    );
    return rows[0]?.begun ?? 0;
  },
  /** Uncounts the start: the worker has ended its work, successfully or not. */
  ended: async (id: string): Promise<void> => {
    await postgres.query('update assets set begun = begun - 1 where id = $1 and begun > 0', [id]);
  },
  /** Marks an asset in processing as ready; null when it was deleted, or finished by another worker. */
  finish: async (
    client: Queryable,
    id: string,
    { blurId, durationMs, width, height, placeholder }: AssetResult,
  ): Promise<Asset | null> => {
    const { rows } = await client.query<Row>(
      `update assets set state = 'ready', revision = revision + 1, blur_id = $2, duration_ms = $3, width = $4, height = $5, placeholder = $6
       where id = $1 and state = 'processing' returning *`,
      [id, blurId, durationMs, width, height, placeholder],
    );
    return rows[0] ? fromRow(rows[0]) : null;
  },
  /** Marks an asset in processing as failed; null when it is no longer in processing. */
  fail: async (client: Queryable, id: string, reason: string): Promise<Asset | null> => {
    const { rows } = await client.query<Row>(
      `update assets set state = 'failed', revision = revision + 1, failure = $2 where id = $1 and state = 'processing' returning *`,
      [id, reason],
    );
    return rows[0] ? fromRow(rows[0]) : null;
  },
  /** Binds drafts of a model's owner to the model: those for its slug, if given, and those with the given ids. */
  bindDrafts: async (
    client: Queryable,
    { modelId, slug, affiliateId }: { modelId: string; slug: string | null; affiliateId: string | null },
    ids: readonly string[],
  ): Promise<Asset[]> => {
    const { rows } = await client.query<Row>(
      `update assets set model_id = $1 where model_id is null and state <> 'deleted' and (model_slug = $2 or id = any($4::uuid[])) and uploader_affiliate_id is not distinct from $3 returning *`,
      [modelId, slug, affiliateId, ids],
    );
    return rows.map(fromRow);
  },
  /** Replaces assets by tombstones without original names; returns those that were not deleted before. */
  softDelete: async (client: Queryable, ids: readonly string[]): Promise<Asset[]> => {
    const { rows } = await client.query<Row>(
      `update assets set state = 'deleted', original_name = null, revision = revision + 1 where id = any($1) and state <> 'deleted' returning *`,
      [ids],
    );
    return rows.map(fromRow);
  },
});
export type AssetRepository = ReturnType<typeof createAssetRepository>;
