import { z } from 'zod';
import { attribution } from './attribution.ts';
import { ANNOUNCED_OUTCOMES, CONTRACT_REQUEST_KINDS } from './contract-requests.ts';
import { assetKind } from './media.ts';
import { PANEL_ROLES, ROLES, TOKEN_ROLES } from './roles.ts';
import { FACTOR_METHODS } from './second-factor.ts';

const instant = z.iso.datetime();

const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** A field that a person changed, with its values as the audit trail shows them: those of addresses and links masked, none of passwords. */
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

/** An asset in use, and what everybody may do with it. */
const assetUse = z.object({
  id: z.string(),
  access: z.enum(['public', 'unlocked', 'locked']),
  /** Instant until which only the owner and the administrator see it (docs/domain.md#scheduled-items); absent once it is due. */
  publishAt: instant.optional(),
});
export type AssetUse = z.infer<typeof assetUse>;

const assetChanges = z.object({
  /** Assets whose use is new, or differs from the previous event. */
  used: z.array(assetUse),
  /** Assets of the previous event that are used no longer. */
  unused: z.array(z.string()),
});
export type AssetChanges = z.infer<typeof assetChanges>;

/** Counts the media that subscribers see: everything but the pictures that everybody sees, and what is scheduled. */
export const contentCountOf = (assets: readonly AssetUse[]): number =>
  assets.filter(({ access, publishAt }) => access !== 'public' && publishAt === undefined).length;

const modelFacts = z.object({
  id: z.string(),
  slug: z.string(),
  /** Slugs that the model had and that no other model has taken since: old links lead to it. They grant nothing. */
  previousSlugs: z.array(z.string()),
  name: z.string(),
  affiliateId: z.string().nullable(),
  /** A draft or archived: it exists for its owner and the administrator alone. Absent in events of former versions: false. */
  isHidden: z.boolean().optional(),
  /** Rule that decides whether it is live: by hand, or the times of its schedule (docs/domain.md#live); `off` while it is hidden. Absent in events of former versions. */
  liveRule: z
    .string()
    .regex(/^(?:on|off|\d\d:\d\d-\d\d:\d\d)$/)
    .optional(),
  emailFromName: z.string(),
  emailFromEmail: z.string(),
  telegramLink: z.string(),
  adexicoBaseUrl: z.string(),
  adexicoSourceId: z.string(),
  /** Result of `contentCountOf` for its assets; absent in events of former versions. */
  contentCount: z.number().int().optional(),
  changes,
  /** The edition that this change made; absent where no person changed a field of the form. */
  editRevision: z.number().int().optional(),
});

const assetFacts = z.object({
  id: z.string(),
  /** The slug under which it was uploaded: an address, which another model may have by now. */
  modelSlug: z.string(),
  /** The model to which it belongs for good; null or absent: a draft of its uploader, for a model that is not saved yet. */
  modelId: z.string().nullable().optional(),
  /** Uploader: an affiliate's id, or null for the administrator. */
  uploaderAffiliateId: z.string().nullable(),
  kind: assetKind,
  bytes: z.number(),
  /** Original name of an item's file, for its owner and the administrator alone; absent in events of former versions. */
  originalName: z.string().nullable().optional(),
});

const subscriptionFacts = z.object({
  subscriberId: z.string(),
  /** null: never paid, or taken back */ paidUntil: instant.nullable(),
});

/** A subscriber, the link by which they came, and the credited affiliate. */
const subscriberFacts = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  tracking: z.object({ clickId: z.string(), affiliate: z.string(), pixelId: z.string() }),
  modelSlug: z.string(),
  /** The model from whose page the person registered; absent in events of former versions. */
  modelId: z.string().optional(),
  /** Absent for registrations before identity decided it. */
  attribution: attribution.optional(),
});
/** Next charge of the partner. */
const charge = z.object({ at: instant, amountCents: z.number().int(), currency: z.string() });

/** A panel was opened, or left: for the audit trail. */
const panelSession = z.object({ role: z.enum(PANEL_ROLES), subjectId: z.string(), device: z.string() });

/** A second factor of an administrator or affiliate was added, or removed: for the audit trail. */
const panelFactor = z.object({ role: z.enum(PANEL_ROLES), subjectId: z.string(), method: z.enum(FACTOR_METHODS) });

/**
 * Every event: its name is the routing key on the exchange `platform`, its data this shape (docs/architecture.md#an-event).
 * `revision` of the envelope counts the changes of the thing that the event is about.
 */
