import { AFFILIATE_COLUMNS } from 'contracts/affiliate-fields';
import type { AffiliateFields } from 'contracts/affiliate-fields';
import type { Postgres, Queryable } from 'service-kit/postgres';

/** Stored affiliate, without its password. */
export interface Affiliate extends AffiliateFields {
  id: string;
  /** Number of asterisks that the administrator's form shows. */
  password_length: number;
  revision: number;
  created_at: Date;
}
export interface AffiliateWithHash extends Affiliate {
  password_hash: string;
}
export type NewAffiliate = Omit<AffiliateWithHash, 'revision' | 'created_at'>;

/** Columns of inserts and updates; no other property of a request body reaches a query. */
export const WRITTEN_COLUMNS = [...AFFILIATE_COLUMNS, 'password_hash', 'password_length'] as const;
export const READ_COLUMNS = [...AFFILIATE_COLUMNS, 'id', 'password_length', 'revision', 'created_at'] as const;
const READ = READ_COLUMNS.join(', ');

export const createAffiliateRepository = (postgres: Pick<Postgres, 'query'>) => ({
  all: async (): Promise<Affiliate[]> =>
    (await postgres.query<Affiliate>(`select ${READ} from affiliates order by created_at, id`)).rows,
  bySlug: async (slug: string): Promise<AffiliateWithHash | null> =>
    (await postgres.query<AffiliateWithHash>(`select ${READ}, password_hash from affiliates where slug = $1`, [slug]))
      .rows[0] ?? null,
  passwordHashOf: async (id: string): Promise<string | null> =>
    (await postgres.query<{ password_hash: string }>('select password_hash from affiliates where id = $1', [id]))
      .rows[0]?.password_hash ?? null,
  /**
   * Whether slug and password are still the verified ones and the affiliate is not suspended; the row stays locked until the
   * transaction ends.
   */
  mayEnter: async (client: Queryable, { id, slug, password_hash }: AffiliateWithHash): Promise<boolean> => {
    const { rowCount } = await client.query(
      'select 1 from affiliates where id = $1 and slug = $2 and password_hash = $3 and not is_suspended for share',
      [id, slug, password_hash],
    );
    return rowCount === 1;
  },
  /** Locks the row until the transaction ends, so that changes are serialised, each with its own revision. */
  lockById: async (client: Queryable, id: string): Promise<AffiliateWithHash | null> =>
    (
      await client.query<AffiliateWithHash>(`select ${READ}, password_hash from affiliates where id = $1 for update`, [
        id,
      ])
    ).rows[0] ?? null,
  byId: async (id: string): Promise<Affiliate | null> =>
    (await postgres.query<Affiliate>(`select ${READ} from affiliates where id = $1`, [id])).rows[0] ?? null,
  /** Returns null when the slug is taken. */
  add: async (client: Queryable, affiliate: NewAffiliate): Promise<Affiliate | null> => {
    const { rows } = await client.query<Affiliate>(
      `insert into affiliates (id, ${WRITTEN_COLUMNS.join(', ')}) values ($1, ${WRITTEN_COLUMNS.map((_, index) => `$${index + 2}`).join(', ')}) on conflict (slug) do nothing returning ${READ}`,
      [affiliate.id, ...WRITTEN_COLUMNS.map((column) => affiliate[column])],
    );
    return rows[0] ?? null;
  },
  /** Updates only the given columns. */
  change: async (client: Queryable, id: string, change: Partial<NewAffiliate>): Promise<Affiliate> => {
    const columns = WRITTEN_COLUMNS.filter((column) => change[column] !== undefined);
    const { rows } = await client.query<Affiliate>(
      `update affiliates set ${[...columns.map((column, index) => `${column} = $${index + 2}`), 'revision = revision + 1'].join(', ')} where id = $1 returning ${READ}`,
      [id, ...columns.map((column) => change[column])],
    );
    return rows[0] as Affiliate;
  },
  remove: async (client: Queryable, id: string): Promise<void> => {
    await client.query('delete from affiliates where id = $1', [id]);
  },
});
export type AffiliateRepository = ReturnType<typeof createAffiliateRepository>;
