/** The French sentences of the specification that more than one part shows, or whose wording is prescribed. */
export const TEXTS = {
  // Validation
  validationError: 'Erreur de validation',
  firstNameTooShort: 'Le prénom doit contenir au moins 2 caractères',
  firstNameTooLong: 'Le prénom est trop long',
  lastNameTooShort: 'Le nom doit contenir au moins 2 caractères',
  lastNameTooLong: 'Le nom est trop long',
  emailInvalid: 'Email invalide',
  emailTooLong: 'Email trop long',
  passwordTooShort: 'Le mot de passe doit contenir au moins 6 caractères',
  passwordTooLong: 'Mot de passe trop long',
  passwordsDiffer: 'Les mots de passe ne correspondent pas',
  ageTitle: 'Confirmation requise',
  ageRequired: 'Vous devez confirmer avoir 18 ans ou plus.',
  registrationErrorTitle: "Erreur d'inscription",
  registerFromModelPage: 'Vous devez vous inscrire via une page de modèle spécifique.',
  affiliateFieldsRequired: 'Nom, slug, URL Adexico et mot de passe sont requis',
  slugFirst: "Veuillez d'abord saisir le slug du modèle",
  confirmDeleteModel: 'Êtes-vous sûr de vouloir supprimer ce modèle ?',
  confirmDeleteAffiliate: 'Êtes-vous sûr de vouloir supprimer cet affilié ?',

  // Errors
  error: 'Erreur',
  registerFailed: "Erreur lors de l'inscription",
  loginFailed: 'Email ou mot de passe incorrect.',
  connectionFailed: 'Erreur de connexion',
  requestFailed: 'Erreur lors de la demande',
  somethingWentWrong: 'Une erreur est survenue. Veuillez réessayer.',
  somethingWentWrongShort: 'Une erreur est survenue',
  wrongPassword: 'Mot de passe incorrect',
  deleteModelFailed: 'Impossible de supprimer le modèle',
  deleteAffiliateFailed: "Impossible de supprimer l'affilié",
  deleteFailed: 'Erreur lors de la suppression',
  resetOverrideFailed: "Impossible de réinitialiser l'override manuel.",
  saveFailed: 'Erreur lors de la sauvegarde',
  updateFailed: 'Erreur lors de la mise à jour',
  affiliateCreated: 'Affilié créé',
  affiliateUpdated: 'Affilié mis à jour',
  affiliateDeleted: 'Affilié supprimé',
  modelCreated: 'Modèle créé',
  modelUpdated: 'Modèle mis à jour',
  modelDeleted: 'Modèle supprimé',
  overrideReset: 'Override réinitialisé',
  success: 'Succès',
  affiliateNotFound: 'Affilié non trouvé',
  dataLoadFailed: 'Erreur lors du chargement des données',
  resetTokenMissing: 'Token de réinitialisation manquant',
  resetTokenInvalid: 'Ce lien de réinitialisation est invalide ou a expiré',
  emailLinkInvalid: 'Ce lien de confirmation est invalide, a expiré ou a déjà servi.',
  resetLinkUnverifiable: 'Impossible de vérifier le lien',
  resetLinkPage: 'Lien invalide ou expiré',
  uploadRefused: "Échec de l'upload du fichier",
  listUploadRefused: 'Upload failed',
  deleteFileFailed: 'Erreur lors de la suppression du fichier',

  // Screens and states
  forgotPasswordSent: 'Si votre email existe dans notre système, vous recevrez un lien de réinitialisation.',
  developmentMode: 'Mode développement',
  login: 'Connexion',
  forgotPassword: 'Mot de passe oublié ?',
  backToLogin: 'RETOUR À LA CONNEXION',
  registering: 'Inscription en cours...',
  loggingIn: 'Connexion en cours...',
  sending: 'Envoi en cours...',
  uploading: 'Upload en cours...',
  noModels: 'Aucun modèle disponible pour le moment',
  modelNotFound: 'Modèle non trouvé',
  loadMore: 'Voir plus',
  photosTab: 'Photos',
  videosTab: 'Vidéos',
  replaysTab: 'Redif live',
  replaysTitle: 'Rediffusion des live',
  unlockContent: 'Débloquer le contenu',
  registerOrLogin: "S'inscrire / Se connecter",
  discoverContent: 'DÉCOUVRIR LE CONTENU',
  administrationPanel: "Panneau d'Administration",
  noAffiliates: 'Aucun affilié créé pour le moment.',
  noModelsCreated: 'Aucun modèle créé pour le moment.',
  newModel: 'Nouveau modèle',
  editModel: 'Modifier le modèle',
  create: 'Créer',
  update: 'Mettre à jour',
  cancel: 'Annuler',
  manual: '(MANUEL)',
  live: 'LIVE',
  notFoundPage: 'Oops! Page not found',
} as const;

/** "Discuter avec {name}", the button of the model page. */
export const chatWith = (name: string): string => `Discuter avec ${name}`;

/**
 * The live announcement of the model page, its hour from live_schedule_start ("21:00" gives "21h", "21:30" gives "21h30").
 */
export const liveAnnouncement = (scheduleStart: string): string => {
  const [hours = '21', minutes = '00'] = scheduleStart.split(':');
  return `Live tous les soirs à ${Number(hours)}h${minutes === '00' ? '' : minutes}`;
};
