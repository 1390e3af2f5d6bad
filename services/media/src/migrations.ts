/** Where this service's migrations are. */
export const MIGRATIONS = new URL('../migrations/', import.meta.url);
