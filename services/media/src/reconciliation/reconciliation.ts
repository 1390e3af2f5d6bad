import type { Postgres } from 'service-kit/postgres';
import { accessEntity, createSqlReader } from 'service-kit/reconciliation/collection';
import type { Collections } from 'service-kit/reconciliation/collection';
import type { Storage } from '../storage/storage.ts';
import { createAssetCollection } from './asset-collection.ts';
import { createFileCollection } from './file-collection.ts';

const MODELS = `select id, revision, slug, case when not is_deleted then json_build_object('slug', slug, 'affiliateId', affiliate_id, 'isHidden', is_hidden,
  'assetAccess', (select coalesce(json_agg(concat_ws(' ', asset_id, access, to_char(publish_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by asset_id::text collate "C", access), '[]') from model_assets where model_id = id and access is not null)) end as facts from models`;

interface EntitlementRow {
  id: string;
  revision: number;
  paidUntil: Date | null;
}

/** Creates the collections that a reconciliation compares: uploads and files, and copies of models and entitlements. */
export const createReconciliation = (stores: { postgres: Postgres; storage: Storage }): Collections => ({
  assets: createAssetCollection(stores.postgres),
  files: createFileCollection(stores),
  models: { read: createSqlReader(stores.postgres, { rows: MODELS }) },
  entitlements: {
    read: createSqlReader<EntitlementRow>(stores.postgres, {
      rows: 'select subscriber_id collate "C" as id, revision, paid_until as "paidUntil" from entitlements',
      toEntity: accessEntity,
    }),
  },
});
