import { MONTHLY_CENTS } from 'contracts/offer';
import { FEE_PREFIX } from 'contracts/operations/postbacks';
import type { SubscriberAccount, SubscriberBilling } from 'contracts/operations/subscribers';
import { formatPrice } from 'web-kit/formats';
import type { SourceNames } from '../source-names/index.ts';
import {
  attributionText,
  entryTitle,
  postbackText,
  refundOrderText,
  requestText,
  reviewText,
} from './subscriber-texts.ts';

/** Returns the transaction id of the payment that an entry belongs to: a fee's own id is that of its payment, prefixed. */
const paymentTransactionOf = (id: string): string => (id.startsWith(FEE_PREFIX) ? id.slice(FEE_PREFIX.length) : id);

/** One line of a subscriber's timeline. */
export interface TimelineEvent {
  id: string;
  at: string;
  kind:
    | 'registration'
    | 'checkout'
    | 'payment'
    | 'refund'
    | 'entry'
    | 'decline'
    | 'postback'
    | 'request'
    | 'order'
    | 'mail';
  title: string;
  detail: string;
  /** Amount of a movement of money, or of a declined charge, formatted. */
  amount?: string;
  /** Transaction id, for a link to "Paiements". */
  transaction?: string;
}

type Names = Pick<SourceNames, 'modelName' | 'affiliateName'>;
type Entry = SubscriberBilling['entries'][number];
type Postback = SubscriberBilling['postbacks'][number];
const isPayment = ({ kind }: Entry): boolean => kind === 'first' || kind === 'renewal';
const kindOf = (entry: Entry): TimelineEvent['kind'] => {
  if (isPayment(entry)) return 'payment';
  return entry.kind === 'refund' || entry.kind === 'chargeback' ? 'refund' : 'entry';
};

/** @param earlier whether a payment preceded the declined charge */
const declineEvent = (
  postback: Postback,
  { earlier, isInGrace }: { earlier: boolean; isInGrace: boolean },
): Omit<TimelineEvent, 'id' | 'at'> => {
  const isRenewal = earlier && postback.amount_cents === MONTHLY_CENTS;
  return {
    kind: 'decline',
    title: isRenewal ? 'Renouvellement refusé' : 'Paiement refusé',
    detail: [`Refusé par la banque${isInGrace ? ', accès gardé pendant le délai de grâce' : ''}`, reviewText(postback)]
      .filter(Boolean)
      .join('. '),
    ...(postback.amount_cents !== null && { amount: formatPrice(postback.amount_cents, postback.currency) }),
  };
};

const billingEvents = (
  { subscriber, checkouts, entries, postbacks, contract_requests, refund_orders = [] }: SubscriberBilling,
  { modelName }: Names,
): TimelineEvent[] => {
  /** Payments of which something remains. */
  const refundable = new Set(entries.filter((entry) => entry.refundable).map(({ id }) => id));
  const ownReferences = new Set(contract_requests.map(({ reference }) => reference));
  /** Requests with effect at once, which represent their entries. */
  const immediate = new Set(
    contract_requests.filter(({ effective_at }) => effective_at === null).map(({ reference }) => reference),
  );
  /** Recorded postbacks by their transaction: their entry represents them. */
  const recorded = new Map(
    postbacks.filter(({ verdict }) => verdict === 'recorded').map((each) => [each.transaction_id, each]),
  );
  const entered = new Set(entries.filter(({ kind }) => kind !== 'fee').map(({ transaction_id }) => transaction_id));
  const wasPaidBefore = (at: string) => entries.some((entry) => isPayment(entry) && entry.occurred_at < at);
  const lastPaidAt = entries.reduce(
    (last, entry) => (isPayment(entry) && entry.occurred_at > last ? entry.occurred_at : last),
    '',
  );
  return [
    ...checkouts.map(({ number, opened_at, model_slug }, index) => ({
      id: `checkout-${index}`,
      at: opened_at,
      kind: 'checkout' as const,
      title: 'Page de paiement ouverte',
      detail: [number, model_slug && modelName(model_slug)].filter(Boolean).join(', '),
    })),
    ...entries
      .filter(({ transaction_id }) => !immediate.has(transaction_id))
      .map((entry) => {
        const { id, kind, occurred_at, amount_cents, currency, transaction_id } = entry;
        const postback = recorded.get(transaction_id);
        return {
          id,
          at: occurred_at,
          kind: kindOf(entry),
          title: entryTitle(kind),
          // An entry made by a request on the site has a generated reference, which no call of a partner contains.
          ...(ownReferences.has(transaction_id)
            ? { detail: transaction_id }
            : { detail: postback ? reviewText(postback) : '', transaction: paymentTransactionOf(transaction_id) }),
          ...(kind !== 'cancellation' && kind !== 'withdrawal' && { amount: formatPrice(amount_cents ?? 0, currency) }),
        };
      }),
    ...postbacks
      .filter(({ verdict, transaction_id }) => verdict !== 'recorded' || !entered.has(transaction_id))
      .map((postback) => ({
        id: postback.id,
        at: postback.received_at,
        transaction: postback.transaction_id,
        ...(postback.verdict === 'declined'
          ? declineEvent(postback, {
              earlier: wasPaidBefore(postback.received_at),
              isInGrace: subscriber.state === 'grace' && postback.received_at > lastPaidAt,
            })
          : {
              kind: 'postback' as const,
              title: 'Appel du partenaire',
              detail: [postbackText(postback), reviewText(postback)].filter(Boolean).join('. '),
            }),
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

/** @param modelSlug model of the registration; empty where it has none, or is not known */
const accountEvents = (
  { registered_at, attribution, mails }: SubscriberAccount,
  modelSlug: string,
  { modelName, affiliateName }: Names,
): TimelineEvent[] => [
  {
    id: 'registration',
    at: registered_at,
    kind: 'registration',
    title: modelSlug ? `Inscription chez ${modelName(modelSlug)}` : 'Inscription',
    detail: attributionText(
      attribution?.affiliate_slug ? affiliateName(attribution.affiliate_slug) : null,
      attribution?.reason ?? null,
    ),
  },
  ...mails.map(({ id, label, at, is_sent }) => ({
    id,
    at,
    kind: 'mail' as const,
    title: `${is_sent ? 'E-mail envoyé' : 'E-mail en attente'}\u00a0: ${label}`,
    detail: '',
  })),
];

/** Merges the records of both services about a subscriber, the latest first; leaves out a service that has not responded yet. */
export const timelineOf = (
  billing: SubscriberBilling | undefined,
  account: SubscriberAccount | undefined,
  names: Names,
): TimelineEvent[] =>
  [
    ...(billing ? billingEvents(billing, names) : []),
    ...(account ? accountEvents(account, billing?.subscriber.model_slug ?? '', names) : []),
  ].sort((one, other) => other.at.localeCompare(one.at));
