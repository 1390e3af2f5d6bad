import { changeEvents } from 'catalogue/models/model-events';
import type { ModelRecord } from 'catalogue/models/model-record';
import type { EventData } from 'contracts/events';
import { createEvent } from 'service-kit/outbox';
import { compare, compareReferences } from './compare.ts';
import type { CopyRow, OwnedRow, Subject } from './compare.ts';
import type { Stores } from './stores.ts';

type Facts = EventData<'model.updated'>;
type Stored = Omit<ModelRecord, 'id'> & { _id: string; deletedAt: Date | null };

const COPY = `select id, revision, slug, case when not`;

const sorted = (assets: Facts['assets']) => assets.map(({ id, access }) => `${id} ${access}`).sort();

/** What the catalogue would tell of each model now, in its own words. */
const factsOfModels = async ({ catalogue, modelAssets }: Stores): Promise<Map<string, OwnedRow<Facts>>> => {
  const owned = new Map<string, OwnedRow<Facts>>();
  for await (const { _id, deletedAt: _deletedAt, ...rest } of catalogue
    .collection<Stored>('models')
    .find({ deletedAt: null }, { projection: { outbox: 0, relayLease: 0 } })) {
    const record: ModelRecord = { id: _id, ...rest };
    const [told] = changeEvents(record, record, await modelAssets.find(record.assetIds));
    if (told?.name === 'model.updated') owned.set(_id, { revision: record.revision, facts: told.data as Facts });
  }
  return owned;
};

/** Models and the uploads that they show: the catalogue's. */
export const models: Subject = {
  look: async (stores) => {
    const { identity, billing, media, affiliate } = stores;
    const owned = await factsOfModels(stores);
    const owners = [...owned.values()].flatMap(({ facts: { affiliateId } }) =>
      affiliateId === null ? [] : [{ id: affiliateId }],
    );
    const inIdentity = await identity.query<CopyRow>(
      `${COPY} is_deleted then json_build_object('slug', slug, 'affiliateId', affiliate_id, 'emailFromName', email_from_name, 'emailFromEmail', email_from_email) end as facts from models`,
    );
    const inBilling = await billing.query<CopyRow>(
      `${COPY} deleted then json_build_object('slug', slug, 'previousSlugs', previous_slugs, 'affiliateId', affiliate_id, 'baseUrl', base_url, 'sourceId', source_id, 'telegramLink', telegram_link) end as facts from models`,
    );
    const inMedia = await media.query<CopyRow>(
      `${COPY} is_deleted then json_build_object('slug', slug, 'affiliateId', affiliate_id,
         'assets', (select coalesce(json_agg(asset_id || ' ' || access order by asset_id::text collate "C", access), '[]') from model_assets where model_id = id)) end as facts from models`,
    );
    const inAffiliate = await affiliate.query<CopyRow>(
      `${COPY} is_deleted and revision > 0 then json_build_object('slug', slug, 'previousSlugs', previous_slugs, 'affiliateId', affiliate_id, 'name', name) end as facts from models`,
    );
    const known = new Set(
      (await affiliate.query<{ id: string }>('select id from affiliates')).rows.map(({ id }) => id),
    );
    return [
      compare(
        'catalogue.models, identity.models',
        owned,
        inIdentity.rows,
        ({ slug, affiliateId, emailFromName, emailFromEmail }) => ({
          slug,
          affiliateId,
          emailFromName,
          emailFromEmail,
        }),
      ),
      compare(
        'catalogue.models, billing.models',
        owned,
        inBilling.rows,
        ({ slug, previousSlugs, affiliateId, adexicoBaseUrl, adexicoSourceId, telegramLink }) => ({
          slug,
          previousSlugs,
          affiliateId,
          baseUrl: adexicoBaseUrl,
          sourceId: adexicoSourceId,
          telegramLink,
        }),
      ),
      compare('catalogue.models, media.models', owned, inMedia.rows, ({ slug, affiliateId, assets }) => ({
        slug,
        affiliateId,
        assets: sorted(assets),
      })),
      compare(
        'catalogue.models, affiliate.models',
        owned,
        inAffiliate.rows,
        ({ slug, previousSlugs, affiliateId, name }) => ({ slug, previousSlugs, affiliateId, name }),
      ),
      compareReferences('catalogue.models, affiliate.affiliates', owners, known, 'stuck'),
    ];
  },
  tellAgain: async ({ catalogue, modelWriter }, things) => {
    const stored = catalogue.collection<Stored>('models');
    for (const [id, { revision }] of things) {
      await stored.updateOne({ _id: id, revision: { $lt: revision } }, { $set: { revision } });
      if (await stored.findOne({ _id: id, deletedAt: null }, { projection: { _id: 1 } }))
        await modelWriter.update(id, (model) => model);
    }
  },
  /** Leaves the tombstone that the catalogue leaves of a model: told, it goes. */
  tellGone: async ({ catalogue }, things) => {
    for (const [id, { revision, slug }] of things) {
      const event = createEvent('model.deleted', { id, slug, assets: [] }, revision + 1);
      const tombstone = {
        slug: `~${id}`,
        revision: event.revision,
        deletedAt: new Date(),
        relayLease: null,
        assetIds: [],
        photo_items: [],
        video_items: [],
        live_replays: [],
        outbox: [event],
      };
      await catalogue
        .collection<{ _id: string }>('models')
        .updateOne({ _id: id }, { $setOnInsert: tombstone }, { upsert: true });
    }
  },
};
