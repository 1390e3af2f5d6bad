import type { AssetKind } from 'contracts/media';
import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Postgres } from 'service-kit/postgres';
import { createSqlReader, presentIn } from 'service-kit/reconciliation/collection';
import type { Collection } from 'service-kit/reconciliation/collection';
import { HLS_RENDITION } from '../assets/hls-names.ts';

interface AssetRow {
  id: string;
  state: 'processing' | 'ready' | 'failed';
  modelSlug: string;
  modelId: string | null;
  uploaderAffiliateId: string | null;
  kind: AssetKind;
  originalName: string | null;
  blurId: string | null;
  durationMs: number | null;
  hasHls: boolean;
  width: number | null;
  height: number | null;
  placeholder: string | null;
  bytes: number;
  failure: string | null;
  revision: number;
}

const COLUMNS = `id, state, model_slug as "modelSlug", model_id as "modelId", uploader_affiliate_id as "uploaderAffiliateId", kind, original_name as "originalName", blur_id as "blurId", duration_ms as "durationMs",
  exists (select from files where asset_id = assets.id and name = '${HLS_RENDITION}') as "hasHls", width, height, placeholder,
  bytes::float8 as bytes, failure, revision`;

/** Longer than any transcode takes. */
const PROCESSING_HOURS = 1;
/** Maximum number of stuck uploads that one check reports. */
const MAX_FINDINGS = 10_000;

/** Omits the results of processing until the asset is ready. */
const factsOf = ({ id: _id, revision: _revision, bytes: _bytes, failure: _failure, ...facts }: AssetRow) => {
  const { state, modelSlug, modelId, uploaderAffiliateId, kind, originalName } = facts;
  return state === 'ready' ? facts : { state, modelSlug, modelId, uploaderAffiliateId, kind, originalName };
};

const eventOf = ({
  state,
  failure,
  revision,
  blurId,
  durationMs,
  hasHls,
  width,
  height,
  placeholder,
  ...row
}: AssetRow) => {
  if (state === 'ready') {
    const result = { durationMs, hasHls, width: width ?? 0, height: height ?? 0, placeholder: placeholder ?? '' };
    return createEvent('asset.processed', { ...row, ...result, blurId: blurId ?? '' }, revision);
  }
  if (state === 'failed') return createEvent('asset.failed', { ...row, reason: failure ?? '' }, revision);
  // The worker consumes this event too, and processes an asset that another worker left unfinished.
  return createEvent('asset.uploaded', row, revision);
};

/** Creates the collection of uploads, which media owns. */
export const createAssetCollection = (postgres: Postgres): Collection => {
  const present = presentIn(postgres, `select id from assets where id = any($1) and state <> 'deleted'`);
  return {
    read: createSqlReader<AssetRow>(postgres, {
      rows: `select ${COLUMNS} from assets where state <> 'deleted'`,
      toEntity: (row) => ({ id: row.id, revision: row.revision, facts: factsOf(row) }),
    }),
    present,
    republish: (targets) =>
      postgres.transaction(async (client) => {
        for (const { id, revision } of targets) {
          const { rows } = await client.query<AssetRow>(
            `update assets set revision = greatest(revision, $2) + 1 where id = $1 and state <> 'deleted' returning ${COLUMNS}`,
            [id, revision],
          );
          await saveEvents(client, ...rows.map(eventOf));
        }
      }),
    retract: async (targets) => {
      const presentIds = await present(targets.map(({ id }) => id));
      const deleted = targets.filter(({ id }) => !presentIds.has(id));
      await postgres.transaction((client) =>
        saveEvents(
          client,
          ...deleted.map(({ id, revision, slug }) =>
            createEvent('asset.deleted', { id, modelSlug: slug }, revision + 1),
          ),
        ),
      );
    },
    checks: {
      'in-processing': async () => {
        const { rows } = await postgres.query<{ id: string }>(
          `select id from assets where state = 'processing' and created_at < now() - make_interval(hours => $1) order by id limit $2`,
          [PROCESSING_HOURS, MAX_FINDINGS],
        );
        return { compared: rows.length, findings: rows.map(({ id }) => id), next: null };
      },
    },
  };
};
