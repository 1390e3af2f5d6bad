import { FEE_PREFIX } from 'contracts/operations/postbacks';
import type { SubscriberAccount, SubscriberBilling } from 'contracts/operations/subscribers';
import { formatPrice } from 'web-kit/formats';
import { attributionText, ENTRY_TEXTS, postbackText, refundOrderText, requestText } from './subscriber-texts.ts';

/** Returns the transaction id of the payment that an entry belongs to: a fee's own id is that of its payment, prefixed. */
const paymentTransactionOf = (id: string): string => (id.startsWith(FEE_PREFIX) ? id.slice(FEE_PREFIX.length) : id);

/** One line of a subscriber's timeline. */
export interface TimelineEvent {
  id: string;
  at: string;
  kind: 'registration' | 'checkout' | 'entry' | 'postback' | 'request' | 'order' | 'mail';
  title: string;
  detail: string;
  /** Amount of a movement of money, formatted. */
  amount?: string;
  /** Transaction id, for a link to "Paiements". */
  transaction?: string;
}

const billingEvents = ({
  checkouts,
  entries,
  postbacks,
  contract_requests,
  refund_orders = [],
}: SubscriberBilling): TimelineEvent[] => {
  /** Payments of which something remains. */
  const refundable = new Set(entries.filter((entry) => entry.refundable).map(({ id }) => id));
  const ownReferences = new Set(contract_requests.map(({ reference }) => reference));
  return [
    ...checkouts.map(({ number, opened_at, model_slug }, index) => ({
      id: `checkout-${index}`,
      at: opened_at,
      kind: 'checkout' as const,
      title: 'Page de paiement ouverte',
      detail: [number, model_slug].filter(Boolean).join(', '),
    })),
    ...entries.map(({ id, kind, occurred_at, amount_cents, currency, transaction_id }) => ({
      id,
      at: occurred_at,
      kind: 'entry' as const,
      title: ENTRY_TEXTS[kind],
      // An entry made by a request on the site has a generated reference, which no call of a partner contains.
      ...(ownReferences.has(transaction_id)
        ? { detail: transaction_id }
        : { detail: '', transaction: paymentTransactionOf(transaction_id) }),
      ...(kind !== 'cancellation' && kind !== 'withdrawal' && { amount: formatPrice(amount_cents ?? 0, currency) }),
    })),
    ...postbacks.map((postback) => ({
      id: postback.id,
      at: postback.received_at,
      kind: 'postback' as const,
      title: 'Appel du partenaire',
      detail: postbackText(postback),
      transaction: postback.transaction_id,
    })),
    ...contract_requests.map((request) => ({
      id: request.reference,
      at: request.received_at,
      kind: 'request' as const,
      title: requestText(request),
      detail: request.reference,
    })),
    ...refund_orders.map((order) => ({
      id: order.id,
      at: order.ordered_at,
      kind: 'order' as const,
      title: 'Remboursement demandé au partenaire',
      detail: refundOrderText(order, !refundable.has(order.entry_id)),
      transaction: order.transaction_id,
    })),
  ];
};

const accountEvents = ({ registered_at, attribution, mails }: SubscriberAccount): TimelineEvent[] => [
  {
    id: 'registration',
    at: registered_at,
    kind: 'registration',
    title: 'Inscription',
    detail: attributionText(attribution?.affiliate_slug ?? null, attribution?.reason ?? null),
  },
  ...mails.map(({ id, label, at, is_sent }) => ({
    id,
    at,
    kind: 'mail' as const,
    title: is_sent ? 'E-mail envoyé' : 'E-mail en attente',
    detail: label,
  })),
];

/** Merges the records of both services about a subscriber, the latest first; leaves out a service that has not responded yet. */
export const timelineOf = (
  billing: SubscriberBilling | undefined,
  account: SubscriberAccount | undefined,
): TimelineEvent[] =>
  [...(billing ? billingEvents(billing) : []), ...(account ? accountEvents(account) : [])].sort((one, other) =>
    other.at.localeCompare(one.at),
  );
