import { DAY_MS } from 'contracts/durations';
import type { PostbackList, PostbackListQuery, StoredPostback } from 'contracts/operations/postbacks';
import { AppError } from 'service-kit/errors';
import { escapeLike } from 'service-kit/like-pattern';
import type { Postgres } from 'service-kit/postgres';
import { readTime } from '../database-time.ts';
import type { TimeSql } from '../database-time.ts';
import { FLAGS_OF_POSTBACK } from '../fraud/fraud-flags.ts';
import { registeredWithModel } from '../subscribers/model-registrations.repository.ts';
import { STATED_TRANSACTION } from './postback-row.ts';

const PAGE_SIZE = 50;
/** Number of days in the summary. */
const SUMMARY_DAYS = 30;
/** Maximum number of found subscribers whose postbacks are read by index; for more, all postbacks are scanned, newest first. */
const MAX_LISTED_SUBSCRIBERS = 1_000;

type Row = Omit<StoredPostback, 'received_at' | 'reviewed_at' | 'subscriber'> & {
  received_at: Date;
  reviewed_at: Date | null;
  subscriber_id: string | null;
  first_name: string | null;
  last_name: string | null;
  subscriber_email: string | null;
};

const listedPostback = ({
  received_at,
  reviewed_at,
  subscriber_id,
  first_name,
  last_name,
  subscriber_email,
  ...row
}: Row): StoredPostback => ({
  ...row,
  received_at: received_at.toISOString(),
  reviewed_at: reviewed_at?.toISOString() ?? null,
  subscriber:
    subscriber_id === null
      ? null
      : { name: `${first_name ?? ''} ${last_name ?? ''}`.trim(), email: subscriber_email ?? '' },
});

const SHOWN_WHERE: Record<NonNullable<PostbackListQuery['show']>, string> = {
  accepted: `p.verdict = 'recorded'`,
  // Each part of the condition has its own index.
  review: `(p.verdict = 'unmatched' or p.reviewed_at is null) and p.id in (
    select id from postbacks where verdict = 'unmatched'
    union select id from postbacks where reviewed_at is null and (verdict = 'ignored' or discrepancies <> '{}')
    union select id from postbacks where verdict = 'rejected' and reviewed_at is null
    union select postback_id from fraud_flags)`,
  unmatched: `p.verdict = 'unmatched'`,
  declined: `p.verdict = 'declined'`,
  duplicate: `p.verdict = 'duplicate'`,
};

