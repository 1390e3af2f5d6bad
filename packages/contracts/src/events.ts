import { z } from 'zod';
import { assetChanges, assetUse } from './asset-use.ts';
import type { AssetUse } from './asset-use.ts';
import { attribution } from './attribution.ts';
import { ANNOUNCED_OUTCOMES, CONTRACT_REQUEST_KINDS } from './contract-requests.ts';
import type { envelope } from './event-envelope.ts';
import { fieldChange } from './field-change.ts';
import { assetKind } from './media.ts';
import { PAYMENT_KINDS } from './payments.ts';
import { PANEL_ROLES, TOKEN_ROLES } from './roles.ts';
import { FACTOR_METHODS } from './second-factor.ts';

const instant = z.iso.datetime();

/** Absent or empty when no user changed a field. */
const changes = z.array(fieldChange).optional();

const affiliateFacts = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  isSuspended: z.boolean(),
  telegramLink: z.string(),
  emailFromName: z.string(),
  emailFromEmail: z.string(),
  adexicoBaseUrl: z.string(),
  adexicoSourceId: z.string(),
  changes,
});

const modelFacts = z.object({
  id: z.string(),
  slug: z.string(),
  /** Former slugs of the model that no other model has taken: old links redirect. They grant no access. */
  previousSlugs: z.array(z.string()),
  name: z.string(),
  affiliateId: z.string().nullable(),
  /** Whether the model is a draft or archived, visible only to its owner and the administrator. Absent (false) in older events. */
  isHidden: z.boolean().optional(),
  /**
   * Rule for whether the model is live: manual, or its scheduled times (docs/domain.md#live); `off` while hidden. Absent in older
   * events.
   */
  liveRule: z
    .string()
    .regex(/^(?:on|off|\d\d:\d\d-\d\d:\d\d)$/)
    .optional(),
  emailFromName: z.string(),
  emailFromEmail: z.string(),
  telegramLink: z.string(),
  adexicoBaseUrl: z.string(),
  adexicoSourceId: z.string(),
  /** Result of `contentCountOf` for the model's assets; absent in older events. */
  contentCount: z.number().int().optional(),
  changes,
  /** Edition that this change created; absent when no user changed a field of the form. */
  editRevision: z.number().int().optional(),
});

const assetFacts = z.object({
  id: z.string(),
  /** Slug under which the asset was uploaded; another model may have it by now. */
  modelSlug: z.string(),
  /** Model that owns the asset permanently; null or absent: a draft of its uploader, for a model that is not saved yet. */
  modelId: z.string().nullable().optional(),
  /** Uploader: an affiliate's id, or null for the administrator. */
  uploaderAffiliateId: z.string().nullable(),
  kind: assetKind,
  bytes: z.number(),
  /** Original file name of an item, for its owner and the administrator alone; absent in older events. */
  originalName: z.string().nullable().optional(),
});

const subscriptionFacts = z.object({
  subscriberId: z.string(),
  /** null: never paid, or all payments refunded */ paidUntil: instant.nullable(),
});

/** Subscriber, the link of the registration, and the credited affiliate. */
const subscriberFacts = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  tracking: z.object({ clickId: z.string(), affiliate: z.string(), pixelId: z.string() }),
  modelSlug: z.string(),
  /** Model from whose page the person registered; absent in older events. */
  modelId: z.string().optional(),
  /** Absent for registrations before identity decided attribution. */
  attribution: attribution.optional(),
});
/** Next charge by the partner. */
const charge = z.object({ at: instant, amountCents: z.number().int(), currency: z.string() });

/** Login or logout of a panel, for the audit trail. */
const panelSession = z.object({ role: z.enum(PANEL_ROLES), subjectId: z.string(), device: z.string() });

/** Second factor of an administrator or affiliate added or removed, for the audit trail. */
const panelFactor = z.object({ role: z.enum(PANEL_ROLES), subjectId: z.string(), method: z.enum(FACTOR_METHODS) });

/**
 * Every event: the name is the routing key on the exchange `platform`, the schema is that of its data
 * (docs/architecture.md#an-event). The envelope's `revision` counts the changes of the event's subject.
 */
