import { generateKeyBetween } from 'fractional-indexing';

/**
 * First character of the ranks of models that the administrator has not placed at the top. As fractional-indexing reads a key, it
 * stands for an integer of thirteen digits; those of placed models begin below it.
 */
const TAIL = 'm';
const DIGITS = 13;

const isOfTail = (rank: string): boolean => rank >= TAIL;

/**
 * Rank of a model that was never moved: after those that the administrator has placed, the newest first. The id keeps models that
 * were created in the same millisecond apart.
 */
export const firstRank = ({ id, createdAt }: { id: string; createdAt: Date }): string => {
  const age = String(10 ** DIGITS - 1 - createdAt.getTime()).padStart(DIGITS, '0');
  // No key may end with a zero.
  return `${TAIL}${age}${id.replaceAll('-', '').slice(0, 8)}1`;
};

/**
 * A rank between two neighbours, so that a move writes one document (docs/decisions/0062-fractional-ranks.md). At the border to the
 * models that were never moved it stays above it, where later models come in.
 * @param before null: the first place; @param after null: the last
 */
export const rankBetween = (before: string | null, after: string | null): string => {
  const isBeforeTail = (before === null || !isOfTail(before)) && (after === null || isOfTail(after));
  return generateKeyBetween(before, isBeforeTail ? null : after);
};

/** Returns the sort key of the panel's order and of each of the two parts of the wall: featured models first. */
export const placeOrderOf = ({ rank, isFeatured }: { rank: string; isFeatured: boolean }): string =>
  // A blank sorts before every digit of a rank.
  `${isFeatured ? 0 : 1} ${rank}`;
