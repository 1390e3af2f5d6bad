import type { EventData } from 'contracts/events';
import type { Queryable } from 'service-kit/postgres';

/** Projection of affiliates: who sends the mails of their models, and who can be credited. */
export const createAffiliateRepository = () => ({
  /** Keeps what an event says, unless something newer is known. */
  keep: async (
    client: Queryable,
    { id, slug, isActive, emailFromName, emailFromEmail }: EventData<'affiliate.created'>,
    revision: number,
  ): Promise<void> => {
    await client.query(
      `insert into affiliates (id, email_from_name, email_from_email, revision, slug, is_active) values ($1, $2, $3, $4, $5, $6)
       on conflict (id) do update set email_from_name = $2, email_from_email = $3, revision = $4, slug = $5, is_active = $6
       where affiliates.revision < $4 and not affiliates.is_deleted`,
      [id, emailFromName, emailFromEmail, revision, slug, isActive],
    );
  },
  forget: async (client: Queryable, { id }: EventData<'affiliate.deleted'>, revision: number): Promise<void> => {
    await client.query(
      `insert into affiliates (id, email_from_name, email_from_email, revision, is_deleted) values ($1, '', '', $2, true)
       on conflict (id) do update set revision = greatest(affiliates.revision, $2), is_deleted = true`,
      [id, revision],
    );
  },
});
export type AffiliateRepository = ReturnType<typeof createAffiliateRepository>;
