import type { Postgres, Queryable } from 'service-kit/postgres';

/** What is kept of an affiliate beside its password. */
export interface Affiliate {
  id: string;
  name: string;
  slug: string;
  password_length: number;
  adexico_base_url: string;
  adexico_source_id: string;
  email_from_name: string;
  email_from_email: string;
  telegram_link: string;
  is_active: boolean;
  is_suspended: boolean;
  revision: number;
  created_at: Date;
}
export interface AffiliateWithHash extends Affiliate {
  password_hash: string;
}
export type NewAffiliate = Omit<AffiliateWithHash, 'revision' | 'created_at'>;

/** The columns that people write; a name that is none of these never reaches a query. */
const WRITTEN = [
  'name',
  'slug',
  'password_hash',
  'password_length',
  'adexico_base_url',
  'adexico_source_id',
  'email_from_name',
  'email_from_email',
  'telegram_link',
  'is_active',
  'is_suspended',
] as const;
const KEPT = `id, name, slug, password_length, adexico_base_url, adexico_source_id, email_from_name, email_from_email, telegram_link, is_active, is_suspended, revision, created_at`;

export const createAffiliateRepository = (postgres: Pick<Postgres, 'query'>) => ({
  all: async (): Promise<Affiliate[]> =>
    (await postgres.query<Affiliate>(`select ${KEPT} from affiliates order by created_at, id`)).rows,
  bySlug: async (slug: string): Promise<AffiliateWithHash | null> =>
    (await postgres.query<AffiliateWithHash>(`select ${KEPT}, password_hash from affiliates where slug = $1`, [slug]))
      .rows[0] ?? null,
  passwordHashOf: async (id: string): Promise<string | null> =>
    (await postgres.query<{ password_hash: string }>('select password_hash from affiliates where id = $1', [id]))
      .rows[0]?.password_hash ?? null,
  /** Whether slug and password are still those that were verified, and the affiliate may enter; until the transaction ends nobody changes that. */
  mayEnter: async (client: Queryable, { id, slug, password_hash }: AffiliateWithHash): Promise<boolean> => {
    const { rowCount } = await client.query(
      'select 1 from affiliates where id = $1 and slug = $2 and password_hash = $3 and not is_suspended for share',
      [id, slug, password_hash],
    );
    return rowCount === 1;
  },
  /** Holds the row until the transaction ends: changes come one after the other, each with its revision. */
  lockById: async (client: Queryable, id: string): Promise<AffiliateWithHash | null> =>
    (
      await client.query<AffiliateWithHash>(`select ${KEPT}, password_hash from affiliates where id = $1 for update`, [
        id,
      ])
    ).rows[0] ?? null,
  byId: async (id: string): Promise<Affiliate | null> =>
    (await postgres.query<Affiliate>(`select ${KEPT} from affiliates where id = $1`, [id])).rows[0] ?? null,
  /** Returns null when the slug is taken. */
  add: async (client: Queryable, affiliate: NewAffiliate): Promise<Affiliate | null> => {
    const { rows } = await client.query<Affiliate>(
      `insert into affiliates (id, ${WRITTEN.join(', ')}) values ($1, ${WRITTEN.map((_, index) => `$${index + 2}`).join(', ')}) on conflict (slug) do nothing returning ${KEPT}`,
      [affiliate.id, ...WRITTEN.map((column) => affiliate[column])],
    );
    return rows[0] ?? null;
  },
  /** Writes what is given, leaves the rest. */
  change: async (client: Queryable, id: string, change: Partial<NewAffiliate>): Promise<Affiliate> => {
    const columns = WRITTEN.filter((column) => change[column] !== undefined);
    const { rows } = await client.query<Affiliate>(
      `update affiliates set ${[...columns.map((column, index) => `${column} = $${index + 2}`), 'revision = revision + 1'].join(', ')} where id = $1 returning ${KEPT}`,
      [id, ...columns.map((column) => change[column])],
    );
    return rows[0] as Affiliate;
  },
  remove: async (client: Queryable, id: string): Promise<void> => {
    await client.query('delete from affiliates where id = $1', [id]);
  },
});
export type AffiliateRepository = ReturnType<typeof createAffiliateRepository>;
