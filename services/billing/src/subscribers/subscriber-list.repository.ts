import type { ATTRIBUTION_REASONS } from 'contracts/attribution';
import { TIMELINE_ROWS } from 'contracts/limits';
import { OFFER_CURRENCY } from 'contracts/offer';
import type { ListedSubscriber, SubscriberBilling, SubscriberListQuery } from 'contracts/operations/subscribers';
import { escapeLike } from 'service-kit/like-pattern';
import type { Postgres } from 'service-kit/postgres';
import { FLAGS_OF_POSTBACK } from '../fraud/fraud-flags.ts';
import { registeredWithModel } from './model-registrations.repository.ts';

const PAGE_SIZE = 50;

export interface SubscriberRow {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  state: ListedSubscriber['state'];
  paid_until: Date | null;
  model_slug: string;
  affiliate_slug: string | null;
  registered_at: Date | null;
  paid_cents: number;
  other_paid: NonNullable<ListedSubscriber['other_paid']> | null;
  attribution_reason: (typeof ATTRIBUTION_REASONS)[number] | null;
}

type PostbackRow = Omit<SubscriberBilling['postbacks'][number], 'received_at' | 'reviewed_at'> & {
  received_at: Date;
  reviewed_at: Date | null;
};

const RANK = `coalesce(s.registered_at, '-infinity'::timestamptz)`;
const SELECT = `select s.id, s.first_name, s.last_name, s.email, s.registered_at, s.attribution_reason,
    coalesce(c.state, 'pending') as state, c.paid_until, coalesce(m.slug, s.model_slug) as model_slug, a.slug as affiliate_slug,
    (select coalesce(sum(amount_cents), 0)::bigint from ledger where subscriber_id = s.id and kind <> 'fee' and currency = '${OFFER_CURRENCY}') as paid_cents,
    (select jsonb_agg(jsonb_build_object('currency', currency, 'cents', cents) order by currency) from (
       select currency, sum(amount_cents)::bigint as cents from ledger
       where subscriber_id = s.id and kind <> 'fee' and currency <> '${OFFER_CURRENCY}' group by currency having sum(amount_cents) <> 0) others) as other_paid
  from subscribers s
    left join subscriptions c on c.subscriber_id = s.id
    left join models m on m.id = s.model_id and not m.deleted
    left join affiliates a on a.id = s.affiliate_id`;

/** Reads subscribers with their subscription, model, affiliate and payments. */
export const createSubscriberListRepository = (postgres: Pick<Postgres, 'query'>) => ({
  /** Returns a page, latest registration first, and the cursor of the next one; null on the last page. */
  page: async ({
    search,
    state,
    affiliate,
    model,
    before,
  }: SubscriberListQuery): Promise<{ rows: SubscriberRow[]; next: string | null }> => {
    const values: unknown[] = [
      search,
      `%${escapeLike(search.toLowerCase())}%`,
      state ?? null,
      affiliate?.toLowerCase() ?? null,
      before ?? null,
    ];
    const isOfModel = model ? await registeredWithModel(postgres, model, values) : 'true';
    const { rows } = await postgres.query<SubscriberRow>(
      `${SELECT}
       where not s.erased
         and ($1 = '' or lower(s.email) like $2 or lower(s.first_name || ' ' || s.last_name) like $2)
         and ($3::text is null or ${state === 'pending' ? `coalesce(c.state, 'pending')` : 'c.state'} = $3)
         and ($4::text is null or coalesce(s.affiliate_id::text, 'none') = $4)
         and ${isOfModel}
         and ($5::uuid is null or (${RANK}, s.id) < (select ${RANK}, s.id from subscribers s where s.id = $5))
       order by ${RANK} desc, s.id desc limit ${PAGE_SIZE + 1}`,
      values,
    );
    const page = rows.slice(0, PAGE_SIZE);
    return { rows: page, next: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null };
  },
  /** Returns a subscriber; null for an unknown or erased one. */
  byId: async (id: string): Promise<SubscriberRow | null> => {
    const { rows } = await postgres.query<SubscriberRow>(`${SELECT} where s.id = $1 and not s.erased`, [id]);
    return rows[0] ?? null;
  },
  /** Returns the latest postbacks of a subscriber, including those of its entries. */
  postbacksOf: async (id: string): Promise<PostbackRow[]> => {
    const { rows } = await postgres.query<PostbackRow>(
      `select id, event, verdict, transaction_id, amount_cents, currency, discrepancies, received_at, reviewed_at, ${FLAGS_OF_POSTBACK} from postbacks p
         where p.id in (select id from postbacks where subscriber_id = $1
           union select o.id from ledger l join postbacks o on o.partner = l.partner and o.transaction_id = l.transaction_id
             where l.subscriber_id = $1 and l.postback_id is not null)
         order by received_at desc, id desc limit ${TIMELINE_ROWS}`,
      [id],
    );
    return rows;
  },
});
export type SubscriberListRepository = ReturnType<typeof createSubscriberListRepository>;