export const EVENTS = {
  'subscriber.registered': subscriberFacts,
  /** Names or address changed; carries all current facts, so that it may arrive before the registration. */
  'subscriber.updated': subscriberFacts,
  'subscriber.erased': z.object({ id: z.string() }),

  /** Tokens of these sessions are no longer valid. Every process that verifies tokens consumes the event from its own queue. */
  'sessions.revoked': z.object({
    role: z.enum(TOKEN_ROLES),
    subjectId: z.string(),
    sessionIds: z.array(z.string()),
    /** Instant at which the last of these tokens expires. */
    expiresAt: instant,
  }),
  'panel.entered': panelSession,
  'panel.left': panelSession,
  /** An administrator or affiliate logged devices out in the list of sessions. */
  'panel.devices-removed': z.object({ role: z.enum(PANEL_ROLES), subjectId: z.string(), devices: z.array(z.string()) }),
  'panel.factor-added': panelFactor,
  'panel.factor-removed': panelFactor,

  'model.created': modelFacts.extend({ assets: z.array(assetUse) }),
  /** Carries either all assets in use or only the changes. Version 1 always carries all. */
  'model.updated': modelFacts
    .extend({
      /**
       * All assets: after a change of state, when the previous event is unknown, and when a reconciliation publishes the model
       * again.
       */
      assets: z.array(assetUse).optional(),
      assetChanges: assetChanges.optional(),
    })
    .refine(({ assets, assetChanges: delta }) => (assets === undefined) !== (delta === undefined)),
  'model.deleted': z.object({
    id: z.string(),
    slug: z.string(),
    /** Absent in older events. */
    previousSlugs: z.array(z.string()).optional(),
    assets: z.array(z.string()),
    name: z.string().optional(),
    affiliateId: z.string().nullable().optional(),
  }),
  /** An operator's change started or ended a live; scheduled starts and ends have no event (docs/domain.md#live). */
  'live.started': z.object({ id: z.string(), slug: z.string(), until: instant.nullable() }),
  'live.ended': z.object({ id: z.string(), slug: z.string(), until: instant.nullable() }),

  'affiliate.created': affiliateFacts,
  'affiliate.updated': affiliateFacts,
  'affiliate.deleted': z.object({ id: z.string(), slug: z.string(), name: z.string().optional() }),

  'asset.uploaded': assetFacts,
  'asset.processed': assetFacts.extend({
    /** Name of the blurred picture, from which no other file can be derived. */
    blurId: z.string(),
    /** Milliseconds; videos only. */
    durationMs: z.number().nullable(),
    /** Whether HLS exists beside the MP4. */
    hasHls: z.boolean().optional(),
    width: z.number(),
    height: z.number(),
    /** thumbhash, base64 */
    placeholder: z.string(),
  }),
  'asset.failed': assetFacts.extend({ reason: z.string() }),
  'asset.deleted': z.object({ id: z.string(), modelSlug: z.string(), modelId: z.string().nullable().optional() }),
  /** A draft became a model's asset. This happens once per asset, so the event needs no order among the asset's events. */
  'asset.bound': z.object({ id: z.string(), modelId: z.string() }),
  /**
   * Media has no model that uses the asset. The catalogue releases it, unless a model gained or lost it after the given instant.
   */
  'asset.unattached': z.object({ id: z.string(), unattachedBefore: instant }),
  /** No model uses the asset and none can use it any more: media deletes it. */
  'asset.released': z.object({ id: z.string() }),

  'payment.recorded': z.object({
    id: z.string(),
    subscriberId: z.string(),
    /** Cents; negative for refunds and chargebacks. */
    amountCents: z.number().int(),
    currency: z.string(),
    kind: z.enum(PAYMENT_KINDS),
    /** Credited affiliate (docs/domain.md#attribution); absent in older events. */
    affiliateId: z.string().nullable().optional(),
    /** Slug of the affiliate, or empty; only in older events. */
    affiliate: z.string().optional(),
    modelSlug: z.string(),
    /** Payment that a refund or chargeback refers to; absent for payments, for refunds of unknown payments, and in older events. */
    refundedId: z.string().optional(),
    /** Receipt of a payment, for the mail; absent in older and republished events. */
    receipt: z.object({ number: z.string(), paidAt: instant, nextCharge: charge.nullable() }).optional(),
  }),
  /** The next charge of a subscription is a few days ahead. */
  'renewal.upcoming': z.object({
    subscriberId: z.string(),
    chargeAt: instant,
    amountCents: z.number().int(),
    currency: z.string(),
  }),
  /** A charge is overdue: the grace period has begun. */
  'renewal.failed': z.object({
    subscriberId: z.string(),
    chargeAt: instant,
    /** End of the grace period. */
    accessUntil: instant,
    amountCents: z.number().int(),
    currency: z.string(),
  }),
  /** A cancellation or withdrawal was requested on the site; its receipt is mailed whatever the outcome. */
  'contract.requested': z.object({
    id: z.string(),
    reference: z.string(),
    kind: z.enum(CONTRACT_REQUEST_KINDS),
    outcome: z.enum(ANNOUNCED_OUTCOMES),
    /** null when no subscriber has the address. */
    subscriberId: z.string().nullable(),
    /** Address as typed when no subscriber has it; else null. */
    email: z.string().nullable(),
    receivedAt: instant,
    /** Resulting end of access; null when there is none. */
    contractEnd: instant.nullable(),
    /** Instant at which a scheduled cancellation takes effect; else null. */
    effectiveAt: instant.nullable(),
  }),
  'subscription.activated': subscriptionFacts,
  /** The end of access moved: later by a payment, or earlier by the refund of one of several. */
  'subscription.renewed': subscriptionFacts,
  /** requestId: the request (`contract.requested`) that caused the cancellation and whose mail confirms it. */
  'subscription.cancelled': subscriptionFacts.extend({ requestId: z.string().optional() }),
  'subscription.expired': subscriptionFacts,
  'subscription.revoked': subscriptionFacts,
} as const satisfies Record<string, z.ZodType>;

