/** Folder of this service's migrations. */
export const MIGRATIONS = new URL('../migrations/', import.meta.url);
