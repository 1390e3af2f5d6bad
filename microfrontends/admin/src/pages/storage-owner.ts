/** The administrator's panel in the names of storage. */
export const STORAGE_OWNER = 'main_admin';
