import type { AssetKind } from 'contracts/media';
import type { Queryable } from 'service-kit/postgres';

/** A file that may be delivered. */
export interface Delivery {
  key: string;
  contentType: string;
  bytes: number;
}

/** A rendition of a content item, and what decides who may have it. */
export interface ItemDelivery extends Delivery {
  kind: AssetKind;
  /** Of a film. */
  durationMs: number | null;
  /** The owner of its model, or who uploaded a draft; null: the house. */
  ownerAffiliateId: string | null;
  /** Its model uses it. */
  isShown: boolean;
  /** Its model shows it to everybody. */
  isUnlocked: boolean;
}

const FILE = 'f.key, f.content_type as "contentType", f.bytes';

/** Looks files up by what their addresses name. */
export const createDeliveryRepository = (postgres: Queryable) => ({
  ofPublic: async (id: string, rendition: string, kinds: readonly AssetKind[]): Promise<Delivery | null> => {
    const { rows } = await postgres.query<Delivery>(
      `select ${FILE} from assets a join files f on f.asset_id = a.id where a.id = $1 and f.name = $2 and a.kind = any($3) and a.state = 'ready'`,
      [id, rendition, kinds],
    );
    return rows[0] ?? null;
  },
  ofBlur: async (blurId: string, name: string): Promise<Delivery | null> => {
    const { rows } = await postgres.query<Delivery>(
      `select ${FILE} from assets a join files f on f.asset_id = a.id where a.blur_id = $1 and f.name = $2 and a.state = 'ready'`,
      [blurId, name],
    );
    return rows[0] ?? null;
  },
  ofItem: async (id: string, rendition: string, kinds: readonly AssetKind[]): Promise<ItemDelivery | null> => {
    const { rows } = await postgres.query<ItemDelivery>(
      `select ${FILE}, a.kind, a.duration_ms as "durationMs", case when a.model_id is null then a.uploader_affiliate_id else m.affiliate_id end as "ownerAffiliateId",
         used.access is not null as "isShown", coalesce(used.access = 'unlocked', false) as "isUnlocked"
       from assets a join files f on f.asset_id = a.id
       left join models m on m.id = a.model_id
       left join model_assets used on used.model_id = m.id and not m.is_deleted and used.asset_id = a.id
       where a.id = $1 and f.name = $2 and a.kind = any($3) and a.state = 'ready'`,
      [id, rendition, kinds],
    );
    return rows[0] ?? null;
  },
});
export type DeliveryRepository = ReturnType<typeof createDeliveryRepository>;
