import { randomBytes } from 'node:crypto';
import type { CommissionTerms } from 'contracts/commissions';
import type { Event, EventData, EventName } from 'contracts/events';
import { OFFER_CURRENCY } from 'contracts/offer';
import type pg from 'pg';
import { createEvent } from 'service-kit/outbox';
import { hashPassword } from 'service-kit/passwords';
import type { History, PlannedMovement, PlannedSubscriber } from './plan.ts';

const PARTNER = 'sandbox';

type Entered = PlannedMovement & { kind: Exclude<PlannedMovement['kind'], 'decline'> };
const isEntered = (movement: PlannedMovement): movement is Entered => movement.kind !== 'decline';

const dated = <Name extends EventName>(name: Name, data: EventData<Name>, revision: number, at: Date): Event<Name> => ({
  ...createEvent(name, data, revision),
  occurredAt: at.toISOString(),
});

/** Inserts rows whose properties are named like the columns, in one statement; existing rows are unchanged. */
const insert = async (client: pg.Client, table: string, rows: readonly Record<string, unknown>[]): Promise<void> => {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).map((column) => client.escapeIdentifier(column));
  await client.query(
    `insert into ${table} (${columns.join(', ')}) select ${columns.join(', ')} from jsonb_populate_recordset(null::${table}, $1::jsonb) on conflict do nothing`,
    [JSON.stringify(rows)],
  );
};
/** Saves events for the service's own relay, which publishes them in this order. */
const announce = (client: pg.Client, events: readonly Event[]) =>
  client.query(
    'insert into outbox (event) select event from jsonb_array_elements($1::jsonb) with ordinality as all_events (event, place) order by place',
    [JSON.stringify(events)],
  );
const inOne = async (client: pg.Client, work: () => Promise<void>): Promise<void> => {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};
const isThere = async (client: pg.Client, sql: string, value: unknown): Promise<boolean> =>
  (await client.query(sql, [value])).rowCount !== 0;

/** Writes registrations with their events. Passwords are random and stored nowhere, because these accounts are only for display. */
export const writeSubscribers = async (client: pg.Client, { subscribers }: History): Promise<void> => {
  if (await isThere(client, 'select from subscribers where id = $1', subscribers[0]?.id)) return;
  const password_hash = await hashPassword(randomBytes(24).toString('base64url'));
  const nameOf = ({ email }: PlannedSubscriber) => email.slice(0, email.indexOf('@'));
  await inOne(client, async () => {
    await insert(
      client,
      'subscribers',
      subscribers.map((person) => ({
        id: person.id,
        email: person.email,
        first_name: person.firstName,
        last_name: person.lastName,
        username: nameOf(person),
        password_hash,
        model_id: person.model.id,
        click_id: person.tracking.clickId,
        affiliate: person.tracking.affiliate,
        pixel_id: person.tracking.pixelId,
        partner_affiliate: '',
        attributed_affiliate_id: person.attribution.affiliateId,
        attribution_reason: person.attribution.reason,
        revision: 1,
        // Marked as welcomed, so that billing's event of an active subscription sends no mail.
        welcomed_at: person.registeredAt,
        created_at: person.registeredAt,
      })),
    );
    await announce(
      client,
      subscribers.map((person) =>
        dated(
          'subscriber.registered',
          {
            id: person.id,
            email: person.email,
            firstName: person.firstName,
            lastName: person.lastName,
            username: nameOf(person),
            tracking: person.tracking,
            modelSlug: person.model.slug,
            modelId: person.model.id,
            attribution: person.attribution,
          },
          1,
          person.registeredAt,
        ),
      ),
    );
  });
};

