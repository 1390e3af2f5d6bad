/*
 * French sentences of the specification that several parts show, or whose wording is prescribed. Each is a separate export, so that
 * a page's bundle contains only those that it uses.
 */

// Validation
export const validationError = 'Erreur de validation';
export const firstNameTooShort = 'Le prénom doit contenir au moins 2 caractères';
export const firstNameTooLong = 'Le prénom est trop long';
export const lastNameTooShort = 'Le nom doit contenir au moins 2 caractères';
export const lastNameTooLong = 'Le nom est trop long';
export const emailInvalid = 'Email invalide';
export const emailTooLong = 'Email trop long';
export const passwordTooShort = 'Le mot de passe doit contenir au moins 6 caractères';
export const passwordTooLong = 'Mot de passe trop long';
export const passwordsDiffer = 'Les mots de passe ne correspondent pas';
export const ageTitle = 'Confirmation requise';
export const ageRequired = 'Vous devez confirmer avoir 18 ans ou plus.';
export const registrationErrorTitle = "Erreur d'inscription";
export const registerFromModelPage = 'Vous devez vous inscrire via une page de modèle spécifique.';
export const affiliateFieldsRequired = 'Nom, slug, URL Adexico et mot de passe sont requis';
export const slugFirst = "Veuillez d'abord saisir le slug du modèle";
export const confirmDeleteModel = 'Êtes-vous sûr de vouloir supprimer ce modèle ?';
export const confirmDeleteAffiliate = 'Êtes-vous sûr de vouloir supprimer cet affilié ?';

// Errors
export const error = 'Erreur';
export const registerFailed = "Erreur lors de l'inscription";
export const loginFailed = 'Email ou mot de passe incorrect.';
export const connectionFailed = 'Erreur de connexion';
export const requestFailed = 'Erreur lors de la demande';
export const somethingWentWrong = 'Une erreur est survenue. Veuillez réessayer.';
export const somethingWentWrongShort = 'Une erreur est survenue';
export const wrongPassword = 'Mot de passe incorrect';
export const deleteModelFailed = 'Impossible de supprimer le modèle';
export const deleteAffiliateFailed = "Impossible de supprimer l'affilié";
export const deleteFailed = 'Erreur lors de la suppression';
export const resetOverrideFailed = "Impossible de réinitialiser l'override manuel.";
export const saveFailed = 'Erreur lors de la sauvegarde';
export const updateFailed = 'Erreur lors de la mise à jour';
export const affiliateCreated = 'Affilié créé';
export const affiliateUpdated = 'Affilié mis à jour';
export const affiliateDeleted = 'Affilié supprimé';
export const modelCreated = 'Modèle créé';
export const modelUpdated = 'Modèle mis à jour';
export const modelDeleted = 'Modèle supprimé';
export const overrideReset = 'Override réinitialisé';
export const success = 'Succès';
export const affiliateNotFound = 'Affilié non trouvé';
export const dataLoadFailed = 'Erreur lors du chargement des données';
export const resetTokenMissing = 'Token de réinitialisation manquant';
export const resetTokenInvalid = 'Ce lien de réinitialisation est invalide ou a expiré';
export const emailLinkInvalid = 'Ce lien de confirmation est invalide, a expiré ou a déjà servi.';
export const resetLinkUnverifiable = 'Impossible de vérifier le lien';
export const resetLinkPage = 'Lien invalide ou expiré';
export const uploadRejected = "Échec de l'upload du fichier";
export const listUploadRejected = 'Upload failed';
export const deleteFileFailed = 'Erreur lors de la suppression du fichier';

// Screens and states
export const forgotPasswordSent =
  'Si votre email existe dans notre système, vous recevrez un lien de réinitialisation.';
export const developmentMode = 'Mode développement';
export const login = 'Connexion';
export const forgotPassword = 'Mot de passe oublié ?';
export const backToLogin = 'RETOUR À LA CONNEXION';
export const registering = 'Inscription en cours...';
export const loggingIn = 'Connexion en cours...';
export const sending = 'Envoi en cours...';
export const uploading = 'Upload en cours...';
export const noModels = 'Aucun modèle disponible pour le moment';
export const modelNotFound = 'Modèle non trouvé';
export const loadMore = 'Voir plus';
export const photosTab = 'Photos';
export const videosTab = 'Vidéos';
export const replaysTab = 'Redif live';
export const replaysTitle = 'Rediffusion des live';
export const unlockContent = 'Débloquer le contenu';
export const registerOrLogin = "S'inscrire / Se connecter";
export const discoverContent = 'DÉCOUVRIR LE CONTENU';
export const administrationPanel = "Panneau d'Administration";
export const noAffiliates = 'Aucun affilié créé pour le moment.';
export const noModelsCreated = 'Aucun modèle créé pour le moment.';
export const newModel = 'Nouveau modèle';
export const editModel = 'Modifier le modèle';
export const create = 'Créer';
export const update = 'Mettre à jour';
export const cancel = 'Annuler';
export const manual = '(MANUEL)';
export const notFoundPage = 'Oops! Page not found';
