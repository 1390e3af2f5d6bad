import { TIMELINE_ROWS } from 'contracts/limits';
import type {
  ListedSubscriber,
  SubscriberBilling,
  SubscriberList,
  SubscriberListQuery,
} from 'contracts/operations/subscribers';
import { OFFER_CURRENCY } from 'contracts/offer';
import { AppError } from 'service-kit/errors';
import type { Postgres } from 'service-kit/postgres';
import { checkoutNumberOf } from '../checkouts/checkout-number.ts';
import { checkoutView } from '../checkouts/checkout-view.ts';
import type { CheckoutRepository } from '../checkouts/checkout.repository.ts';
import { requestView } from '../contract-requests/contract-request-view.ts';
import type { ContractRequestRepository } from '../contract-requests/contract-request.repository.ts';
import { entryView } from '../ledger/entry-view.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import type { PartnerOrderRepository } from '../partner-orders/partner-order.repository.ts';
import { refundOrderView } from '../partner-orders/refund-orders.ts';
import type { RefundOrders } from '../partner-orders/refund-orders.ts';
import type { ReadNextCharge } from '../subscriptions/next-charge.ts';
import type { SubscriptionService } from '../subscriptions/subscription.service.ts';
import type { ReadTelegramAccess } from '../telegram/telegram-access.ts';
import type { SubscriberListRepository, SubscriberRow } from './subscriber-list.repository.ts';

const listedSubscriber = (row: SubscriberRow): ListedSubscriber => ({
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

interface Dependencies {
  postgres: Pick<Postgres, 'query'>;
  subscribers: SubscriberListRepository;
  ledger: Pick<LedgerRepository, 'ofSubscriber'>;
  checkouts: Pick<CheckoutRepository, 'ofSubscriber'>;
  requests: Pick<ContractRequestRepository, 'ofSubscriber'>;
  readNextCharge: ReadNextCharge;
  orders: Pick<PartnerOrderRepository, 'refundsOf'>;
  refundOrders: Pick<RefundOrders, 'refundableAmong'>;
  subscriptions: Pick<SubscriptionService, 'hasPaid'>;
  readTelegramAccess: ReadTelegramAccess;
}

/** Composes the administrator's view of subscribers: the list, and one subscriber's records (docs/domain.md#subscribers). */
export const createSubscriberList = ({
  postgres,
  subscribers,
  ledger,
  checkouts,
  requests,
  readNextCharge,
  orders,
  refundOrders,
  subscriptions,
  readTelegramAccess,
}: Dependencies) => ({
  list: async (query: SubscriberListQuery): Promise<SubscriberList> => {
    const { rows, next } = await subscribers.page(query);
    return { subscribers: rows.map(listedSubscriber), next };
  },

  /** @throws AppError SUBSCRIBER_NOT_FOUND, also for an erased subscriber */
  byId: async (id: string): Promise<SubscriberBilling> => {
    const row = await subscribers.byId(id);
    if (!row) throw new AppError('SUBSCRIBER_NOT_FOUND');
    const [entries, opened, requested, ordered, charge, telegram, postbacks] = await Promise.all([
      ledger.ofSubscriber(postgres, id),
      checkouts.ofSubscriber(postgres, id, TIMELINE_ROWS),
      requests.ofSubscriber(postgres, id),
      orders.refundsOf(postgres, id),
      readNextCharge(postgres, { subscriberId: id, state: row.state, paidUntil: row.paid_until }),
      subscriptions.hasPaid(id).then((hasAccess) => readTelegramAccess(id, hasAccess)),
      subscribers.postbacksOf(id),
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
      checkouts: opened.map((checkout) => ({
        number: checkoutNumberOf(checkout.reference),
        ...checkoutView(checkout),
      })),
      entries: entries.map((entry) => ({
        id: entry.id,
        ...entryView(entry),
        refundable: refundable.get(entry),
      })),
      refund_orders: ordered.map(refundOrderView),
      telegram,
      postbacks: postbacks.map(({ received_at, reviewed_at, ...postback }) => ({
        ...postback,
        received_at: received_at.toISOString(),
        reviewed_at: reviewed_at?.toISOString() ?? null,
      })),
      contract_requests: requested.map(requestView),
    };
  },
});
export type SubscriberListService = ReturnType<typeof createSubscriberList>;
