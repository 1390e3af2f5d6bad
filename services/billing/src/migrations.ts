/** The folder of the migrations, for those who apply them and those who check that they were. */
export const MIGRATIONS = new URL('../migrations/', import.meta.url);
