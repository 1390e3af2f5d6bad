import { z } from 'zod';
import { fieldChange } from './events.ts';
import { PANEL_ROLES } from './roles.ts';
import type { PanelRole } from './roles.ts';

export const AUDIT_KINDS = ['model', 'affiliate', 'media', 'payment', 'payout', 'access'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];
export const AUDIT_ACTORS = PANEL_ROLES;
export type AuditActor = PanelRole;

/** The events that are stored when a person caused them. */
export const AUDITED_EVENTS = [
  'model.created',
  'model.updated',
  'model.deleted',
  'affiliate.created',
  'affiliate.updated',
  'affiliate.deleted',
  'asset.uploaded',
  'asset.deleted',
  'payment.recorded',
  'panel.entered',
  'panel.left',
  'panel.devices-removed',
  'panel.factor-added',
  'panel.factor-removed',
] as const;
/** Actions that the affiliate service records by itself: no event announces them. */
const OWN_ACTIONS = ['payout.created', 'payout.paid', 'payout.cancelled', 'terms.updated', 'outgoing.updated'] as const;
export type OwnAuditAction = (typeof OWN_ACTIONS)[number];
export const AUDIT_ACTIONS = [...AUDITED_EVENTS, ...OWN_ACTIONS] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Entry of the audit trail: actor, change and instant. */
export const auditEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  actor: z.object({ role: z.enum(AUDIT_ACTORS), slug: z.string().nullable(), name: z.string().nullable() }),
  action: z.enum(AUDIT_ACTIONS),
  subject: z.object({
    kind: z.enum(AUDIT_KINDS),
    /** Slug and name of then. */
    slug: z.string(),
    name: z.string(),
    /** Today's slug of the model or affiliate, where it exists and the reader may open it. */
    link: z.string().nullable(),
  }),
  /** The version of a model that the change made: it can be restored (docs/domain.md#former-versions-of-a-model). */
  version: z.object({ model_id: z.uuid(), edit_revision: z.number().int() }).nullable(),
  /** Files sent or deleted within the same hour stand in one entry. */
  count: z.number().int(),
  changes: z.array(fieldChange),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** One page, the newest first; `next` requests the following one. */
export const auditPage = z.object({ entries: z.array(auditEntry), next: z.string().nullable() });
export type AuditPage = z.infer<typeof auditPage>;

export const AUDIT_PAGE = { default: 50, max: 100 } as const;
