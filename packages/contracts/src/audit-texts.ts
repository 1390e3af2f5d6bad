import { AFFILIATE_FIELDS } from './affiliate-fields.ts';
import type { AuditAction, AuditActor, AuditEntry, AuditKind } from './audit.ts';
import type { FieldChange } from './events.ts';
import { MODEL_FIELDS } from './model-fields.ts';

export const AUDIT_KIND_TEXTS: Record<AuditKind, string> = {
  model: 'Modèles',
  affiliate: 'Affiliés',
  media: 'Fichiers',
  payment: 'Paiements',
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
  'panel.entered': 'Connexion au panneau',
  'panel.left': 'Déconnexion du panneau',
  'panel.devices-removed': 'Appareils déconnectés',
  'panel.factor-added': 'Double authentification ajoutée',
  'panel.factor-removed': 'Double authentification retirée',
};
/** "Modèle créé", "3 fichiers envoyés". */
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
  device: 'appareil',
  factor: 'méthode',
};

const FACTOR_TEXTS: Record<string, string> = { totp: 'application', passkey: 'clé d’accès' };

const valueText = (field: string, value: NonNullable<FieldChange['after']> | null | undefined): string => {
  if (value === null || value === undefined || value === '') return 'aucun';
  if (typeof value === 'boolean') return value ? 'oui' : 'non';
  if (field === 'amount_cents') return `${(Number(value) / 100).toFixed(2).replace('.', ',')}€`;
  if (field === 'factor') return FACTOR_TEXTS[String(value)] ?? String(value);
  return String(value);
};
/** "nom : Nina → Lina"; the field's name alone where the entry has no values. */
export const changeText = ({ field, before, after }: FieldChange): string => {
  const name = LABELS[field] ?? field;
  if (before === undefined && after === undefined) return name;
  return before === undefined
    ? `${name}\u00a0: ${valueText(field, after)}`
    : `${name}\u00a0: ${valueText(field, before)} → ${valueText(field, after)}`;
};
