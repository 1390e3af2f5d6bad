import type { AssetKind } from 'contracts/media';
import type { Queryable } from 'service-kit/postgres';
import { ORIGINAL } from '../assets/asset.ts';

/** File that may be served. */
export interface Delivery {
  key: string;
  contentType: string;
  bytes: number;
}

/** Rendition of a model's picture. */
export interface PictureDelivery extends Delivery {
  /** Owner of its model, or uploader of a draft; null: the platform. */
  ownerAffiliateId: string | null;
  /** Whether only the owner and the administrator may see its model (docs/domain.md#publication). */
  isHidden: boolean;
}

/** Blurred picture, whose address does not contain its asset's id. */
interface BlurDelivery extends PictureDelivery {
  assetId: string;
}

/** File as it was uploaded. */
export interface OriginalDelivery extends Delivery {
  /** Id of its asset. */
  id: string;
  /** Owner of its model, or uploader of a draft; null: the platform. */
  ownerAffiliateId: string | null;
  originalName: string | null;
}

/** Rendition of a content item, with the facts that decide who may access it. */
export interface ItemDelivery extends Delivery {
  kind: AssetKind;
  /** Duration of a video. */
  durationMs: number | null;
  /** Owner of its model, or uploader of a draft; null: the platform. */
  ownerAffiliateId: string | null;
  /** Whether a published model uses it and it is not scheduled for later. */
  isShown: boolean;
  /** Whether its model shows it to everyone. */
  isUnlocked: boolean;
}

const OWNER = 'case when a.model_id is null then a.uploader_affiliate_id else m.affiliate_id end as "ownerAffiliateId"';
const FILE = 'f.key, f.content_type as "contentType", f.bytes';

/** Finds files by the names in their addresses. */
export const createDeliveryRepository = (postgres: Queryable, clock: () => number) => ({
  ofPublic: async (id: string, rendition: string, kinds: readonly AssetKind[]): Promise<PictureDelivery | null> => {
    const { rows } = await postgres.query<PictureDelivery>(
      `select ${FILE}, ${OWNER}, coalesce(m.is_hidden, false) as "isHidden"
       from assets a join files f on f.asset_id = a.id left join models m on m.id = a.model_id
       where a.id = $1 and f.name = $2 and a.kind = any($3) and a.state = 'ready'`,
      [id, rendition, kinds],
    );
    return rows[0] ?? null;
  },
  ofBlur: async (blurId: string, name: string): Promise<BlurDelivery | null> => {
    const { rows } = await postgres.query<BlurDelivery>(
      `select ${FILE}, a.id as "assetId", ${OWNER}, coalesce(m.is_hidden, false) or coalesce(used.publish_at > $3, false) as "isHidden"
       from assets a join files f on f.asset_id = a.id
       left join models m on m.id = a.model_id
       left join model_assets used on used.model_id = m.id and used.asset_id = a.id
       where a.blur_id = $1 and f.name = $2 and a.state = 'ready'`,
      [blurId, name, new Date(clock())],
    );
    return rows[0] ?? null;
  },
  ofOriginal: async (id: string): Promise<OriginalDelivery | null> => {
    const { rows } = await postgres.query<OriginalDelivery>(
      `select ${FILE}, a.id, a.original_name as "originalName", ${OWNER}
       from assets a join files f on f.asset_id = a.id left join models m on m.id = a.model_id
       where a.id = $1 and f.name = $2 and a.state <> 'deleted'`,
      [id, ORIGINAL],
    );
    return rows[0] ?? null;
  },
  ofItem: async (id: string, rendition: string, kinds: readonly AssetKind[]): Promise<ItemDelivery | null> => {
    const { rows } = await postgres.query<ItemDelivery>(
      `select ${FILE}, a.kind, a.duration_ms as "durationMs", ${OWNER},
         used.access is not null as "isShown", coalesce(used.access = 'unlocked', false) as "isUnlocked"
       from assets a join files f on f.asset_id = a.id
       left join models m on m.id = a.model_id
       left join model_assets used on used.model_id = m.id and not m.is_deleted and not m.is_hidden and used.asset_id = a.id
         and coalesce(used.publish_at <= $4, true)
       where a.id = $1 and f.name = $2 and a.kind = any($3) and a.state = 'ready'`,
      [id, rendition, kinds, new Date(clock())],
    );
    return rows[0] ?? null;
  },
});
export type DeliveryRepository = ReturnType<typeof createDeliveryRepository>;
