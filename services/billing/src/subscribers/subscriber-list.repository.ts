import type { ATTRIBUTION_REASONS } from 'contracts/attribution';
import { TIMELINE_ROWS } from 'contracts/limits';
import { OFFER_CURRENCY } from 'contracts/offer';
import type {
  ListedSubscriber,
  SubscriberBilling,
  SubscriberList,
  SubscriberListQuery,
} from 'contracts/operations/subscribers';
import { AppError } from 'service-kit/errors';
import { escapeLike } from 'service-kit/like-pattern';
import type { Postgres } from 'service-kit/postgres';
import { checkoutNumberOf } from '../checkouts/checkout-number.ts';
import type { CheckoutRepository } from '../checkouts/checkout.repository.ts';
import type { ContractRequestRepository } from '../contract-requests/contract-request.repository.ts';
import { FLAGS_OF_POSTBACK } from '../fraud/fraud-flags.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import type { PartnerOrders } from '../partner-orders/partner-order.repository.ts';
import { refundOrderView } from '../partner-orders/refund-orders.ts';
import type { RefundOrders } from '../partner-orders/refund-orders.ts';
import type { ReadNextCharge } from '../subscriptions/next-charge.ts';
import type { SubscriptionService } from '../subscriptions/subscription.service.ts';
import type { ReadTelegramAccess } from '../telegram/telegram-access.ts';
import { registeredWithModel } from './of-model.ts';

const PAGE_SIZE = 50;

interface Row {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  state: ListedSubscriber['state'];
  paid_until: Date | null;
  model_slug: string;
  affiliate_slug: string | null;
  registered_at: Date | null;
  paid_cents: number;
  other_paid: NonNullable<ListedSubscriber['other_paid']> | null;
  attribution_reason: (typeof ATTRIBUTION_REASONS)[number] | null;
}

const listedSubscriber = (row: Row): ListedSubscriber => ({
  id: row.id,
  name: `${row.first_name} ${row.last_name}`.trim(),
  email: row.email,
  state: row.state,
  paid_until: row.paid_until?.toISOString() ?? null,
  model_slug: row.model_slug,
  affiliate_slug: row.affiliate_slug,
  registered_at: row.registered_at?.toISOString() ?? null,
  paid_cents: row.paid_cents,
  currency: OFFER_CURRENCY,
  ...(row.other_paid && { other_paid: row.other_paid }),
});

const RANK = `coalesce(s.registered_at, '-infinity'::timestamptz)`;
const SELECT = `select s.id, s.first_name, s.last_name, s.email, s.registered_at, s.attribution_reason,
    coalesce(c.state, 'pending') as state, c.paid_until, coalesce(m.slug, s.model_slug) as model_slug, a.slug as affiliate_slug,
    (select coalesce(sum(amount_cents), 0)::bigint from ledger where subscriber_id = s.id and kind <> 'fee' and currency = '${OFFER_CURRENCY}') as paid_cents,
    (select jsonb_agg(jsonb_build_object('currency', currency, 'cents', cents) order by currency) from (
       select currency, sum(amount_cents)::bigint as cents from ledger
       where subscriber_id = s.id and kind <> 'fee' and currency <> '${OFFER_CURRENCY}' group by currency having sum(amount_cents) <> 0) others) as other_paid
  from subscribers s
    left join subscriptions c on c.subscriber_id = s.id
    left join models m on m.id = s.model_id and not m.deleted
    left join affiliates a on a.id = s.affiliate_id`;

interface Dependencies {
  postgres: Postgres;
  ledger: Pick<LedgerRepository, 'ofSubscriber'>;
  checkouts: Pick<CheckoutRepository, 'ofSubscriber'>;
  requests: Pick<ContractRequestRepository, 'ofSubscriber'>;
  readNextCharge: ReadNextCharge;
  orders: Pick<PartnerOrders, 'refundsOf'>;
  refundOrders: Pick<RefundOrders, 'refundableAmong'>;
  subscriptions: Pick<SubscriptionService, 'hasPaid'>;
  readTelegramAccess: ReadTelegramAccess;
}

