import type { BatchState, PaidStatement, PayoutBatch, PayoutStatement, StatementLine } from 'contracts/commissions';
import { lockByName } from 'service-kit/lock-by-name';
import type { Queryable } from 'service-kit/postgres';

/** Entries due to one affiliate in one currency that are in no statement. */
export interface DueGroup {
  affiliateId: string;
  slug: string;
  name: string;
  currency: string;
  amountCents: number;
  entryIds: string[];
}
interface GroupRow {
  affiliate_id: string;
  slug: string;
  name: string;
  currency: string;
  amount_cents: number;
  entry_ids: string[];
}

interface BatchRow {
  id: string;
  number: number;
  created_at: Date;
  paid_at: Date | null;
  cancelled_at: Date | null;
  reference: string | null;
}
interface StatementRow {
  id: string;
  batch_id: string;
  affiliate_id: string;
  affiliate_slug: string;
  affiliate_name: string;
  currency: string;
  amount_cents: number;
}
type LineRow = Omit<StatementLine, 'at'> & { at: Date };

const BATCH = 'id, number, created_at, paid_at, cancelled_at, reference';
const STATEMENT = 'id, batch_id, affiliate_id, affiliate_slug, affiliate_name, currency, amount_cents';

export const stateOf = ({ paid_at, cancelled_at }: Pick<BatchRow, 'paid_at' | 'cancelled_at'>): BatchState => {
  if (paid_at) return 'paid';
  return cancelled_at ? 'cancelled' : 'open';
};
const summaryOf = ({ id, affiliate_id, affiliate_slug, affiliate_name, currency, amount_cents }: StatementRow) => ({
  id,
  affiliate: { id: affiliate_id, slug: affiliate_slug, name: affiliate_name },
  currency,
  cents: amount_cents,
});
const totalsOf = (statements: readonly StatementRow[]) =>
  [...Map.groupBy(statements, ({ currency }) => currency)]
    .map(([currency, rows]) => ({ currency, cents: rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0) }))
    .sort((one, other) => (one.currency < other.currency ? -1 : 1));
const batchOf = (row: BatchRow, statements: readonly StatementRow[]): PayoutBatch => ({
  id: row.id,
  number: row.number,
  state: stateOf(row),
  created_at: row.created_at.toISOString(),
  paid_at: row.paid_at?.toISOString() ?? null,
  cancelled_at: row.cancelled_at?.toISOString() ?? null,
  reference: row.reference,
  totals: totalsOf(statements),
  statements: statements.map(summaryOf),
});

const DUE = `
  select u.affiliate_id, coalesce(a.slug, '') as slug, coalesce(a.name, 'Affilié supprimé') as name, u.currency,
    sum(u.amount_cents)::bigint as amount_cents, array_agg(u.entry_id) as entry_ids
  from unpaid_commissions u left join affiliates a on a.id = u.affiliate_id
  where u.available_at <= now()
  group by u.affiliate_id, a.slug, a.name, u.currency
  having sum(u.amount_cents) > 0
  order by name, u.currency`;

/** Query that reads the payment once: most commissions are caused by their own payment. */
const LINES = `
  select e.occurred_at as at, e.kind, coalesce(c.kind, p.kind) as cause, p.model_slug as model, coalesce(c.amount_cents, p.amount_cents) as base_cents,
    coalesce(c.currency, p.currency) as base_currency, e.rate, e.amount_cents
  from payout_statement_entries l
  join commission_entries e on e.id = l.entry_id
  join payments p on p.id = e.payment_id
  left join payments c on c.id = nullif(e.cause_id, e.payment_id)
  where l.statement_id = $1 order by e.occurred_at, e.sequence`;

/** Names of the models that have these slugs ($1), else of those that had them. */
const NAMES = `
  select distinct on (slug) slug, name from (
    select slug, name, false as is_former, is_deleted from models where slug = any($1)
    union all
    select former, name, true, is_deleted from models cross join unnest(previous_slugs) former where previous_slugs && $1 and former = any($1)
  ) named
  where name <> '' order by slug, is_former, is_deleted`;

