import { TEXTS } from './texts.ts';

/** Every error that a call may return: HTTP status and French sentence for the user (docs/domain.md#errors). */
export const ERRORS = {
  MALFORMED_REQUEST: { status: 400, text: 'La requête est mal formée.' },
  REQUEST_TIMEOUT: { status: 408, text: 'La requête a mis trop de temps à arriver. Veuillez réessayer.' },
  VALIDATION_FAILED: { status: 400, text: TEXTS.validationError },
  INVALID_JSON: { status: 400, text: 'La requête est illisible\u00a0: JSON invalide.' },
  BODY_TOO_LARGE: { status: 413, text: 'La requête est trop volumineuse.' },
  UNSUPPORTED_BODY: { status: 415, text: 'Le format de la requête n’est pas accepté.' },
  NOT_FOUND: { status: 404, text: 'Cette ressource n’existe pas.' },
  METHOD_NOT_ALLOWED: { status: 405, text: 'Cette méthode n’est pas acceptée ici.' },
  AUTHENTICATION_REQUIRED: { status: 401, text: 'Vous devez vous connecter.' },
  SESSION_EXPIRED: { status: 401, text: 'Votre session a expiré. Reconnectez-vous.' },
  FORBIDDEN: { status: 403, text: 'Vous n’avez pas accès à cette action.' },
  REAUTHENTICATION_REQUIRED: { status: 403, text: 'Confirmez votre mot de passe pour continuer.' },
  FIELD_FORBIDDEN: { status: 403, text: 'Vous ne pouvez pas modifier ce champ.' },
  TOO_MANY_REQUESTS: { status: 429, text: 'Trop de requêtes. Patientez un instant.' },
  TOO_MANY_ATTEMPTS: { status: 429, text: 'Trop de tentatives. Réessayez dans quelques minutes.' },
  INTERNAL: { status: 500, text: TEXTS.somethingWentWrong },
  BAD_GATEWAY: { status: 502, text: 'Le service a mal répondu. Veuillez réessayer.' },
  SERVICE_UNAVAILABLE: { status: 503, text: 'Le service est momentanément indisponible. Veuillez réessayer.' },
  GATEWAY_TIMEOUT: { status: 504, text: 'Le service met trop de temps à répondre. Veuillez réessayer.' },

  EMAIL_TAKEN: { status: 409, text: 'Cet e-mail est déjà utilisé' },
  BAD_CREDENTIALS: { status: 401, text: 'Email ou mot de passe incorrect.' },
  PASSWORD_TOO_COMMON: { status: 400, text: 'Ce mot de passe est trop courant. Choisissez-en un autre.' },
  PASSWORD_TOO_PERSONAL: {
    status: 400,
    text: 'Ce mot de passe ressemble trop à votre nom ou à votre e-mail. Choisissez-en un autre.',
  },
  MODEL_REQUIRED: { status: 400, text: TEXTS.registerFromModelPage },
  EMAIL_UNCHANGED: { status: 400, text: 'C’est déjà votre adresse.' },
  EMAIL_LINK_INVALID: { status: 400, text: TEXTS.emailLinkInvalid },
  RESET_TOKEN_MISSING: { status: 400, text: TEXTS.resetTokenMissing },
  RESET_TOKEN_INVALID: { status: 400, text: TEXTS.resetTokenInvalid },
  WRONG_PASSWORD: { status: 401, text: TEXTS.wrongPassword },
  WRONG_CODE: { status: 401, text: 'Code incorrect ou déjà utilisé.' },
  PASSKEY_REJECTED: { status: 401, text: 'Cette clé d’accès n’a pas été acceptée.' },
  PASSKEY_TAKEN: { status: 409, text: 'Cette clé d’accès est déjà enregistrée.' },
  CHALLENGE_EXPIRED: { status: 401, text: 'Cette étape a expiré. Recommencez depuis le début.' },
  SECOND_FACTOR_NOT_FOUND: { status: 404, text: 'Cette méthode de vérification n’existe plus.' },
  SECOND_FACTOR_REQUIRED: {
    status: 409,
    text: 'La double authentification est obligatoire ici\u00a0: ajoutez une autre méthode avant de retirer celle-ci.',
  },
  SECOND_FACTOR_LIMIT: {
    status: 409,
    text: 'Vous avez atteint le nombre maximal de méthodes de vérification. Retirez-en une d’abord.',
  },
  PUSH_REJECTED: { status: 400, text: 'Ce navigateur ne peut pas recevoir nos notifications.' },
  NOTIFICATIONS_LIMIT: {
    status: 409,
    text: 'Vous suivez déjà le nombre maximal de modèles. Retirez-en un dans «\u00a0Mon compte\u00a0».',
  },
  SESSION_NOT_FOUND: { status: 404, text: 'Cet appareil est déjà déconnecté.' },

  MODEL_NOT_FOUND: { status: 404, text: 'Modèle non trouvé' },
  AFFILIATE_NOT_FOUND: { status: 404, text: 'Affilié non trouvé' },
  AFFILIATE_FIELDS_REQUIRED: { status: 400, text: TEXTS.affiliateFieldsRequired },
  AFFILIATE_HAS_MODELS: { status: 409, text: 'Cet affilié a encore des modèles\u00a0: supprimez-les d’abord.' },
  AFFILIATE_OWED: {
    status: 409,
    text: 'Des commissions sont en attente ou dues à cet affilié\u00a0: versez-les d’abord, ou désactivez-le.',
  },
  AFFILIATE_SUSPENDED: { status: 403, text: 'Ce compte affilié est désactivé. Contactez l’administration.' },
  SLUG_TAKEN: { status: 409, text: 'Ce slug est déjà utilisé' },
  IDEMPOTENCY_KEY_INVALID: { status: 400, text: 'La clé de répétition de la requête est mal formée.' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, text: 'Cette clé de répétition a déjà servi à une autre requête.' },
  REQUEST_IN_PROGRESS: { status: 409, text: 'Cette requête est déjà en cours. Patientez un instant.' },
  VERSION_NOT_FOUND: { status: 404, text: 'Cette version n’est plus conservée.' },
  EDIT_CONFLICT: { status: 409, text: 'Ce modèle a été modifié entre-temps par une autre personne.' },
  PAYMENT_HOST_REFUSED: { status: 400, text: 'Cette adresse de redirection n’est pas autorisée.' },

  FILE_TOO_LARGE: { status: 413, text: 'Le fichier est trop volumineux. Taille maximum: 200MB' },
  INVALID_FILE_TYPE: { status: 415, text: 'Type de fichier non autorisé' },
  NO_FILE: { status: 400, text: 'Aucun fichier sélectionné' },
  UPLOAD_FAILED: { status: 500, text: "Erreur lors de l'upload. Vérifiez votre connexion." },
  UPLOAD_CONFLICT: { status: 409, text: 'Cet envoi a déjà continué ailleurs. Veuillez réessayer.' },
  UPLOAD_VERSION_UNSUPPORTED: { status: 412, text: 'Cette version du protocole d’envoi n’est pas prise en charge.' },
  UPLOAD_BUSY: { status: 423, text: 'Cet envoi est encore en cours d’enregistrement. Veuillez réessayer.' },
  FILE_NOT_FOUND: { status: 404, text: 'Ce fichier n’existe pas.' },
  MODEL_QUOTA_EXCEEDED: { status: 413, text: 'Ce modèle a atteint sa limite de fichiers.' },
  UPLOADER_QUOTA_EXCEEDED: { status: 413, text: 'Vous avez atteint votre limite de fichiers.' },
  TOO_MANY_UPLOADS: { status: 429, text: 'Vous avez trop d’envois en cours. Attendez que l’un d’eux se termine.' },
  UPLOADS_SATURATED: { status: 503, text: 'Trop de fichiers arrivent en même temps. Réessayez dans un instant.' },
  STORAGE_FULL: {
    status: 503,
    text: 'L’espace de stockage du site est plein. Réessayez plus tard ou prévenez l’administration.',
  },

  STATEMENT_NOT_FOUND: { status: 404, text: 'Ce relevé n’existe pas.' },
  PAYOUT_BATCH_NOT_FOUND: { status: 404, text: 'Ce lot de reversements n’existe pas.' },
  PAYOUT_BATCH_OPEN: {
    status: 409,
    text: 'Un lot est déjà ouvert\u00a0: marquez-le comme versé ou annulez-le d’abord.',
  },
  PAYOUT_BATCH_CLOSED: { status: 409, text: 'Ce lot est déjà versé ou annulé.' },
  PAYOUT_NOTHING_DUE: { status: 409, text: 'Aucune commission n’est à reverser.' },
  PAYOUT_CHANGED: { status: 409, text: 'Les montants dus ont changé. Vérifiez-les avant de créer le lot.' },

  OUTGOING_HOST_REFUSED: { status: 400, text: 'Cette adresse doit être publique, en https et sur le port 443.' },
  OUTGOING_NOT_SET: { status: 409, text: 'Activez d’abord l’envoi des notifications.' },
  OUTGOING_DELIVERY_NOT_FOUND: { status: 404, text: 'Cette notification n’existe pas ou est déjà reçue.' },

  POSTBACK_REFUSED: { status: 401, text: 'Clé de notification refusée.' },
  WEBHOOK_REFUSED: { status: 401, text: 'Signature de notification refusée.' },
  POSTBACK_NOT_FOUND: { status: 404, text: 'Cette notification n’existe pas.' },
  POSTBACK_PAYMENT_WAITING: {
    status: 409,
    text: 'Le paiement concerné est lui aussi sans correspondance\u00a0: rapprochez-le d’abord.',
  },
  POSTBACK_OTHER_SUBSCRIBER: { status: 409, text: 'Le paiement concerné est celui d’un autre abonné.' },
  PAYMENT_NOT_FOUND: { status: 404, text: 'Ce paiement n’existe pas.' },
  PAYMENT_REFUNDED: { status: 409, text: 'Ce paiement est déjà remboursé.' },
  REFUND_ORDERED: { status: 409, text: 'Le remboursement de ce paiement est déjà demandé au partenaire.' },
  REFUND_AT_PARTNER: { status: 409, text: 'Ce paiement se rembourse dans l’interface du partenaire.' },
  SUBSCRIBER_NOT_FOUND: { status: 404, text: 'Cet abonné n’existe pas.' },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Wording of the 50 MB limit for images; FILE_TOO_LARGE names 200 MB (specified: "the list upload uses a 50MB wording"). */
export const IMAGE_TOO_LARGE_TEXT = 'Le fichier est trop volumineux. Taille maximum: 50MB';

/** Body of every error response. */
export interface ErrorBody {
  error: string;
  code: ErrorCode;
  requestId: string;
}
