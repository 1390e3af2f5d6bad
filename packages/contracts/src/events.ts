import { z } from 'zod';
import { attribution } from './attribution.ts';
import { assetKind } from './media.ts';
import { PANEL_ROLES, ROLES, TOKEN_ROLES } from './roles.ts';
import { FACTOR_METHODS } from './second-factor.ts';

const instant = z.iso.datetime();

const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** A field that a person changed; with its values only where they are harmless: never those of passwords, addresses or links. */
export const fieldChange = z.object({ field: z.string(), before: fieldValue.optional(), after: fieldValue.optional() });
export type FieldChange = z.infer<typeof fieldChange>;
/** Absent or empty where nothing was changed by hand. */
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
  /** Slugs that the model had and that no other model has taken since: old links lead to it. They grant nothing. */
  previousSlugs: z.array(z.string()),
  name: z.string(),
  affiliateId: z.string().nullable(),
  emailFromName: z.string(),
  emailFromEmail: z.string(),
  telegramLink: z.string(),
  adexicoBaseUrl: z.string(),
  adexicoSourceId: z.string(),
  /** Assets in use and what everybody may do with them. */
  assets: z.array(z.object({ id: z.string(), access: z.enum(['public', 'unlocked', 'locked']) })),
  changes,
});

const assetFacts = z.object({
  id: z.string(),
  /** The slug under which it was uploaded: an address, which another model may have by now. */
  modelSlug: z.string(),
  /** The model to which it belongs for good; null or absent: a draft of its uploader, for a model that is not saved yet. */
  modelId: z.string().nullable().optional(),
  /** Who uploaded it: an affiliate's id, or null for the administrator. */
  uploaderAffiliateId: z.string().nullable(),
  kind: assetKind,
  bytes: z.number(),
});

const subscriptionFacts = z.object({
  subscriberId: z.string(),
  /** null: never paid, or taken back */ paidUntil: instant.nullable(),
});

/** A panel was opened, or left: for the audit trail. */
const panelSession = z.object({ role: z.enum(PANEL_ROLES), subjectId: z.string(), device: z.string() });

/** A second factor of somebody of the house was added, or removed: for the audit trail. */
const panelFactor = z.object({ role: z.enum(PANEL_ROLES), subjectId: z.string(), method: z.enum(FACTOR_METHODS) });

/**
 * Every event: its name is the routing key on the exchange `platform`, its data this shape (design, section 2).
 * `revision` of the envelope counts the changes of the thing that the event is about.
 */