/** Reads the administrator's list of stored postbacks, newest first. */
export const createPostbackListRepository = (postgres: Postgres, timeSql: TimeSql) => {
  /**
   * Returns the SQL condition of a search: postbacks whose own or refunded transaction has this prefix, unmatched ones with this
   * address, or those of subscribers with this address or name. Few are rejected, and they have an index.
   * @param values earlier parameters, to which the condition's are appended
   */
  const conditionOf = async (search: string, values: unknown[]): Promise<string> => {
    const term = search.toLowerCase();
    const name = `%${escapeLike(term)}%`;
    const { rows } = await postgres.query<{ id: string }>(
      `select id from subscribers where not erased and (lower(email) = $1 or lower(first_name || ' ' || last_name) like $2) limit ${MAX_LISTED_SUBSCRIBERS + 1}`,
      [term, name],
    );
    const [beginning, address] = [`$${values.push(`${escapeLike(search)}%`)}`, `$${values.push(term)}`];
    const isRejected = `p.verdict = 'rejected' and ${STATED_TRANSACTION} like ${beginning}`;
    const isStated = `p.verdict = 'unmatched' and p.email <> '' and p.email = ${address}`;
    if (rows.length > MAX_LISTED_SUBSCRIBERS)
      return `(p.transaction_id like ${beginning} or p.original_transaction_id like ${beginning} or (${isRejected}) or (${isStated}) or lower(s.email) = ${address} or lower(s.first_name || ' ' || s.last_name) like $${values.push(name)})`;
    const ids = `$${values.push(rows.map(({ id }) => id))}::uuid[]`;
    return `p.id in (
      select id from postbacks where transaction_id like ${beginning}
      union select id from postbacks where original_transaction_id <> '' and original_transaction_id like ${beginning}
      union select p.id from postbacks p where ${isRejected}
      union select id from postbacks where subscriber_id = any(${ids})
      union select p.id from postbacks p where ${isStated}
      union select o.id from ledger e join postbacks o on o.partner = e.partner and o.transaction_id = e.transaction_id where e.subscriber_id = any(${ids}))`;
  };

  /** SQL condition for the postbacks of a model's subscribers; those of few are found by their index. */
  const ofModel = async (slug: string, values: unknown[]): Promise<string> => {
    const subscriberValues: unknown[] = [];
    const condition = await registeredWithModel(postgres, slug, subscriberValues);
    const { rows } = await postgres.query<{ id: string }>(
      `select s.id from subscribers s where not s.erased and ${condition} limit ${MAX_LISTED_SUBSCRIBERS + 1}`,
      subscriberValues,
    );
    if (rows.length > MAX_LISTED_SUBSCRIBERS) return registeredWithModel(postgres, slug, values);
    const ids = `$${values.push(rows.map(({ id }) => id))}::uuid[]`;
    return `p.id in (
      select id from postbacks where subscriber_id = any(${ids})
      union select o.id from ledger e join postbacks o on o.partner = e.partner and o.transaction_id = e.transaction_id where e.subscriber_id = any(${ids}))`;
  };

  const page = async ({
    search,
    show,
    days,
    model,
    before,
  }: PostbackListQuery): Promise<Omit<PostbackList, 'summary'>> => {
    const values: unknown[] = [days ?? null, before ?? null];
    const isFound = search === '' ? 'true' : await conditionOf(search, values);
    const isOfModel = model ? await ofModel(model, values) : 'true';
    const { rows } = await postgres.query<Row>(
      `select p.id, p.partner, ${STATED_TRANSACTION} as transaction_id, p.original_transaction_id, p.event, p.reference <> '' as has_reference, coalesce(l.amount_cents, p.amount_cents) as amount_cents,
         coalesce(l.currency, p.currency) as currency, p.verdict, p.discrepancies, p.matched_by, p.call, p.unreadable_fields, p.received_at, p.reviewed_at, s.id as subscriber_id, s.first_name, s.last_name, s.email as subscriber_email,
         coalesce(l.model_slug, s.model_slug, '') as model_slug, a.slug as affiliate_slug, ${FLAGS_OF_POSTBACK}
       from postbacks p
         left join ledger l on l.partner = p.partner and l.transaction_id = p.transaction_id and p.verdict in ('recorded', 'duplicate')
         left join subscribers s on s.id = coalesce(l.subscriber_id, p.subscriber_id) and not s.erased
         left join affiliates a on a.id = coalesce(l.affiliate_id, s.affiliate_id)
       where ${isFound} and ${isOfModel} and ${show === undefined ? 'true' : SHOWN_WHERE[show]}
         and ($1::integer is null or p.received_at > ${timeSql()} - make_interval(days => $1))
         and ($2::uuid is null or (p.received_at, p.id) < (select received_at, id from postbacks where id = $2))
       order by p.received_at desc, p.id desc limit ${PAGE_SIZE + 1}`,
      values,
    );
    const postbacks = rows.slice(0, PAGE_SIZE).map(listedPostback);
    const last = postbacks.at(-1);
    return { postbacks, next: rows.length > PAGE_SIZE && last ? last.id : null };
  };

  const summary = async (): Promise<PostbackList['summary']> => {
    const since = (await readTime(postgres, timeSql)).getTime() - SUMMARY_DAYS * DAY_MS;
    const { rows } = await postgres.query<{ received: number; last: Date | null; unmatched: number }>(
      `select (select count(*)::integer from postbacks where received_at > $1) as received, (select max(received_at) from postbacks) as last,
         (select count(*)::integer from postbacks where verdict = 'unmatched') as unmatched`,
      [new Date(since)],
    );
    const [row] = rows;
    return {
      received_30_days: row?.received ?? 0,
      last_received_at: row?.last?.toISOString() ?? null,
      unmatched: row?.unmatched ?? 0,
    };
  };

  return {
    list: async (query: PostbackListQuery): Promise<PostbackList> => ({
      ...(await page(query)),
      summary: await summary(),
    }),
    /**
     * Marks a postback as reviewed or not reviewed, without any other effect (docs/domain.md#fraud-flags).
     * @returns the time of the first review; null when not reviewed
     * @throws AppError POSTBACK_NOT_FOUND
     */
    review: async (id: string, isReviewed: boolean): Promise<string | null> => {
      const { rows } = await postgres.query<{ reviewed_at: Date | null }>(
        `update postbacks set reviewed_at = case when $2 then coalesce(reviewed_at, ${timeSql()}) end where id = $1 returning reviewed_at`,
        [id, isReviewed],
      );
      const [row] = rows;
      if (!row) throw new AppError('POSTBACK_NOT_FOUND');
      return row.reviewed_at?.toISOString() ?? null;
    },
  };
};
export type PostbackListRepository = ReturnType<typeof createPostbackListRepository>;
