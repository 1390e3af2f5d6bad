import type { User } from 'contracts/subscribers';

/** Returns first and last name, or the username of a subscriber without both. */
export const nameOf = ({ firstName, lastName, username }: User): string =>
  [firstName, lastName].filter(Boolean).join(' ') || username;

const firstLetter = (word: string): string => (/\p{L}/u.exec(word)?.[0] ?? '').toLocaleUpperCase('fr');

/** Returns the initials, at most two letters; empty for names without letters. */
export const initialsOf = ({ firstName, lastName, username }: User): string =>
  firstLetter(firstName) + firstLetter(lastName) || firstLetter(username);