export type EventName = keyof typeof EVENTS;
export type EventData<Name extends EventName> = z.output<(typeof EVENTS)[Name]>;

/** Returns the assets that a model's event lists as used: all of them, or those whose use changed. */
export const usesNamedBy = ({
  assets,
  assetChanges,
}: Pick<EventData<'model.updated'>, 'assets' | 'assetChanges'>): readonly AssetUse[] =>
  assets ?? assetChanges?.used ?? [];

const MODEL_EVENTS = ['model.created', 'model.updated', 'model.deleted'] as const;
const AFFILIATE_EVENTS = ['affiliate.created', 'affiliate.updated', 'affiliate.deleted'] as const;
const PANEL_EVENTS = [
  'panel.entered',
  'panel.left',
  'panel.devices-removed',
  'panel.factor-added',
  'panel.factor-removed',
] as const;
const SUBSCRIPTION_EVENTS = [
  'subscription.activated',
  'subscription.renewed',
  'subscription.cancelled',
  'subscription.expired',
  'subscription.revoked',
] as const;
/**
 * Queue bindings: each durable queue, shared by the replicas of the service with its name, and the events bound to it. On a new
 * broker, a publisher declares missing queues, so that events wait there for consumers that start later.
 */
export const QUEUES = {
  identity: [
    ...MODEL_EVENTS,
    'live.started',
    ...AFFILIATE_EVENTS,
    'subscription.activated',
    'subscription.cancelled',
    'contract.requested',
    'payment.recorded',
    'renewal.upcoming',
    'renewal.failed',
  ],
  catalogue: [
    'asset.uploaded',
    'asset.processed',
    'asset.failed',
    'asset.deleted',
    'asset.bound',
    'asset.unattached',
    'subscriber.erased',
    ...AFFILIATE_EVENTS,
    ...SUBSCRIPTION_EVENTS,
  ],
  media: [...MODEL_EVENTS, 'asset.released', ...SUBSCRIPTION_EVENTS],
  'media-worker': ['asset.uploaded'],
  affiliate: [
    ...MODEL_EVENTS,
    'live.started',
    'live.ended',
    'subscriber.registered',
    'subscriber.erased',
    'payment.recorded',
    ...SUBSCRIPTION_EVENTS,
    ...AFFILIATE_EVENTS,
    'asset.uploaded',
    'asset.deleted',
    ...PANEL_EVENTS,
  ],
  billing: ['subscriber.registered', 'subscriber.updated', 'subscriber.erased', ...MODEL_EVENTS, ...AFFILIATE_EVENTS],
} as const satisfies Record<string, readonly EventName[]>;

/**
 * Events that a former version bound to a queue and that the consumer now unbinds. A name stays here for one release
 * (docs/architecture.md#changes-of-an-event).
 */
export const RETIRED_BINDINGS: Readonly<Partial<Record<string, readonly string[]>>> = {};

export interface Event<Name extends EventName = EventName> extends Omit<z.output<typeof envelope>, 'name' | 'data'> {
  name: Name;
  data: EventData<Name>;
}
export type Actor = Event['actor'];
