import { randomUUID } from 'node:crypto';

/** Prefix by which objects of these tests are recognised. */
export const NAME_PREFIX = 'essai';

/** Returns a slug or password that does not exist. */
export const newName = (kind: string): string => `${NAME_PREFIX}-${kind}-${randomUUID().slice(0, 8)}`;
/** Returns an unknown e-mail address. */
export const newEmail = (): string => `${newName('personne')}@example.org`;
/** Id of no object. */
export const ABSENT_ID = '00000000-0000-4000-8000-000000000000';
