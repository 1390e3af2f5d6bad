import { randomUUID } from 'node:crypto';

/** What these tests have made is found by it. */
export const NAME_PREFIX = 'essai';

/** A slug or password that does not exist. */
export const newName = (kind: string): string => `${NAME_PREFIX}-${kind}-${randomUUID().slice(0, 8)}`;
/** An unknown address. */
export const newEmail = (): string => `${newName('personne')}@example.org`;
/** Of no object. */
export const ABSENT_ID = '00000000-0000-4000-8000-000000000000';
