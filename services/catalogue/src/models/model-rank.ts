import { generateKeyBetween } from 'fractional-indexing';

/**
 * First character of the ranks of models that the administrator has not placed at the top. In a key of fractional-indexing it
 * introduces an integer of thirteen digits; ranks of placed models begin with a lower character.
 */
const TAIL = 'm';
const DIGITS = 13;

const isOfTail = (rank: string): boolean => rank >= TAIL;

/**
 * Returns the rank of a model that was never moved: after those that the administrator has placed, newest first. The id
 * distinguishes models created in the same millisecond.
 */
export const firstRank = ({ id, createdAt }: { id: string; createdAt: Date }): string => {
  const age = String(10 ** DIGITS - 1 - createdAt.getTime()).padStart(DIGITS, '0');
  // A key must not end with a zero.
  return `${TAIL}${age}${id.replaceAll('-', '').slice(0, 8)}1`;
};

/**
 * Returns a rank between two neighbours, so that a move writes one document (docs/decisions/0062-fractional-ranks.md). Between a
 * placed and an unmoved model, the rank stays in the range of placed models: later models are inserted among the unmoved ones.
 * @param before null: the first place; @param after null: the last
 */
export const rankBetween = (before: string | null, after: string | null): string => {
  const isBeforeTail = (before === null || !isOfTail(before)) && (after === null || isOfTail(after));
  return generateKeyBetween(before, isBeforeTail ? null : after);
};

/** Returns the sort key of the panel and of each of the two parts of the wall: featured models first. */
export const placeOrderOf = ({ rank, isFeatured }: { rank: string; isFeatured: boolean }): string =>
  // A space sorts before every digit of a rank.
  `${isFeatured ? 0 : 1} ${rank}`;
