import { z } from 'zod';
import { fieldChange } from './field-change.ts';
import { PANEL_ROLES } from './roles.ts';
import type { PanelRole } from './roles.ts';

export const AUDIT_KINDS = ['model', 'affiliate', 'media', 'payment', 'payout', 'access'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];
export const AUDIT_ACTORS = PANEL_ROLES;
export type AuditActor = PanelRole;

/** Events that are stored in the audit trail when a user caused them. */
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
/** Actions that the affiliate service records directly, because no event announces them. */
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
    /** Slug and name at the time of the entry. */
    slug: z.string(),
    name: z.string(),
    /** Current slug of the model or affiliate, when it exists and the reader may open it. */
    link: z.string().nullable(),
  }),
  /** Version of the model that the change created; it can be restored (docs/domain.md#former-versions-of-a-model). */
  version: z.object({ model_id: z.uuid(), edit_revision: z.number().int() }).nullable(),
  /** Number of files: uploads or deletions within the same hour are one entry. */
  count: z.number().int(),
  changes: z.array(fieldChange),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Page of entries, newest first; `next` is the cursor of the following page. */
export const auditPage = z.object({ entries: z.array(auditEntry), next: z.string().nullable() });
export type AuditPage = z.infer<typeof auditPage>;

export const AUDIT_PAGE = { default: 50, max: 100 } as const;
