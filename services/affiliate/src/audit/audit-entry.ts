import { randomUUID } from 'node:crypto';
import { AUDIT_ACTORS, AUDITED_EVENTS } from 'contracts/audit';
import type { AuditActor, AuditEntry, OwnAuditAction } from 'contracts/audit';
import type { Event } from 'contracts/events';
import { currentContext } from 'service-kit/request-context';

/** An event, or a change within this service, as the audit trail stores it. */
export interface NewAuditEntry extends Pick<AuditEntry, 'id' | 'at' | 'action' | 'changes'> {
  subject: Subject;
  actor: { role: AuditActor; affiliateId: string | null };
  /** Affiliate that sees the entry besides the administrator; null when it must be looked up. */
  affiliateId: string | null;
  /** Subscriber of a payment, whose credited affiliate sees the entry. */
  subscriberId: string | null;
  /** Model of a file, whose owner sees the entry. */
  modelId: string | null;
  /** Edition that a change of a model created. */
  editRevision: number | null;
  /** Entries with the same key are merged. */
  mergeKey: string | null;
}

/** Slug and name at the time of the entry, and the id of the model or affiliate for its link. */
type Subject = Pick<AuditEntry['subject'], 'kind' | 'slug' | 'name'> & { id: string | null };

type AuditedName = (typeof AUDITED_EVENTS)[number];
type AuditedEvent = { [Name in AuditedName]: Event<Name> }[AuditedName];
const isAudited = (event: Event): event is AuditedEvent => (AUDITED_EVENTS as readonly string[]).includes(event.name);
const isPerson = (role: string): role is AuditActor => (AUDIT_ACTORS as readonly string[]).includes(role);

interface Facts {
  subject: Subject;
  affiliateId: string | null;
  modelId?: string | null | undefined;
  subscriberId?: string;
  changes?: AuditEntry['changes'] | undefined;
  editRevision?: number | undefined;
}

const ACCESS: Subject = { kind: 'access', slug: '', name: '', id: null };

const factsOf = ({ name, data }: AuditedEvent): Facts => {
  switch (name) {
    case 'model.created':
    case 'model.updated':
      return {
        subject: { kind: 'model', slug: data.slug, name: data.name, id: data.id },
        affiliateId: data.affiliateId,
        changes: data.changes,
        editRevision: data.editRevision,
      };
    case 'model.deleted':
      return {
        subject: { kind: 'model', slug: data.slug, name: data.name ?? '', id: data.id },
        affiliateId: data.affiliateId ?? null,
      };
    case 'affiliate.created':
    case 'affiliate.updated':
      return {
        subject: { kind: 'affiliate', slug: data.slug, name: data.name, id: data.id },
        affiliateId: data.id,
        changes: data.changes,
      };
    case 'affiliate.deleted':
      return {
        subject: { kind: 'affiliate', slug: data.slug, name: data.name ?? '', id: data.id },
        affiliateId: data.id,
      };
    case 'asset.uploaded':
      return {
        subject: { kind: 'media', slug: data.modelSlug, name: '', id: data.modelId ?? null },
        affiliateId: data.uploaderAffiliateId,
        modelId: data.modelId,
      };
    case 'asset.deleted':
      return {
        subject: { kind: 'media', slug: data.modelSlug, name: '', id: data.modelId ?? null },
        affiliateId: null,
        modelId: data.modelId,
      };
    case 'panel.entered':
    case 'panel.left':
      return {
        subject: ACCESS,
        affiliateId: null,
        changes: [{ field: 'device', after: data.device }],
      };
    case 'panel.devices-removed':
      return {
        subject: ACCESS,
        affiliateId: null,
        changes: [{ field: 'device', after: data.devices.join(', ') }],
      };
    case 'panel.factor-added':
    case 'panel.factor-removed':
      return {
        subject: ACCESS,
        affiliateId: null,
        changes: [{ field: 'factor', after: data.method }],
      };
    case 'payment.recorded':
      return {
        subject: { kind: 'payment', slug: data.modelSlug, name: '', id: null },
        affiliateId: null,
        subscriberId: data.subscriberId,
        changes: [{ field: 'amount_cents', after: data.amountCents }],
      };
  }
};

/** Merges file events of one hour, user and model into one entry, since uploads come in dozens. */
const mergeKeyOf = ({ name, actor, occurredAt }: AuditedEvent, model: string): string =>
  [name, actor.role, actor.id, model, occurredAt.slice(0, 13)].join(' ');

/** Returns the audit entry of an event; null when no user changed anything. */
export const auditEntryOf = (event: Event): NewAuditEntry | null => {
  const { role, id: actorId } = event.actor;
  if (!isAudited(event) || !isPerson(role)) return null;
  const {
    subject,
    affiliateId,
    modelId = null,
    subscriberId = null,
    changes = [],
    editRevision = null,
  } = factsOf(event);
  if ((event.name === 'model.updated' || event.name === 'affiliate.updated') && changes.length === 0) return null;
  const actingAffiliate = role === 'affiliate' ? actorId : null;
  return {
    id: event.id,
    at: event.occurredAt,
    actor: { role, affiliateId: actingAffiliate },
    action: event.name,
    subject,
    changes,
    affiliateId: actingAffiliate ?? affiliateId,
    subscriberId,
    modelId,
    editRevision,
    mergeKey: subject.kind === 'media' ? mergeKeyOf(event, modelId ?? subject.slug) : null,
  };
};

/** Returns the entry of a change without an event, made by the user of the current request; null when no user made it. */
export const ownEntryOf = (
  action: OwnAuditAction,
  { subject, affiliateId, changes = [] }: Pick<Facts, 'subject' | 'affiliateId' | 'changes'>,
): NewAuditEntry | null => {
  const actor = currentContext()?.actor;
  if (!actor || !isPerson(actor.role)) return null;
  const actingAffiliate = actor.role === 'affiliate' ? actor.id : null;
  return {
    id: randomUUID(),
    at: new Date().toISOString(),
    actor: { role: actor.role, affiliateId: actingAffiliate },
    action,
    subject,
    changes,
    affiliateId: actingAffiliate ?? affiliateId,
    subscriberId: null,
    modelId: null,
    editRevision: null,
    mergeKey: null,
  };
};
export type OwnEntryFacts = Parameters<typeof ownEntryOf>[1];
