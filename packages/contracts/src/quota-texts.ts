const GIBIBYTE = 1024 ** 3;
const MEBIBYTE = 1024 ** 2;

const inFrench = (value: number): string => value.toLocaleString('fr-FR', { maximumFractionDigits: 1 });
const size = (bytes: number): string =>
  bytes >= GIBIBYTE ? `${inFrench(bytes / GIBIBYTE)}\u00a0Go` : `${inFrench(bytes / MEBIBYTE)}\u00a0Mo`;

/** French sentences for an exceeded upload quota (MODEL_QUOTA_EXCEEDED, UPLOADER_QUOTA_EXCEEDED, TOO_MANY_UPLOADS). */
export const QUOTA_TEXTS = {
  modelFiles: (files: number): string => `Ce modèle a atteint sa limite de ${inFrench(files)} fichiers.`,
  modelBytes: (bytes: number): string => `Ce modèle a atteint sa limite de ${size(bytes)}.`,
  uploaderFiles: (files: number): string => `Vous avez atteint votre limite de ${inFrench(files)} fichiers.`,
  uploaderBytes: (bytes: number): string => `Vous avez atteint votre limite de ${size(bytes)}.`,
  openUploads: (uploads: number): string =>
    `Vous avez atteint votre limite de ${inFrench(uploads)} envois simultanés. Attendez que l’un d’eux se termine.`,
  reservedBytes: (bytes: number): string =>
    `Vos envois en cours ont atteint leur limite de ${size(bytes)}. Attendez que l’un d’eux se termine.`,
};
