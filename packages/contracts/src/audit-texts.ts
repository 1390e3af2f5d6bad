import { AFFILIATE_FIELDS } from './affiliate-fields.ts';
import type { AuditAction, AuditActor, AuditEntry, AuditKind } from './audit.ts';
import type { FieldChange } from './field-change.ts';
import { MODEL_FIELDS, MODEL_STATE_TEXTS } from './model-fields.ts';
import { formatPrice } from './offer.ts';

export const AUDIT_KIND_TEXTS: Record<AuditKind, string> = {
  model: 'Modèles',
  affiliate: 'Affiliés',
  media: 'Fichiers',
  payment: 'Paiements',
  payout: 'Reversements',
  access: 'Connexions',
};
export const AUDIT_ACTOR_TEXTS: Record<AuditActor, string> = { administrator: 'Administration', affiliate: 'Affilié' };

const ACTIONS: Record<AuditAction, string> = {
  'model.created': 'Modèle créé',
  'model.updated': 'Modèle mis à jour',
  'model.deleted': 'Modèle supprimé',
  'affiliate.created': 'Affilié créé',
  'affiliate.updated': 'Affilié mis à jour',
  'affiliate.deleted': 'Affilié supprimé',
  'asset.uploaded': 'Fichier envoyé',
  'asset.deleted': 'Fichier supprimé',
  'payment.recorded': 'Paiement rapproché',
  'payout.created': 'Lot de reversements créé',
  'payout.paid': 'Lot de reversements versé',
  'payout.cancelled': 'Lot de reversements annulé',
  'terms.updated': 'Conditions de commission modifiées',
  'outgoing.updated': 'Postbacks sortants modifiés',
  'panel.entered': 'Connexion au panneau',
  'panel.left': 'Déconnexion du panneau',
  'panel.devices-removed': 'Appareils déconnectés',
  'panel.factor-added': 'Double authentification ajoutée',
  'panel.factor-removed': 'Double authentification retirée',
};
/** Returns the text of an action: "Modèle créé", "3 fichiers envoyés". */
export const actionText = ({ action, count }: Pick<AuditEntry, 'action' | 'count'>): string => {
  if (count < 2) return ACTIONS[action];
  return action === 'asset.deleted' ? `${count} fichiers supprimés` : `${count} fichiers envoyés`;
};

const labelsOf = (fields: Readonly<Record<string, { audit: { label: string } | null }>>) =>
  Object.fromEntries(Object.entries(fields).flatMap(([field, { audit }]) => (audit ? [[field, audit.label]] : [])));
const LABELS: Readonly<Record<string, string>> = {
  ...labelsOf(MODEL_FIELDS),
  ...labelsOf(AFFILIATE_FIELDS),
  amount_cents: 'montant',
  effective_day: 'à partir du',
  first: 'premier paiement',
  holding_days: 'retenue en jours',
  minimum_cents: 'minimum d’un versement',
  outgoing_events: 'évènements',
  outgoing_host: 'serveur',
  outgoing_is_enabled: 'envoi',
  outgoing_method: 'méthode',
  outgoing_secret: 'secret',
  outgoing_url: 'URL',
  payout_reference: 'référence',
  payout_total: 'total',
  renewal: 'renouvellement',
  device: 'appareil',
  factor: 'méthode',
  affiliate_id: 'propriétaire',
  is_featured: 'à la une',
  rank: 'place à l’affiche',
  restored_version: 'version rétablie',
};

const OUTGOING_EVENT_TEXTS: Readonly<Record<string, string>> = {
  registration: 'inscription',
  first_payment: 'premier paiement',
  renewal: 'renouvellement',
  refund: 'remboursement',
};
const FACTOR_TEXTS: Record<string, string> = { totp: 'application', passkey: 'clé d’accès' };

const STATE_TEXTS: Readonly<Record<string, string>> = MODEL_STATE_TEXTS;

const isPresence = (field: string): boolean =>
  Object.entries(MODEL_FIELDS).some(([name, { audit }]) => name === field && audit?.shows === 'presence');

const valueText = (field: string, value: NonNullable<FieldChange['after']> | null | undefined): string => {
  if (value === null || value === undefined || value === '') return 'aucun';
  if (isPresence(field)) return value ? 'fichier' : 'aucun';
  if (typeof value === 'boolean') return value ? 'oui' : 'non';
  if (field === 'restored_version') return `n°\u00a0${String(value)}`;
  if (field === 'amount_cents' || field === 'minimum_cents') return formatPrice(Number(value)).replace('-', '\u2212');
  if (field === 'outgoing_events')
    return String(value)
      .split(', ')
      .map((event) => OUTGOING_EVENT_TEXTS[event] ?? event)
      .join(', ');
  if (field === 'factor') return FACTOR_TEXTS[String(value)] ?? String(value);
  if (field === 'state') return (STATE_TEXTS[String(value)] ?? String(value)).toLowerCase();
  return String(value);
};
/** Returns the parts of a change; null for a value that the entry does not have. */
export const changeParts = ({
  field,
  before,
  after,
}: FieldChange): { label: string; before: string | null; after: string | null } => ({
  label: LABELS[field] ?? field,
  before: before === undefined ? null : valueText(field, before),
  after: after === undefined ? null : valueText(field, after),
});
/** Returns the text of a change: "nom : Nina → Lina", or the field's name alone when the entry has no values. */
export const changeText = (change: FieldChange): string => {
  const { label, before, after } = changeParts(change);
  if (before === null) return after === null ? label : `${label}\u00a0: ${after}`;
  return `${label}\u00a0: ${before} → ${after ?? 'aucun'}`;
};
