import type { SubscriberAccount, SubscriberBilling } from 'contracts/operations/subscribers';
import { formatPrice } from 'web-kit/formats';
import { attributionText, ENTRY_TEXTS, postbackText, requestText } from './subscriber-texts.ts';

/** One line of a subscriber's timeline. */
export interface TimelineEvent {
  id: string;
  at: string;
  kind: 'registration' | 'checkout' | 'entry' | 'postback' | 'request' | 'mail';
  title: string;
  detail: string;
  /** Of money that moved. */
  amount?: string;
  /** Leads to "Paiements". */
  transaction?: string;
}

const billingEvents = ({ checkouts, entries, postbacks, contract_requests }: SubscriberBilling): TimelineEvent[] => [
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
    detail: '',
    ...(kind !== 'cancellation' && kind !== 'withdrawal' && { amount: formatPrice(amount_cents ?? 0, currency) }),
    ...(transaction_id && { transaction: transaction_id }),
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
];

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

/** What both services have recorded of a subscriber, the latest first; without what has not come. */
export const timelineOf = (
  billing: SubscriberBilling | undefined,
  account: SubscriberAccount | undefined,
): TimelineEvent[] =>
  [...(billing ? billingEvents(billing) : []), ...(account ? accountEvents(account) : [])].sort((one, other) =>
    other.at.localeCompare(one.at),
  );