export const EVENTS = {
  'subscriber.registered': subscriberFacts,
  /** Names or address changed; the other facts as they are now, so that it may arrive before the registration. */
  'subscriber.updated': subscriberFacts,
  'subscriber.erased': z.object({ id: z.string() }),

  /** Tokens of these sessions hold no longer. Every process that verifies tokens consumes it from a queue of its own. */
  'sessions.revoked': z.object({
    role: z.enum(TOKEN_ROLES),
    subjectId: z.string(),
    sessionIds: z.array(z.string()),
    /** Instant from which each of their tokens has expired by itself. */
    expiresAt: instant,
  }),
  'panel.entered': panelSession,
  'panel.left': panelSession,
  /** An administrator or affiliate logged devices out from the list of sessions. */
  'panel.devices-removed': z.object({ role: z.enum(PANEL_ROLES), subjectId: z.string(), devices: z.array(z.string()) }),
  'panel.factor-added': panelFactor,
  'panel.factor-removed': panelFactor,

  'model.created': modelFacts.extend({ assets: z.array(assetUse) }),
  /** Data with either all assets in use or their changes. Version 1 has all. */
  'model.updated': modelFacts
    .extend({
      /** All where the state has changed, where the event before is unknown, and in what a reconciliation publishes again. */
      assets: z.array(assetUse).optional(),
      assetChanges: assetChanges.optional(),
    })
    .refine(({ assets, assetChanges: delta }) => (assets === undefined) !== (delta === undefined)),
  'model.deleted': z.object({
    id: z.string(),
    slug: z.string(),
    /** Absent in events of former versions. */
    previousSlugs: z.array(z.string()).optional(),
    assets: z.array(z.string()),
    name: z.string().optional(),
    affiliateId: z.string().nullable().optional(),
  }),
  /** A person's change has begun or ended a live; what a schedule begins and ends has no event (docs/domain.md#live). */
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
  /** Media knows no model that uses the asset and requests its release from the catalogue, unless a model has gained or lost it after the given instant. */
  'asset.unattached': z.object({ id: z.string(), unattachedBefore: instant }),
  /** Published when no model uses the asset and none can use it any more: media removes it. */
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
    /** Slug of the affiliate or empty, in events of former versions. */
    affiliate: z.string().optional(),
    modelSlug: z.string(),
    /** The payment that a refund or chargeback refunds; absent for payments, for refunds of unknown ones, and in events of former versions. */
    refundedId: z.string().optional(),
    /** Receipt of a payment, for its mail; absent in events of former versions and in republished ones. */
    receipt: z.object({ number: z.string(), paidAt: instant, nextCharge: charge.nullable() }).optional(),
  }),
  /** The next charge of a subscription is a few days away. */
  'renewal.upcoming': z.object({
    subscriberId: z.string(),
    chargeAt: instant,
    amountCents: z.number().int(),
    currency: z.string(),
  }),
  /** A charge has not come when it was due: the days of grace have begun. */
  'renewal.failed': z.object({
    subscriberId: z.string(),
    chargeAt: instant,
    /** End of the days of grace. */
    accessUntil: instant,
    amountCents: z.number().int(),
    currency: z.string(),
  }),
  /** A cancellation or withdrawal was requested on the site; its receipt goes out by mail, whatever became of it. */
  'contract.requested': z.object({
    id: z.string(),
    reference: z.string(),
    kind: z.enum(CONTRACT_REQUEST_KINDS),
    outcome: z.enum(ANNOUNCED_OUTCOMES),
    /** null where the address is unknown. */
    subscriberId: z.string().nullable(),
    /** Address as typed, where no subscriber has it; else null. */
    email: z.string().nullable(),
    receivedAt: instant,
    /** End of access that follows from it; null where it has none. */
    contractEnd: instant.nullable(),
    /** Instant at which a scheduled cancellation takes effect; else null. */
    effectiveAt: instant.nullable(),
  }),
  'subscription.activated': subscriptionFacts,
  /** The end of access moved: later by a payment, earlier by a refund of one of several. */
  'subscription.renewed': subscriptionFacts,
  /** requestId: it follows from a request that `contract.requested` announces, whose mail confirms it. */
  'subscription.cancelled': subscriptionFacts.extend({ requestId: z.string().optional() }),
  'subscription.expired': subscriptionFacts,
  'subscription.revoked': subscriptionFacts,
} as const satisfies Record<string, z.ZodType>;

export type EventName = keyof typeof EVENTS;
export type EventData<Name extends EventName> = z.output<(typeof EVENTS)[Name]>;

/** Assets that an event of a model names as used: all, or those whose use has changed. */
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
 * Consumers: each durable queue, shared by the replicas of the service of its name, and the events that its consumer binds to
 * it. On a new broker a publisher declares queues that are missing, so that events wait there for consumers that start later.
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
 * Events that a queue's consumer handled in a former version, with the names that it unbinds. A name stays here for one release
 * (docs/architecture.md#changes-of-an-event).
 */
export const RETIRED_BINDINGS: Readonly<Partial<Record<string, readonly string[]>>> = {};

/** Versions of events whose data has changed otherwise than by addition; all others are at 1. */
export const EVENT_VERSIONS: Readonly<Partial<Record<string, number>>> = { 'model.updated': 2 };
/** Returns the version with which an event is published. */
export const versionOf = (name: string, versions = EVENT_VERSIONS): number => versions[name] ?? 1;

/** Envelope of an event's data on the wire; its name may be one of a later release. */
export const envelope = z.object({
  id: z.uuid(),
  name: z.string().min(1),
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

export const EXCHANGE = 'platform';