/** Writes checkouts, postbacks and the ledger, and subscriptions, which billing's own sweep folds from the ledger. */
export const writeBilling = async (client: pg.Client, { subscribers }: History): Promise<void> => {
  const opened = subscribers.filter(({ checkout }) => checkout !== null);
  if (await isThere(client, 'select from checkouts where reference = $1', opened[0]?.checkout?.reference)) return;
  const all = opened.flatMap((person) => person.movements.map((movement) => ({ person, movement })));
  const entered = all.flatMap(({ person, movement }) => (isEntered(movement) ? [{ person, movement }] : []));
  await inOne(client, async () => {
    await insert(
      client,
      'checkouts',
      opened.flatMap(({ id, model, checkout }) =>
        checkout
          ? [
              {
                reference: checkout.reference,
                subscriber_id: id,
                affiliate: '',
                model_slug: model.slug,
                source_id: '',
                opened_at: checkout.openedAt,
              },
            ]
          : [],
      ),
    );
    await insert(
      client,
      'postbacks',
      all.map(({ person, movement }) => ({
        id: movement.postbackId,
        partner: PARTNER,
        transaction_id: movement.transactionId,
        event: movement.kind,
        reference: movement.kind === 'first' ? (person.checkout?.reference ?? '') : '',
        original_transaction_id: movement.originalTransactionId,
        amount_cents: Math.abs(movement.amountCents),
        currency: OFFER_CURRENCY,
        paid_until: movement.paidUntil,
        verdict: movement.kind === 'decline' ? 'declined' : 'recorded',
        received_at: new Date(movement.occurredAt.getTime() + 4_000),
        occurred_at: movement.occurredAt,
        discrepancies: [],
        email: '',
        matched_by: movement.kind === 'first' ? 'checkout' : 'transaction',
        subscriber_id: isEntered(movement) ? null : person.id,
      })),
    );
    await insert(
      client,
      'ledger',
      entered.map(({ person, movement }) => ({
        id: movement.id,
        postback_id: movement.postbackId,
        partner: PARTNER,
        transaction_id: movement.transactionId,
        original_transaction_id: movement.originalTransactionId,
        subscriber_id: person.id,
        kind: movement.kind,
        amount_cents: movement.amountCents,
        currency: OFFER_CURRENCY,
        affiliate: '',
        affiliate_id: person.attribution.affiliateId,
        model_slug: person.model.slug,
        occurred_at: movement.occurredAt,
        paid_until: movement.paidUntil,
        recorded_at: new Date(movement.occurredAt.getTime() + 4_000),
        is_attributed: true,
      })),
    );
    await insert(
      client,
      'subscriptions',
      opened.map(({ id, movements }) => ({
        subscriber_id: id,
        state: 'pending',
        revision: 0,
        fold_due: movements.length > 0,
        // Marked as announced, so that no mail is sent about the past.
        announced_until: movements.findLast(({ paidUntil }) => paidUntil !== null)?.paidUntil ?? null,
      })),
    );
    await announce(
      client,
      entered.flatMap(({ person, movement: { id, kind, amountCents, occurredAt, refundedId } }) =>
        kind === 'cancellation'
          ? []
          : [
              dated(
                'payment.recorded',
                {
                  id,
                  subscriberId: person.id,
                  amountCents,
                  currency: OFFER_CURRENCY,
                  kind,
                  affiliateId: person.attribution.affiliateId,
                  modelSlug: person.model.slug,
                  ...(refundedId === undefined ? {} : { refundedId }),
                },
                1,
                new Date(occurredAt.getTime() + 4_000),
              ),
            ],
      ),
    );
  });
};

/** Writes visits by day, and the terms on which the history's payments earn commissions. */
export const writeVisitsAndTerms = async (
  client: pg.Client,
  { visits }: History,
  terms: readonly { affiliateId: string; terms: CommissionTerms }[],
  from: Date,
): Promise<void> => {
  await inOne(client, async () => {
    await client.query(
      `insert into visits (day, affiliate_id, model_slug, source, visits, clicks)
       select day, "affiliateId", "modelSlug", source, visits, clicks
       from jsonb_to_recordset($1::jsonb) as planned (day date, "affiliateId" uuid, "modelSlug" text, source text, visits integer, clicks integer)
       on conflict do nothing`,
      [JSON.stringify(visits)],
    );
    for (const { affiliateId, terms: agreed } of terms)
      await client.query(
        `insert into commission_terms (affiliate_id, terms, effective_from)
         select $1, $2, $3 where not exists (select from commission_terms where affiliate_id = $1 and effective_from <= $3)`,
        [affiliateId, JSON.stringify(agreed), from],
      );
  });
};

/** Whether affiliate has settled every payment of the history that earns a commission. */
export const isSettled = async (client: pg.Client, { subscribers }: History): Promise<boolean> => {
  const ids = subscribers.flatMap(({ movements }) =>
    movements.filter((movement) => isEntered(movement) && movement.kind !== 'cancellation').map(({ id }) => id),
  );
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::integer as count from payments where id = any($1)',
    [ids],
  );
  return rows[0]?.count === ids.length;
};

/** Writes a batch of the amounts due at an instant, paid the next day. */
export const writeBatch = (client: pg.Client, at: Date, reference: string): Promise<void> =>
  inOne(client, async () => {
    if (await isThere(client, 'select from payout_batches where reference = $1', reference)) return;
    const paidAt = new Date(at.getTime() + 26 * 60 * 60_000);
    const { rows: due } = await client.query<{
      affiliate_id: string;
      slug: string;
      name: string;
      cents: string;
      ids: string[];
    }>(
      `select e.affiliate_id, a.slug, a.name, sum(e.amount_cents) as cents, array_agg(e.id) as ids
       from commission_entries e join affiliates a on a.id = e.affiliate_id
       where e.kind <> 'payout' and e.amount_cents <> 0 and e.currency = $2 and e.available_at <= $1 and e.occurred_at <= $1
         and not exists (select from payout_statement_entries l where l.entry_id = e.id and not l.is_released)
       group by e.affiliate_id, a.slug, a.name having sum(e.amount_cents) > 0 order by a.name`,
      [at, OFFER_CURRENCY],
    );
    if (due.length === 0) return;
    const { rows: batches } = await client.query<{ id: string }>(
      'insert into payout_batches (created_at, paid_at, reference) values ($1, $2, $3) returning id',
      [at, paidAt, reference],
    );
    for (const { affiliate_id, slug, name, cents, ids } of due)
      await client.query(
        `with statement as (
           insert into payout_statements (batch_id, affiliate_id, affiliate_slug, affiliate_name, currency, amount_cents)
           values ($1, $2, $3, $4, $5, $6::bigint) returning id),
         held as (insert into payout_statement_entries (statement_id, entry_id) select id, unnest($7::uuid[]) from statement)
         insert into commission_entries (affiliate_id, kind, statement_id, amount_cents, currency, occurred_at, available_at)
         select $2, 'payout', id, -$6::bigint, $5, $8, $8 from statement`,
        [batches[0]?.id, affiliate_id, slug, name, OFFER_CURRENCY, cents, ids, paidAt],
      );
  });