export const EVENTS = {
  'subscriber.registered': z.object({
    id: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    username: z.string(),
    tracking: z.object({ clickId: z.string(), affiliate: z.string(), pixelId: z.string() }),
    modelSlug: z.string(),
    /** The model from whose page the person registered; absent in events of former versions. */
    modelId: z.string().optional(),
    /** Absent for those who registered before identity decided. */
    attribution: attribution.optional(),
  }),
  'subscriber.erased': z.object({ id: z.string() }),

  /** Tokens of these sessions hold no longer. Every process that verifies tokens consumes it from a queue of its own. */
  'sessions.revoked': z.object({
    role: z.enum(TOKEN_ROLES),
    subjectId: z.string(),
    sessionIds: z.array(z.string()),
    /** From then on none of their tokens would hold anyway. */
    expiresAt: instant,
  }),
  'panel.entered': panelSession,
  'panel.left': panelSession,
  /** Somebody of the house logged devices out from the list of sessions. */
  'panel.devices-removed': z.object({ role: z.enum(PANEL_ROLES), subjectId: z.string(), devices: z.array(z.string()) }),
  'panel.factor-added': panelFactor,
  'panel.factor-removed': panelFactor,

  'model.created': modelFacts,
  'model.updated': modelFacts,
  'model.deleted': z.object({
    id: z.string(),
    slug: z.string(),
    assets: z.array(z.string()),
    name: z.string().optional(),
    affiliateId: z.string().nullable().optional(),
  }),
  'live.started': z.object({ id: z.string(), slug: z.string(), until: instant.nullable() }),
  'live.ended': z.object({ id: z.string(), slug: z.string(), until: instant.nullable() }),

  'affiliate.created': affiliateFacts,
  'affiliate.updated': affiliateFacts,
  'affiliate.deleted': z.object({ id: z.string(), slug: z.string(), name: z.string().optional() }),

  'asset.uploaded': assetFacts,
  'asset.processed': assetFacts.extend({
    /** Name of the blurred picture; it leads to nothing else. */
    blurId: z.string(),
    /** Milliseconds; videos only. */
    durationMs: z.number().nullable(),
    /** Whether there is HLS beside the MP4. */
    hasHls: z.boolean().optional(),
    width: z.number(),
    height: z.number(),
    /** thumbhash, base64 */
    placeholder: z.string(),
  }),
  'asset.failed': assetFacts.extend({ reason: z.string() }),
  'asset.deleted': z.object({ id: z.string(), modelSlug: z.string(), modelId: z.string().nullable().optional() }),
  /** A draft has become a model's. It never changes again, so that this needs no order among the asset's events. */
  'asset.bound': z.object({ id: z.string(), modelId: z.string() }),
  /** Media knows no model that uses the asset and asks the catalogue to release it, unless a model has gained or lost it after the given instant. */
  'asset.unattached': z.object({ id: z.string(), unattachedBefore: instant }),
  /** No model uses the asset and none can use it any more: media removes it. */
  'asset.released': z.object({ id: z.string() }),

  'payment.recorded': z.object({
    id: z.string(),
    subscriberId: z.string(),
    /** Cents; negative for refunds and chargebacks. */
    amountCents: z.number().int(),
    currency: z.string(),
    kind: z.enum(['first', 'renewal', 'refund', 'chargeback']),
    /** The credited affiliate (docs/domain.md#attribution); absent in events of former versions. */
    affiliateId: z.string().nullable().optional(),
    /** Its slug or empty, in events of former versions. */
    affiliate: z.string().optional(),
    modelSlug: z.string(),
  }),
  'subscription.activated': subscriptionFacts,
  /** The end of access moved: later by a payment, earlier by a refund of one of several. */
  'subscription.renewed': subscriptionFacts,
  'subscription.cancelled': subscriptionFacts,
  'subscription.expired': subscriptionFacts,
  'subscription.revoked': subscriptionFacts,
} as const satisfies Record<string, z.ZodType>;

export type EventName = keyof typeof EVENTS;
export type EventData<Name extends EventName> = z.output<(typeof EVENTS)[Name]>;

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
 * Who hears of what: each durable queue, shared by the replicas of what it is called after, and the events that reach it.
 * Whoever publishes to a broker declares them all, so that on a new one nothing is published before those who start later
 * have a place where it waits for them.
 */
export const QUEUES = {
  identity: [...MODEL_EVENTS, ...AFFILIATE_EVENTS, 'subscription.activated'],
  catalogue: [
    'asset.uploaded',
    'asset.processed',
    'asset.failed',
    'asset.deleted',
    'asset.bound',
    'asset.unattached',
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
  billing: ['subscriber.registered', 'subscriber.erased', ...MODEL_EVENTS, ...AFFILIATE_EVENTS],
} as const satisfies Record<string, readonly EventName[]>;

/** What surrounds an event's data on the wire. */
export const envelope = z.object({
  id: z.uuid(),
  name: z.enum(Object.keys(EVENTS) as [EventName, ...EventName[]]),
  version: z.number().int(),
  occurredAt: instant,
  revision: z.number().int(),
  actor: z.object({ role: z.enum(ROLES), id: z.string().nullable() }),
  traceparent: z.string().optional(),
  data: z.unknown(),
});

export interface Event<Name extends EventName = EventName> extends Omit<z.output<typeof envelope>, 'name' | 'data'> {
  name: Name;
  data: EventData<Name>;
}
export type Actor = Event['actor'];

export const EVENT_VERSION = 1;
export const EXCHANGE = 'platform';
