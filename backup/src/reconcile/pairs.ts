import type { ServiceName } from 'contracts/services';

/** Collection of a service, by its names on the management port. */
export type CollectionName = `${ServiceName}.${string}`;

/** A copy and its owner: both must have the same entities with the same facts. */
interface CopyPair {
  owner: CollectionName;
  copy: CollectionName;
  /** Names, as in the events, of the facts that the copy stores. */
  facts: readonly string[];
  /** Whether the copy stores the revision of the last event; a copy ahead of its owner would ignore the next one. */
  revisions: boolean;
}

/** Ids that must exist in the owner's collection. */
interface ReferencePair {
  references: CollectionName;
  name: string;
  owner: CollectionName;
  kind: 'orphan' | 'stuck';
}

/** Check that a service makes within its own stores. */
interface CheckPair {
  check: CollectionName;
  name: string;
  title: string;
  kind: 'missing' | 'orphan' | 'stuck';
}

export const CHECKS: readonly CheckPair[] = [
  { check: 'media.files', name: 'missing', title: 'media.files, storage', kind: 'missing' },
  { check: 'media.files', name: 'orphan', title: 'storage, media.files', kind: 'orphan' },
  { check: 'media.assets', name: 'in-processing', title: 'media.assets in processing', kind: 'stuck' },
];

const REGISTRATION = ['clickId', 'pixelId', 'attribution'];
const ACCESS = ['paidUntil'];
const PARTNER_SETTINGS = ['adexicoBaseUrl', 'adexicoSourceId', 'telegramLink'];
const SENDER = ['emailFromName', 'emailFromEmail'];
const UPLOAD = ['state', 'modelSlug', 'modelId', 'uploaderAffiliateId', 'kind', 'originalName'];
const PROCESSED = ['blurId', 'durationMs', 'hasHls', 'width', 'height', 'placeholder'];

/**
 * Owners in the order of repair: models are last, because uploads and affiliates change what the catalogue publishes about models.
 */
export const COPIES: readonly CopyPair[] = [
  {
    owner: 'identity.subscribers',
    copy: 'billing.subscribers',
    facts: ['email', 'affiliate', 'modelId', ...REGISTRATION],
    revisions: true,
  },
  {
    owner: 'identity.subscribers',
    copy: 'affiliate.registrations',
    facts: ['registeredOn', ...REGISTRATION],
    revisions: false,
  },
  {
    owner: 'affiliate.affiliates',
    copy: 'identity.affiliates',
    facts: ['slug', 'isActive', ...SENDER],
    revisions: true,
  },
  {
    owner: 'affiliate.affiliates',
    copy: 'billing.affiliates',
    facts: ['slug', 'isActive', ...PARTNER_SETTINGS],
    revisions: true,
  },
  {
    owner: 'affiliate.affiliates',
    copy: 'catalogue.affiliates',
    facts: ['slug', 'name', 'isActive', 'isSuspended', ...SENDER, ...PARTNER_SETTINGS],
    revisions: true,
  },
  { owner: 'billing.subscriptions', copy: 'media.entitlements', facts: ACCESS, revisions: true },
  { owner: 'billing.subscriptions', copy: 'catalogue.entitlements', facts: ACCESS, revisions: true },
  { owner: 'billing.subscriptions', copy: 'affiliate.subscriptions', facts: ACCESS, revisions: true },
  {
    owner: 'billing.ledger',
    copy: 'affiliate.payments',
    facts: ['subscriberId', 'amountCents', 'currency', 'kind', 'refundedId', 'recordedOn', 'credit'],
    revisions: false,
  },
  { owner: 'media.assets', copy: 'catalogue.assets', facts: [...UPLOAD, ...PROCESSED], revisions: true },
  {
    owner: 'catalogue.models',
    copy: 'identity.models',
    facts: ['slug', 'affiliateId', 'isHidden', 'liveRule', ...SENDER],
    revisions: true,
  },
  {
    owner: 'catalogue.models',
    copy: 'billing.models',
    facts: ['slug', 'previousSlugs', 'affiliateId', 'isHidden', ...PARTNER_SETTINGS],
    revisions: true,
  },
  {
    owner: 'catalogue.models',
    copy: 'media.models',
    facts: ['slug', 'affiliateId', 'isHidden', 'assetAccess'],
    revisions: true,
  },
  {
    owner: 'catalogue.models',
    copy: 'affiliate.models',
    facts: ['slug', 'previousSlugs', 'affiliateId', 'name', 'liveRule'],
    revisions: true,
  },
];

export const REFERENCES: readonly ReferencePair[] = [
  { references: 'billing.subscriptions', name: 'subscribers', owner: 'identity.subscribers', kind: 'stuck' },
  { references: 'catalogue.models', name: 'assets', owner: 'media.assets', kind: 'orphan' },
  { references: 'catalogue.models', name: 'affiliates', owner: 'affiliate.affiliates', kind: 'stuck' },
];
