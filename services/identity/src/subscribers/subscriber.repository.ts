import type { User } from 'contracts/subscribers';
import type { Postgres, Queryable } from 'service-kit/postgres';

export interface Subscriber extends User {
  id: string;
}
export interface NewSubscriber extends Subscriber {
  passwordHash: string;
  modelId: string;
  tracking: { clickId: string; affiliate: string; pixelId: string };
}
/** A person to write to, and what their model and its affiliate say of the sender; empty where they say nothing. */
export interface Addressee {
  id: string;
  email: string;
  firstName: string;
  senderNames: string[];
  senderEmails: string[];
}

const COLUMNS = 'id, email, first_name as "firstName", last_name as "lastName", username';
const ADDRESSEE = `
  select s.id, s.email, s.first_name as "firstName",
         array[coalesce(m.email_from_name, ''), coalesce(a.email_from_name, '')] as "senderNames",
         array[coalesce(m.email_from_email, ''), coalesce(a.email_from_email, '')] as "senderEmails"
  from subscribers s
  left join models m on m.id = s.model_id and not m.is_deleted
  left join affiliates a on a.id = m.affiliate_id and not a.is_deleted`;

export const createSubscriberRepository = (postgres: Pick<Postgres, 'query'>) => ({
  add: async (client: Queryable, { id, email, firstName, lastName, username, passwordHash, modelId, tracking }: NewSubscriber): Promise<void> => {
    await client.query(
      `insert into subscribers (id, email, first_name, last_name, username, password_hash, model_id, click_id, affiliate, pixel_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [id, email, firstName, lastName, username, passwordHash, modelId, tracking.clickId, tracking.affiliate, tracking.pixelId],
    );
  },
  byId: async (id: string): Promise<Subscriber | null> => {
    const { rows } = await postgres.query<Subscriber>(`select ${COLUMNS} from subscribers where id = $1`, [id]);
    return rows[0] ?? null;
  },
  /** Whoever has the address, whatever its case, with the hash of the password. */
  byEmail: async (email: string): Promise<(Subscriber & { passwordHash: string }) | null> => {
    const { rows } = await postgres.query<Subscriber & { passwordHash: string }>(`select ${COLUMNS}, password_hash as "passwordHash" from subscribers where lower(email) = lower($1)`, [email]);
    return rows[0] ?? null;
  },
  changeProfile: async (id: string, { firstName, lastName, username }: Partial<User>): Promise<Subscriber | null> => {
    const { rows } = await postgres.query<Subscriber>(
      `update subscribers set first_name = coalesce($2, first_name), last_name = coalesce($3, last_name), username = coalesce($4, username), revision = revision + 1
       where id = $1 returning ${COLUMNS}`,
      [id, firstName, lastName, username],
    );
    return rows[0] ?? null;
  },
  changePassword: async (client: Queryable, id: string, passwordHash: string): Promise<void> => {
    await client.query('update subscribers set password_hash = $2, revision = revision + 1 where id = $1', [id, passwordHash]);
  },
  addresseeByEmail: async (email: string): Promise<Addressee | null> => {
    const { rows } = await postgres.query<Addressee>(`${ADDRESSEE} where lower(s.email) = lower($1)`, [email]);
    return rows[0] ?? null;
  },
  /** The person to welcome, the first time that this is asked; null afterwards. */
  welcomeOnce: async (client: Queryable, id: string): Promise<Addressee | null> => {
    const { rowCount } = await client.query('update subscribers set welcomed_at = now() where id = $1 and welcomed_at is null', [id]);
    if (rowCount === 0) return null;
    const { rows } = await client.query<Addressee>(`${ADDRESSEE} where s.id = $1`, [id]);
    return rows[0] ?? null;
  },
});
export type SubscriberRepository = ReturnType<typeof createSubscriberRepository>;
