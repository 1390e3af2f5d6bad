import type { Queryable } from 'service-kit/postgres';
import { prepared } from 'service-kit/prepared';

export interface Checkout {
  /** Random reference, sent to the partner within sub4 and returned by its postback. */
  reference: string;
  subscriberId: string;
  modelSlug: string;
  sourceId: string;
  /** Whether a known bot opened the payment page. */
  isBot: boolean;
}

interface Row {
  reference: string;
  subscriber_id: string;
  model_slug: string;
  source_id: string;
  is_bot: boolean;
}

const FIND = prepared(
  'select reference, subscriber_id, model_slug, source_id, is_bot from checkouts where reference = $1',
);

/** Maximum number of checkouts stored per subscriber and day: more than people open. */
const STORED_PER_DAY = 100;

const LATEST = prepared('select reference from checkouts where subscriber_id = $1 order by opened_at desc limit 1');

export const createCheckoutRepository = () => ({
  byReference: async (client: Queryable, reference: string): Promise<Checkout | null> => {
    const { rows } = await client.query<Row>(FIND, [reference]);
    const row = rows[0];
    return row
      ? {
          reference: row.reference,
          subscriberId: row.subscriber_id,
          modelSlug: row.model_slug,
          sourceId: row.source_id,
          isBot: row.is_bot,
        }
      : null;
  },
  /** Lists the payment links that a subscriber opened, oldest first. @param most number of the latest; null: all */
  ofSubscriber: async (
    client: Queryable,
    subscriberId: string,
    most: number | null = null,
  ): Promise<(Pick<Checkout, 'reference' | 'modelSlug'> & { openedAt: Date })[]> => {
    const { rows } = await client.query<{ reference: string; modelSlug: string; openedAt: Date }>(
      'select reference, model_slug as "modelSlug", opened_at as "openedAt" from checkouts where subscriber_id = $1 order by opened_at desc limit $2',
      [subscriberId, most],
    );
    return rows.reverse();
  },
  /** Returns the reference of the payment link that a subscriber opened last; null when there is none. */
  latestReference: async (client: Queryable, subscriberId: string): Promise<string | null> => {
    const { rows } = await client.query<{ reference: string }>(LATEST, [subscriberId]);
    return rows[0]?.reference ?? null;
  },
  /**
   * Stores an opened payment link. Beyond STORED_PER_DAY it stores nothing, so that one subscriber cannot fill the table: sub4 carries
   * what a postback needs.
   */
  open: async (client: Queryable, { reference, subscriberId, modelSlug, sourceId, isBot }: Checkout): Promise<void> => {
    await client.query(
      `insert into checkouts (reference, subscriber_id, model_slug, source_id, is_bot) select $1, $2, $3, $4, $5
       where (select count(*) from checkouts where subscriber_id = $2 and opened_at > now() - interval '1 day') < $6`,
      [reference, subscriberId, modelSlug, sourceId, isBot, STORED_PER_DAY],
    );
  },
});
export type CheckoutRepository = ReturnType<typeof createCheckoutRepository>;