/** Reads the administrator's view of subscribers: the list, and one subscriber's records (docs/domain.md#subscribers). */
export const createSubscriberList = ({
  postgres,
  ledger,
  checkouts,
  requests,
  readNextCharge,
  orders,
  refundOrders,
  subscriptions,
  readTelegramAccess,
}: Dependencies) => ({
  list: async ({ search, state, affiliate, model, before }: SubscriberListQuery): Promise<SubscriberList> => {
    const values: unknown[] = [
      search,
      `%${escapeLike(search.toLowerCase())}%`,
      state ?? null,
      affiliate?.toLowerCase() ?? null,
      before ?? null,
    ];
    const isOfModel = model ? await registeredWithModel(postgres, model, values) : 'true';
    const { rows } = await postgres.query<Row>(
      `${SELECT}
       where not s.erased
         and ($1 = '' or lower(s.email) like $2 or lower(s.first_name || ' ' || s.last_name) like $2)
         and ($3::text is null or coalesce(c.state, 'pending') = $3)
         and ($4::text is null or coalesce(s.affiliate_id::text, 'none') = $4)
         and ${isOfModel}
         and ($5::uuid is null or (${RANK}, s.id) < (select ${RANK}, s.id from subscribers s where s.id = $5))
       order by ${RANK} desc, s.id desc limit ${PAGE_SIZE + 1}`,
      values,
    );
    const page = rows.slice(0, PAGE_SIZE);
    const last = page.at(-1);
    return { subscribers: page.map(listedSubscriber), next: rows.length > PAGE_SIZE && last ? last.id : null };
  },

  /** @throws AppError SUBSCRIBER_NOT_FOUND, also for an erased subscriber */
  find: async (id: string): Promise<SubscriberBilling> => {
    const { rows } = await postgres.query<Row>(`${SELECT} where s.id = $1 and not s.erased`, [id]);
    const [row] = rows;
    if (!row) throw new AppError('SUBSCRIBER_NOT_FOUND');
    const [entries, opened, requested, ordered, charge, telegram, { rows: postbacks }] = await Promise.all([
      ledger.ofSubscriber(postgres, id),
      checkouts.ofSubscriber(postgres, id),
      requests.ofSubscriber(postgres, id),
      orders.refundsOf(postgres, id),
      readNextCharge(postgres, { subscriberId: id, state: row.state, paidUntil: row.paid_until }),
      subscriptions.hasPaid(id).then((hasAccess) => readTelegramAccess(id, hasAccess)),
      postgres.query<
        Omit<SubscriberBilling['postbacks'][number], 'received_at' | 'reviewed_at'> & {
          received_at: Date;
          reviewed_at: Date | null;
        }
      >(
        `select id, event, verdict, transaction_id, amount_cents, currency, discrepancies, received_at, reviewed_at, ${FLAGS_OF_POSTBACK} from postbacks p
         where p.id in (select id from postbacks where subscriber_id = $1
           union select o.id from ledger l join postbacks o on o.partner = l.partner and o.transaction_id = l.transaction_id
             where l.subscriber_id = $1 and l.postback_id is not null)
         order by received_at desc, id desc limit ${TIMELINE_ROWS}`,
        [id],
      ),
    ]);
    const refundable = await refundOrders.refundableAmong(entries);
    return {
      subscriber: listedSubscriber(row),
      attribution_reason: row.attribution_reason,
      next_charge: charge && {
        at: charge.at.toISOString(),
        amount_cents: charge.amountCents,
        currency: charge.currency,
      },
      checkouts: opened.map(({ reference, openedAt, modelSlug }) => ({
        number: checkoutNumberOf(reference),
        opened_at: openedAt.toISOString(),
        model_slug: modelSlug,
      })),
      entries: entries.map((entry) => ({
        id: entry.id,
        kind: entry.kind,
        amount_cents: entry.amountCents,
        currency: entry.currency,
        transaction_id: entry.transactionId,
        occurred_at: entry.occurredAt.toISOString(),
        refundable: refundable.get(entry),
      })),
      refund_orders: ordered.map(refundOrderView),
      telegram,
      postbacks: postbacks.map(({ received_at, reviewed_at, ...postback }) => ({
        ...postback,
        received_at: received_at.toISOString(),
        reviewed_at: reviewed_at?.toISOString() ?? null,
      })),
      contract_requests: requested.map(({ reference, kind, outcome, receivedAt, effectiveAt }) => ({
        reference,
        kind,
        outcome,
        received_at: receivedAt.toISOString(),
        effective_at: effectiveAt?.toISOString() ?? null,
      })),
    };
  },
});
export type SubscriberListRepository = ReturnType<typeof createSubscriberList>;