/** Stores batches of payouts and their statements. */
export const createPayoutRepository = () => {
  const statementsOf = async (client: Queryable, batchIds: readonly string[]): Promise<StatementRow[]> =>
    (
      await client.query<StatementRow>(
        `select ${STATEMENT} from payout_statements where batch_id = any($1) order by affiliate_name, currency`,
        [batchIds],
      )
    ).rows;
  const namesOf = async (client: Queryable, lines: readonly LineRow[]): Promise<ReadonlyMap<string, string>> => {
    const slugs = [...new Set(lines.map(({ model }) => model))];
    const { rows } = await client.query<{ slug: string; name: string }>(NAMES, [slugs]);
    return new Map(rows.map(({ slug, name }) => [slug, name]));
  };
  const withStatements = async (client: Queryable, rows: readonly BatchRow[]): Promise<PayoutBatch[]> => {
    const statements = Map.groupBy(
      await statementsOf(
        client,
        rows.map(({ id }) => id),
      ),
      ({ batch_id }) => batch_id,
    );
    return rows.map((row) => batchOf(row, statements.get(row.id) ?? []));
  };
  return {
    /** Locks all batches until the transaction ends: only one is created, paid or cancelled at a time. */
    lock: (client: Queryable) => lockByName(client, 'payouts'),
    /** Reads the due groups in one query, so that sums and entries agree. */
    due: async (client: Queryable): Promise<DueGroup[]> =>
      (await client.query<GroupRow>(DUE)).rows.map(({ affiliate_id, amount_cents, entry_ids, ...group }) => ({
        ...group,
        affiliateId: affiliate_id,
        amountCents: amount_cents,
        entryIds: entry_ids,
      })),
    hasOpen: async (client: Queryable): Promise<boolean> =>
      (await client.query('select 1 from payout_batches where paid_at is null and cancelled_at is null')).rowCount !==
      0,
    add: async (client: Queryable, groups: readonly DueGroup[]): Promise<PayoutBatch> => {
      const { rows } = await client.query<BatchRow>(`insert into payout_batches default values returning ${BATCH}`);
      for (const { affiliateId, slug, name, currency, amountCents, entryIds } of groups)
        await client.query(
          `with statement as (
             insert into payout_statements (batch_id, affiliate_id, affiliate_slug, affiliate_name, currency, amount_cents)
             values ($1, $2, $3, $4, $5, $6) returning id)
           insert into payout_statement_entries (statement_id, entry_id) select id, unnest($7::uuid[]) from statement`,
          [rows[0]?.id, affiliateId, slug, name, currency, amountCents, entryIds],
        );
      return (await withStatements(client, rows))[0] as PayoutBatch;
    },
    byId: async (client: Queryable, id: string): Promise<PayoutBatch | null> => {
      const { rows } = await client.query<BatchRow>(`select ${BATCH} from payout_batches where id = $1`, [id]);
      return (await withStatements(client, rows))[0] ?? null;
    },
    /** Returns a page of batches, newest first. @param before number after which the page continues; null: the first page */
    page: async (
      client: Queryable,
      { before, limit }: { before: number | null; limit: number },
    ): Promise<PayoutBatch[]> => {
      const { rows } = await client.query<BatchRow>(
        `select ${BATCH} from payout_batches where $1::integer is null or number < $1 order by number desc limit $2`,
        [before, limit],
      );
      return withStatements(client, rows);
    },
    count: async (client: Queryable): Promise<number> =>
      (await client.query<{ count: number }>('select count(*)::integer as count from payout_batches')).rows[0]?.count ??
      0,
    markPaid: async (client: Queryable, id: string, reference: string): Promise<void> => {
      await client.query('update payout_batches set paid_at = now(), reference = $2 where id = $1', [id, reference]);
      await client.query(
        `insert into commission_entries (affiliate_id, kind, statement_id, amount_cents, currency, occurred_at, available_at)
         select affiliate_id, 'payout', id, -amount_cents, currency, now(), now() from payout_statements where batch_id = $1`,
        [id],
      );
    },
    cancel: async (client: Queryable, id: string): Promise<void> => {
      await client.query('update payout_batches set cancelled_at = now() where id = $1', [id]);
      await client.query(
        `update payout_statement_entries set is_released = true
         where statement_id in (select id from payout_statements where batch_id = $1)`,
        [id],
      );
    },
    statement: async (client: Queryable, id: string): Promise<PayoutStatement | null> => {
      const { rows } = await client.query<StatementRow & BatchRow>(
        `select s.*, b.number, b.created_at, b.paid_at, b.cancelled_at, b.reference
         from payout_statements s join payout_batches b on b.id = s.batch_id where s.id = $1`,
        [id],
      );
      const [row] = rows;
      if (!row) return null;
      const { rows: lines } = await client.query<LineRow>(LINES, [id]);
      const names = await namesOf(client, lines);
      const { affiliate, currency, cents } = summaryOf(row);
      return {
        id,
        batch_number: row.number,
        state: stateOf(row),
        created_at: row.created_at.toISOString(),
        paid_at: row.paid_at?.toISOString() ?? null,
        reference: row.reference,
        affiliate,
        currency,
        amount_cents: cents,
        lines: lines.map((line) => ({ ...line, model_name: names.get(line.model) ?? '', at: line.at.toISOString() })),
      };
    },
    isPaidTo: async (client: Queryable, affiliateId: string, id: string): Promise<boolean> =>
      (
        await client.query(
          `select from payout_statements s join payout_batches b on b.id = s.batch_id
           where s.id = $1 and s.affiliate_id = $2 and b.paid_at is not null`,
          [id, affiliateId],
        )
      ).rowCount === 1,
    /**
     * Returns paid statements of an affiliate, newest first.
     * @param before statement after which the page continues; null: the first page
     */
    paidTo: async (
      client: Queryable,
      affiliateId: string,
      { before, limit }: { before: string | null; limit: number },
    ): Promise<PaidStatement[]> =>
      (
        await client.query<StatementRow & { number: number; paid_at: Date; reference: string }>(
          `select s.*, b.number, b.paid_at, b.reference from payout_statements s join payout_batches b on b.id = s.batch_id
           where s.affiliate_id = $1 and b.paid_at is not null and ($2::uuid is null or (-b.number, s.currency) > (
             select -e.number, d.currency from payout_statements d join payout_batches e on e.id = d.batch_id where d.id = $2))
           order by -b.number, s.currency limit $3`,
          [affiliateId, before, limit],
        )
      ).rows.map(({ id, number, paid_at, reference, currency, amount_cents }) => ({
        id,
        batch_number: number,
        paid_at: paid_at.toISOString(),
        reference,
        currency,
        cents: amount_cents,
      })),
  };
};
export type PayoutRepository = ReturnType<typeof createPayoutRepository>;
