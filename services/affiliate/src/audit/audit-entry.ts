import { randomUUID } from 'node:crypto';
import { AUDIT_ACTORS, AUDITED_EVENTS } from 'contracts/audit';
import type { AuditActor, AuditEntry, OwnAuditAction } from 'contracts/audit';
import type { Event } from 'contracts/events';
import { currentContext } from 'service-kit/request-context';

/** An event, or a change of this service's own, as the trail keeps it. */
export interface NewAuditEntry extends Pick<AuditEntry, 'id' | 'at' | 'action' | 'changes'> {
  subject: Subject;
  actor: { role: AuditActor; affiliateId: string | null };
  /** The affiliate that sees it besides the administrator; null where that has to be looked up. */
  affiliateId: string | null;
  /** The person that a payment was for: the credited affiliate sees the entry. */
  subscriberId: string | null;
  /** The model of a file: its owner sees the entry. */
  modelId: string | null;
  /** The edition that a change of a model made. */
  editRevision: number | null;
  /** Key of the entry into which changes of one kind are merged. */
  mergeKey: string | null;
}

/** Names of then, and the id of the model or affiliate that the entry leads to. */
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

/** Files come by the dozen: those of one hour, one person and one model are one line of the trail. */
const mergeKeyOf = ({ name, actor, occurredAt }: AuditedEvent, model: string): string =>
  [name, actor.role, actor.id, model, occurredAt.slice(0, 13)].join(' ');

/** Returns the audit entry of an event; null where no person changed anything by it. */
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

/** The entry of a change that no event announces, by the person whose request is handled; null where no person made it. */
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
