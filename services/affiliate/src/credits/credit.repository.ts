import type { EventData } from 'contracts/events';
import type { Queryable } from 'service-kit/postgres';

/**
 * Who is credited (design, section 9): the affiliate that the visitor's link named (sub2, else ?affiliate=), else the
 * owner of the model. One that is not active is credited nothing.
 */
const CREDITED = `
  select a.id from affiliates a
  left join models m on m.affiliate_id = a.id and not m.is_deleted and (m.id = $3::uuid or ($3::uuid is null and m.slug = $2))
  where a.is_active and (a.slug = $1 or m.id is not null)
  order by a.slug = $1 desc limit 1`;

/** @param modelId null where the event does not name it: the slug then says which model it is */
const creditedTo = async (client: Queryable, affiliateSlug: string, modelSlug: string, modelId: string | null): Promise<string | null> => {
  const { rows } = await client.query<{ id: string }>(CREDITED, [affiliateSlug, modelSlug, modelId]);
  return rows[0]?.id ?? null;
};

/** Registration and payments of one person come from two services: one after the other, whichever comes first. */
const oneAtATime = (client: Queryable, subscriberId: string) => client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [subscriberId]);

export const createCreditRepository = () => ({
  /** Credits a registration, and the payments of the same person that were heard of before it. */
  addRegistration: async (client: Queryable, { id, tracking, modelSlug, modelId }: EventData<'subscriber.registered'>, registeredAt: string): Promise<void> => {
    await oneAtATime(client, id);
    const affiliateId = await creditedTo(client, tracking.affiliate, modelSlug, modelId ?? null);
    const { rowCount } = await client.query(
      `insert into registrations (subscriber_id, affiliate_id, model_slug, click_id, pixel_id, registered_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (subscriber_id) do nothing`,
      [id, affiliateId, modelSlug, tracking.clickId, tracking.pixelId, registeredAt],
    );
    if (rowCount === 1) await client.query('update payments set affiliate_id = $2 where subscriber_id = $1', [id, affiliateId]);
  },
  /** Credits a payment to whom its registration is credited; where that is not known yet, by the same rule. */
  addPayment: async (client: Queryable, { id, subscriberId, affiliate, modelSlug, amountCents, currency, kind }: EventData<'payment.recorded'>, recordedAt: string): Promise<void> => {
    await oneAtATime(client, subscriberId);
    const { rows } = await client.query<{ affiliate_id: string | null }>('select affiliate_id from registrations where subscriber_id = $1', [subscriberId]);
    const affiliateId = rows[0] ? rows[0].affiliate_id : await creditedTo(client, affiliate, modelSlug, null);
    await client.query(
      `insert into payments (id, subscriber_id, affiliate_id, amount_cents, currency, kind, model_slug, recorded_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (id) do nothing`,
      [id, subscriberId, affiliateId, amountCents, currency, kind, modelSlug, recordedAt],
    );
  },
  /** Forgets what the advertising link said of a person; the counts stay. Also when the registration comes later. */
  erase: async (client: Queryable, subscriberId: string, erasedAt: string): Promise<void> => {
    await client.query(
      `insert into registrations (subscriber_id, model_slug, click_id, pixel_id, is_erased, registered_at) values ($1, '', '', '', true, $2)
       on conflict (subscriber_id) do update set click_id = '', pixel_id = '', is_erased = true`,
      [subscriberId, erasedAt],
    );
  },
});
export type CreditRepository = ReturnType<typeof createCreditRepository>;
