import type { AuditAction, AuditActor, AuditEntry, AuditKind } from './audit.ts';
import type { FieldChange } from './events.ts';

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

const FIELDS: Record<string, string> = {
  name: 'nom',
  slug: 'slug',
  age: 'âge',
  bio: 'bio',
  likes_count: 'likes',
  medias_count: 'médias',
  followers_count: 'followers',
  photos_count: 'compteur de photos',
  videos_count: 'compteur de vidéos',
  lives_count: 'compteur de lives',
  is_verified: 'vérifié',
  manual_live_override: 'live manuel',
  live_schedule_start: 'début du live',
  live_schedule_end: 'fin du live',
  avatar_image: 'avatar',
  cover_image: 'image de couverture',
  cover_video: 'vidéo de couverture',
  social_preview_image: 'image de partage',
  photo_items: 'photos',
  video_items: 'vidéos',
  live_replays: 'rediffusions',
  custom_title: 'titre personnalisé',
  custom_description: 'description personnalisée',
  telegram_link: 'lien Telegram',
  email_from_name: 'nom d’expéditeur',
  email_from_email: 'e-mail d’expéditeur',
  adexico_base_url: 'URL de base',
  adexico_source_id: 'identifiant de source',
  custom_password: 'mot de passe',
  is_active: 'actif',
  is_suspended: 'suspendu',
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
/** "nom : Nina → Lina"; the field's name alone where its values are not told. */
export const changeText = ({ field, before, after }: FieldChange): string => {
  const name = FIELDS[field] ?? field;
  if (before === undefined && after === undefined) return name;
  return before === undefined
    ? `${name}\u00a0: ${valueText(field, after)}`
    : `${name}\u00a0: ${valueText(field, before)} → ${valueText(field, after)}`;
};
