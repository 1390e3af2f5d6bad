import type { User } from 'contracts/subscribers';

/** Name of a subscriber where first and last name fit. */
export const nameOf = ({ firstName, lastName, username }: User): string =>
  [firstName, lastName].filter(Boolean).join(' ') || username;

const firstLetter = (word: string): string => (/\p{L}/u.exec(word)?.[0] ?? '').toLocaleUpperCase('fr');

/** Initials, at most two letters; empty where the names have none. */
export const initialsOf = ({ firstName, lastName, username }: User): string =>
  firstLetter(firstName) + firstLetter(lastName) || firstLetter(username);
