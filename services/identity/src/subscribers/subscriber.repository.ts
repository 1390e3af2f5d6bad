import type { Attribution } from 'contracts/attribution';
import type { User } from 'contracts/subscribers';
import { lockByName } from 'service-kit/lock-by-name';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { prepared } from 'service-kit/prepared';
import type { NamedModel } from '../mails/mail-content.ts';
import type { SenderSettings } from '../mails/sender.ts';
import { FACTS } from './subscriber-facts.ts';
import type { FactsRow } from './subscriber-facts.ts';

export interface Subscriber extends User {
  id: string;
}
export interface SubscriberWithHash extends Subscriber {
  passwordHash: string;
}
export interface NewSubscriber extends SubscriberWithHash {
  modelId: string;
  tracking: { clickId: string; affiliate: string; pixelId: string };
  partnerAffiliate: string;
  attribution: Attribution;
}
/** Subscriber as a recipient, with the sender settings of their model and its affiliate. */
export interface Recipient extends SenderSettings {
  id: string;
  email: string;
  firstName: string;
  /** Model of the registration; null when it is not visible to visitors. */
  model: NamedModel | null;
}

const COLUMNS = 'id, email, first_name as "firstName", last_name as "lastName", username';
const RECIPIENT = `
  select s.id, s.email, s.first_name as "firstName",
         array[coalesce(m.email_from_name, ''), coalesce(a.email_from_name, '')] as "senderNames",
         array[coalesce(m.email_from_email, ''), coalesce(a.email_from_email, '')] as "senderEmails",
         case when not m.is_hidden then json_build_object('name', m.name, 'slug', m.slug) end as model
  from subscribers s
  left join models m on m.id = s.model_id and not m.is_deleted
  left join affiliates a on a.id = m.affiliate_id and not a.is_deleted`;
const RECIPIENT_BY_ID = prepared(`${RECIPIENT} where s.id = $1`);

/** Serialises changes to the same address, so that the second one finds it taken: an update has no `on conflict`. */
const lockAddress = (client: Queryable, email: string) => lockByName(client, email.toLowerCase());

