import { z } from 'zod';
import { ATTRIBUTION_REASONS } from '../attribution.ts';
import { CONTRACT_REQUEST_KINDS, CONTRACT_REQUEST_OUTCOMES } from '../contract-requests.ts';
import { id } from '../fields.ts';
import { operation } from '../operation.ts';
import { DISCREPANCIES, fraudFlag, VERDICTS } from './billing.ts';

const instant = z.iso.datetime();
const cents = z.number().int();
const byId = z.object({ id });

/** States of a subscription in the administrator's list; who has not opened a payment link is pending too. */
export const LISTED_STATES = ['pending', 'active', 'grace', 'cancelled', 'expired', 'revoked'] as const;
export type ListedState = (typeof LISTED_STATES)[number];

/** One line of a query, which has no null. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, 'Texte trop long')
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Caractères non autorisés');

const subscriberListQuery = z.object({
  /** A part of the address or of the name. */
  search: line(200).default(''),
  state: z.enum(LISTED_STATES, 'État inconnu').optional(),
  /** The attributed affiliate; `none`: no affiliate. */
  affiliate: z.union([z.literal('none'), id]).optional(),
  /** The slug of the registration's model, now or at the registration. */
  model: line(100).optional(),
  /** `next` of the page before. */
  before: z.uuid('Suite invalide').optional(),
});
export type SubscriberListQuery = z.output<typeof subscriberListQuery>;

const listedSubscriber = z.object({
  id,
  name: z.string(),
  email: z.string(),
  state: z.enum(LISTED_STATES),
  paid_until: instant.nullable(),
  model_slug: z.string(),
  affiliate_slug: z.string().nullable(),
  /** null: registered before this was recorded. */
  registered_at: instant.nullable(),
  /** Payments less refunds in the offer's currency. */
  paid_cents: cents,
  currency: z.string(),
  /** Sums of the other currencies; absent where there are none. */
  other_paid: z.array(z.object({ currency: z.string(), cents })).optional(),
});
export type ListedSubscriber = z.output<typeof listedSubscriber>;
const subscriberList = z.object({ subscribers: z.array(listedSubscriber), next: z.string().nullable() });
export type SubscriberList = z.output<typeof subscriberList>;

export const listSubscribers = operation({
  id: 'listSubscribers',
  service: 'billing',
  method: 'GET',
  path: '/api/subscribers',
  roles: ['administrator'],
  summary: 'Subscribers with the state of their subscription, the newest registration first',
  query: subscriberListQuery,
  response: subscriberList,
  errors: ['VALIDATION_FAILED'],
});

const movement = { id, amount_cents: cents.nullable(), currency: z.string(), transaction_id: z.string() };
const subscriberBilling = z.object({
  subscriber: listedSubscriber,
  attribution_reason: z.enum(ATTRIBUTION_REASONS).nullable(),
  next_charge: z.object({ at: instant, amount_cents: cents, currency: z.string() }).nullable(),
  /** Payment links that were opened. */
  checkouts: z.array(z.object({ number: z.string(), opened_at: instant, model_slug: z.string() })),
  entries: z.array(
    z.object({
      ...movement,
      kind: z.enum(['first', 'renewal', 'refund', 'chargeback', 'cancellation', 'withdrawal', 'fee']),
      occurred_at: instant,
    }),
  ),
  /** The latest ones: `TIMELINE_ROWS`. */
  postbacks: z.array(
    z.object({
      ...movement,
      event: z.enum(['first', 'renewal', 'refund', 'chargeback', 'cancellation', 'decline']),
      verdict: z.enum(VERDICTS),
      received_at: instant,
      /** Absent in responses of a former version. */
      flags: z.array(fraudFlag).optional(),
      /** Absent in responses of a former version. */
      discrepancies: z.array(z.enum(DISCREPANCIES)).optional(),
      /** Absent in responses of a former version. */
      reviewed_at: instant.nullable().optional(),
    }),
  ),
  contract_requests: z.array(
    z.object({
      reference: z.string(),
      kind: z.enum(CONTRACT_REQUEST_KINDS),
      outcome: z.enum(CONTRACT_REQUEST_OUTCOMES),
      received_at: instant,
      effective_at: instant.nullable(),
    }),
  ),
});
export type SubscriberBilling = z.output<typeof subscriberBilling>;

export const getSubscriberBilling = operation({
  id: 'getSubscriberBilling',
  service: 'billing',
  method: 'GET',
  path: '/api/subscribers/:id',
  roles: ['administrator'],
  summary: 'What billing has recorded of a subscriber: checkouts, ledger, postbacks, requests and the next charge',
  params: byId,
  response: subscriberBilling,
  errors: ['VALIDATION_FAILED', 'SUBSCRIBER_NOT_FOUND'],
});

const subscriberAccount = z.object({
  registered_at: instant,
  attribution: z.object({ affiliate_slug: z.string().nullable(), reason: z.enum(ATTRIBUTION_REASONS) }).nullable(),
  /** The latest mails, `TIMELINE_ROWS` of them; one that waits in the queue has no `sent_at`. */
  mails: z.array(z.object({ id, kind: z.string(), label: z.string(), at: instant, is_sent: z.boolean() })),
});
export type SubscriberAccount = z.output<typeof subscriberAccount>;

export const getSubscriberAccount = operation({
  id: 'getSubscriberAccount',
  service: 'identity',
  method: 'GET',
  path: '/api/admin/subscribers/:id',
  roles: ['administrator'],
  summary: 'What identity has recorded of a subscriber: registration, attribution and mails',
  params: byId,
  response: subscriberAccount,
  errors: ['VALIDATION_FAILED', 'SUBSCRIBER_NOT_FOUND'],
});
