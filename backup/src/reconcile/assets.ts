import { HLS_RENDITION } from 'contracts/media';
import type { AssetKind } from 'contracts/media';
import { createEvent, saveEvents } from 'service-kit/outbox';
import { compare, compareReferences } from './compare.ts';
import type { Subject } from './compare.ts';
import { inTransaction } from './stores.ts';
import type { Stores } from './stores.ts';

interface Facts {
  state: 'processing' | 'ready' | 'failed' | 'deleted';
  modelSlug: string;
  modelId: string | null;
  uploaderAffiliateId: string | null;
  kind: AssetKind;
  blurId: string | null;
  durationMs: number | null;
  hasHls?: boolean;
  width: number | null;
  height: number | null;
  placeholder: string | null;
}
interface Owned extends Facts {
  id: string;
  bytes: number;
  failure: string | null;
  revision: number;
  createdAt: Date;
}
/** Without a state where the catalogue knows nothing of it but that it was bound or released. */
type Stored = Omit<Facts, 'state'> & { _id: string; revision: number; state?: Facts['state'] };

const COLUMNS = `id, state, model_slug as "modelSlug", model_id as "modelId", uploader_affiliate_id as "uploaderAffiliateId", kind, blur_id as "blurId", duration_ms as "durationMs",
  exists (select from files where asset_id = assets.id and name = '${HLS_RENDITION}') as "hasHls", width, height, placeholder,
  bytes::float8 as bytes, failure, revision, created_at as "createdAt"`;

/** Longer than any film may take; whoever waits longer is waited for by nobody. */
const PROCESSING_HOURS = 1;

/** What an upload is once it is processed counts from then on. */
const comparable = ({
  state,
  modelSlug,
  modelId = null,
  uploaderAffiliateId,
  kind,
  blurId,
  durationMs,
  hasHls = false,
  width,
  height,
  placeholder,
}: Facts) =>
  state === 'ready'
    ? { state, modelSlug, modelId, uploaderAffiliateId, kind, blurId, durationMs, hasHls, width, height, placeholder }
    : { state, modelSlug, modelId, uploaderAffiliateId, kind };

const eventOf = ({
  id,
  modelSlug,
  modelId,
  uploaderAffiliateId,
  kind,
  bytes,
  state,
  failure,
  revision,
  blurId,
  durationMs,
  hasHls,
  width,
  height,
  placeholder,
}: Owned) => {
  const facts = { id, modelSlug, modelId, uploaderAffiliateId, kind, bytes };
  if (state === 'ready')
    return createEvent(
      'asset.processed',
      {
        ...facts,
        blurId: blurId ?? '',
        durationMs,
        hasHls,
        width: width ?? 0,
        height: height ?? 0,
        placeholder: placeholder ?? '',
      },
      revision,
    );
  if (state === 'failed') return createEvent('asset.failed', { ...facts, reason: failure ?? '' }, revision);
  // To the worker too: it begins what nobody finished.
  return createEvent('asset.uploaded', facts, revision);
};

/** What the models show, with the slug of one that shows it. */
const usedAssets = async ({ catalogue }: Stores) => {
  const shown = await catalogue
    .collection<{ _id: string; slug: string; assetIds: string[] }>('models')
    .find({ deletedAt: null }, { projection: { slug: 1, assetIds: 1 } })
    .toArray();
  return shown.flatMap(({ slug, assetIds }) => assetIds.map((id) => ({ id, slug })));
};

/** Uploads: media's. */
export const assets: Subject = {
  look: async (stores) => {
    const { media, catalogue } = stores;
    const { rows } = await media.query<Owned>(`select ${COLUMNS} from assets where state <> 'deleted'`);
    const owned = new Map(rows.map((row) => [row.id, { revision: row.revision, facts: row }]));
    const copies = (await catalogue.collection<Stored>('assets').find().toArray()).map(
      ({ _id: id, revision, state, ...facts }) => ({
        id,
        revision,
        slug: facts.modelSlug,
        facts: state === undefined || state === 'deleted' ? null : comparable({ ...facts, state }),
      }),
    );
    const { rows: waiting } = await media.query<{ id: string }>(
      `select id from assets where state = 'processing' and created_at < now() - make_interval(hours => ${PROCESSING_HOURS})`,
    );
    return [
      compare('media.assets, catalogue.assets', owned, copies, comparable),
      compareReferences('catalogue.models, media.assets', await usedAssets(stores), owned, 'orphan'),
      compareReferences('media.assets in processing', waiting, new Set(), 'stuck'),
    ];
  },
  tellAgain: async ({ media }, things) => {
    for (const [id, { revision }] of things)
      await inTransaction(media, async () => {
        const { rows } = await media.query<Owned>(
          `update assets set revision = greatest(revision, $2) + 1 where id = $1 and state <> 'deleted' returning ${COLUMNS}`,
          [id, revision],
        );
        for (const row of rows) await saveEvents(media, eventOf(row));
      });
  },
  tellGone: async ({ media }, things) => {
    for (const [id, { revision, slug }] of things)
      await saveEvents(media, createEvent('asset.deleted', { id, modelSlug: slug }, revision + 1));
  },
};