export const createSubscriberRepository = (postgres: Pick<Postgres, 'query'>) => ({
  /**
   * Returns the time of the registration; null when the address is taken, in any case. Avoids violating the constraint, since
   * PostgreSQL would log the address.
   */
  add: async (
    client: Queryable,
    {
      id,
      email,
      firstName,
      lastName,
      username,
      passwordHash,
      modelId,
      tracking,
      partnerAffiliate,
      attribution,
    }: NewSubscriber,
  ): Promise<Date | null> => {
    await lockAddress(client, email);
    const { rows } = await client.query<{ createdAt: Date }>(
      `insert into subscribers (id, email, first_name, last_name, username, password_hash, model_id, click_id, affiliate, pixel_id, partner_affiliate, attributed_affiliate_id, attribution_reason)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict (lower(email)) do nothing
       returning created_at as "createdAt"`,
      [
        id,
        email,
        firstName,
        lastName,
        username,
        passwordHash,
        modelId,
        tracking.clickId,
        tracking.affiliate,
        tracking.pixelId,
        partnerAffiliate,
        attribution.affiliateId,
        attribution.reason,
      ],
    );
    return rows[0]?.createdAt ?? null;
  },
  byId: async (id: string): Promise<Subscriber | null> => {
    const { rows } = await postgres.query<Subscriber>(`select ${COLUMNS} from subscribers where id = $1`, [id]);
    return rows[0] ?? null;
  },
  /** Returns the subscriber with this address, case-insensitively. */
  byEmail: async (email: string): Promise<SubscriberWithHash | null> => {
    const { rows } = await postgres.query<SubscriberWithHash>(
      `select ${COLUMNS}, password_hash as "passwordHash" from subscribers where lower(email) = lower($1)`,
      [email],
    );
    return rows[0] ?? null;
  },
  /** Changes the given names; null when nothing changes, or there is no such subscriber. */
  changeProfile: async (
    client: Queryable,
    id: string,
    { firstName, lastName, username }: Partial<User>,
  ): Promise<FactsRow | null> => {
    const { rows } = await client.query<FactsRow>(
      `update subscribers s set first_name = coalesce($2, first_name), last_name = coalesce($3, last_name), username = coalesce($4, username), revision = revision + 1
       where id = $1 and (first_name, last_name, username) is distinct from (coalesce($2, first_name), coalesce($3, last_name), coalesce($4, username))
       returning ${FACTS}`,
      [id, firstName, lastName, username],
    );
    return rows[0] ?? null;
  },
  /** Sets the address; null when another subscriber has it, or there is no such subscriber. */
  changeEmail: async (client: Queryable, id: string, email: string): Promise<FactsRow | null> => {
    await lockAddress(client, email);
    const { rows } = await client.query<FactsRow>(
      `update subscribers s set email = $2, revision = revision + 1
       where id = $1 and not exists (select from subscribers other where lower(other.email) = lower($2) and other.id <> $1)
       returning ${FACTS}`,
      [id, email],
    );
    return rows[0] ?? null;
  },
  withPassword: async (id: string): Promise<SubscriberWithHash | null> => {
    const { rows } = await postgres.query<SubscriberWithHash>(
      `select ${COLUMNS}, password_hash as "passwordHash" from subscribers where id = $1`,
      [id],
    );
    return rows[0] ?? null;
  },
  /** Locks the row until the transaction ends; false when the password is no longer the verified one. */
  lockIfPasswordIs: async (client: Queryable, { id, passwordHash }: SubscriberWithHash): Promise<boolean> => {
    const { rowCount } = await client.query(
      'select 1 from subscribers where id = $1 and password_hash = $2 for share',
      [id, passwordHash],
    );
    return rowCount === 1;
  },
  /** Replaces the verified password; false when it is no longer the current one. */
  replacePassword: async (client: Queryable, id: string, current: string, passwordHash: string): Promise<boolean> => {
    const { rowCount } = await client.query(
      'update subscribers set password_hash = $3, revision = revision + 1 where id = $1 and password_hash = $2',
      [id, current, passwordHash],
    );
    return rowCount === 1;
  },
  changePassword: async (client: Queryable, id: string, passwordHash: string): Promise<void> => {
    await client.query('update subscribers set password_hash = $2, revision = revision + 1 where id = $1', [
      id,
      passwordHash,
    ]);
  },
  /** Deletes a subscriber with all dependent rows; returns its last revision, or null when it is unknown. */
  remove: async (client: Queryable, id: string): Promise<number | null> => {
    const { rows } = await client.query<{ revision: number }>(
      'delete from subscribers where id = $1 returning revision',
      [id],
    );
    return rows[0]?.revision ?? null;
  },
  recipientByEmail: async (email: string): Promise<Recipient | null> => {
    const { rows } = await postgres.query<Recipient>(`${RECIPIENT} where lower(s.email) = lower($1)`, [email]);
    return rows[0] ?? null;
  },
  recipientById: async (id: string): Promise<Recipient | null> => {
    const { rows } = await postgres.query<Recipient>(RECIPIENT_BY_ID, [id]);
    return rows[0] ?? null;
  },
  /** Marks a subscriber as welcomed; false when unknown or already welcomed. */
  markWelcomed: async (client: Queryable, id: string): Promise<boolean> => {
    const { rowCount } = await client.query(
      'update subscribers set welcomed_at = now() where id = $1 and welcomed_at is null',
      [id],
    );
    return rowCount === 1;
  },
  /** Locks the subscriber against deletion until the transaction ends; false when it does not exist. */
  preventDeletion: async (client: Queryable, id: string): Promise<boolean> => {
    const { rowCount } = await client.query('select 1 from subscribers where id = $1 for key share', [id]);
    return rowCount === 1;
  },
  /** Stores the end of a cancelled contract; false when the subscriber is unknown or was already sent this end. */
  markContractEnd: async (client: Queryable, id: string, contractEnd: string): Promise<boolean> => {
    const { rowCount } = await client.query(
      'update subscribers set confirmed_contract_end = $2 where id = $1 and confirmed_contract_end is distinct from $2::timestamptz',
      [id, contractEnd],
    );
    return rowCount === 1;
  },
});
export type SubscriberRepository = ReturnType<typeof createSubscriberRepository>;
