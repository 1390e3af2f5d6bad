import type { EventData } from 'contracts/events';
import type { Queryable } from 'service-kit/postgres';
import { prepared } from 'service-kit/prepared';
import { lockSubscriber } from './lock-subscriber.ts';

/**
 * Rule for older events, which have no attribution: the affiliate named by its slug, else the model's owner; only active
 * affiliates.
 */
const CREDITED = `
  select id from (
    select id, 1 as rank from affiliates where slug = $1 and is_active
    union all
    select a.id, 2 from models m join affiliates a on a.id = m.affiliate_id where m.id = $3::uuid and not m.is_deleted and a.is_active
    union all
    select a.id, 2 from models m join affiliates a on a.id = m.affiliate_id
    where $3::uuid is null and m.slug = $2 and not m.is_deleted and a.is_active
  ) candidates order by rank limit 1`;

/** A row that existed before has the transaction that has updated it in xmax. */
const ADD_PAYMENT = prepared(`
  insert into payments (id, subscriber_id, affiliate_id, amount_cents, currency, kind, model_slug, recorded_at, is_attributed, refunded_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (id) do update set affiliate_id = case when $9 then $3 else payments.affiliate_id end,
    is_attributed = payments.is_attributed or $9, refunded_id = coalesce($10, payments.refunded_id), recorded_at = $8
  returning xmax = 0 as "isNew"`);

/** @param modelId null when the event does not name it: the slug then identifies the model */
const creditedTo = async (
  client: Queryable,
  affiliateSlug: string,
  modelSlug: string,
  modelId: string | null,
): Promise<string | null> => {
  const { rows } = await client.query<{ id: string }>(CREDITED, [affiliateSlug, modelSlug, modelId]);
  return rows[0]?.id ?? null;
};

export const createCreditRepository = () => ({
  /** Credits a registration, and payments of the same subscriber that were consumed before it. */
  addRegistration: async (
    client: Queryable,
    { id, tracking, modelSlug, modelId, attribution }: EventData<'subscriber.registered'>,
    registeredAt: string,
  ): Promise<void> => {
    await lockSubscriber(client, id);
    const affiliateId = attribution
      ? attribution.affiliateId
      : await creditedTo(client, tracking.affiliate, modelSlug, modelId ?? null);
    const { rows } = await client.query<{ affiliateId: string | null }>(
      `insert into registrations (subscriber_id, affiliate_id, model_slug, click_id, pixel_id, registered_at, attribution_reason) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (subscriber_id) do update set affiliate_id = case when $7::text is null then registrations.affiliate_id else $2 end,
         attribution_reason = coalesce($7, registrations.attribution_reason), registered_at = $6 where not registrations.is_erased
       returning affiliate_id as "affiliateId"`,
      [id, affiliateId, modelSlug, tracking.clickId, tracking.pixelId, registeredAt, attribution?.reason ?? null],
    );
    if (rows[0])
      await client.query('update payments set affiliate_id = $2 where subscriber_id = $1 and not is_attributed', [
        id,
        rows[0].affiliateId,
      ]);
  },
  /**
   * Credits a payment to the affiliate in its event; a payment from an older event follows its registration. @returns whether it was
   * unknown
   */
  addPayment: async (
    client: Queryable,
    {
      id,
      subscriberId,
      affiliateId: stated,
      affiliate = '',
      modelSlug,
      amountCents,
      currency,
      kind,
      refundedId,
    }: EventData<'payment.recorded'>,
    recordedAt: string,
  ): Promise<boolean> => {
    await lockSubscriber(client, subscriberId);
    const ofRegistration = async () => {
      const { rows } = await client.query<{ affiliate_id: string | null }>(
        'select affiliate_id from registrations where subscriber_id = $1',
        [subscriberId],
      );
      return rows[0] ? rows[0].affiliate_id : creditedTo(client, affiliate, modelSlug, null);
    };
    const isAttributed = stated !== undefined;
    const affiliateId = isAttributed ? stated : await ofRegistration();
    const { rows } = await client.query<{ isNew: boolean }>(ADD_PAYMENT, [
      id,
      subscriberId,
      affiliateId,
      amountCents,
      currency,
      kind,
      modelSlug,
      recordedAt,
      isAttributed,
      refundedId ?? null,
    ]);
    return rows[0]?.isNew ?? false;
  },
  /**
   * Deletes the advertising link of a subscriber; the counts remain. Also applies to a registration that arrives later. @returns
   * the link's sub1, or ''
   */
  erase: async (client: Queryable, subscriberId: string, erasedAt: string): Promise<string> => {
    const { rows } = await client.query<{ clickId: string }>(
      'select click_id as "clickId" from registrations where subscriber_id = $1 for update',
      [subscriberId],
    );
    await client.query(
      `insert into registrations (subscriber_id, model_slug, click_id, pixel_id, is_erased, registered_at) values ($1, '', '', '', true, $2)
       on conflict (subscriber_id) do update set click_id = '', pixel_id = '', is_erased = true`,
      [subscriberId, erasedAt],
    );
    return rows[0]?.clickId ?? '';
  },
});
export type CreditRepository = ReturnType<typeof createCreditRepository>;
