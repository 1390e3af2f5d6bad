import { createHash } from 'node:crypto';

/** Statement that a connection parses once, and plans once after five executions. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/** All columns of a table; not `count(*)`. */
const WILDCARD = /(?<!\bcount\()\*(?=\s*(?:,|from\b|$))|\breturning\s+\*/i;

/**
 * Returns a statement that is prepared on each connection: for statements of every request or event, whose planning costs more than
 * their execution (docs/decisions/0101-prepared-statements.md). Pass it to `query` in place of its text. Not for statements whose
 * best plan depends on the values, as `$1 is null or ...`.
 * @throws when it selects all columns of a table: a migration that adds a column would break it on connections that prepared it
 */
export const prepared = (text: string): PreparedStatement => {
  if (WILDCARD.test(text)) throw new Error(`a prepared statement names its columns: ${text}`);
  return { name: createHash('sha256').update(text).digest('base64url').slice(0, 22), text };
};
