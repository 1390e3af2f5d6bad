import { randomBytes } from 'node:crypto';
import { createDraft, UNIQUE_LENGTH } from './attempt.ts';
import type { Attempt, SentRequest, Trick } from './attempt.ts';
import type { RowKind } from './row-kinds.ts';
import { createTrickClasses } from './tricks/index.ts';

/** A trick on a row. */
export interface Case {
  /** Class, trick and row: what --case names. */
  name: string;
  className: string;
  row: RowKind;
  trick: Trick;
}

export interface PreparedCase extends Case {
  attempt: Attempt;
  requests: readonly SentRequest[];
  smuggledIds: readonly string[];
}

const visible = (name: string): string =>
  name.replace(/[^\x20-\x7e]/g, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Every trick on every row that it means something on. */
export const createCases = (rows: readonly RowKind[]): Case[] =>
  createTrickClasses(rows).flatMap(({ name: className, tricks }) =>
    tricks.flatMap((trick) =>
      rows
        .filter((row) => trick.on?.(row) ?? true)
        .map((row) => ({ name: `${className}/${visible(trick.name)}/${row.name}`, className, row, trick })),
    ),
  );

const SAMPLE_STEP = 2;
/** Of cuts of a message and of paths, which are many alike. */
const SAMPLE_STEP_OF_MANY = 40;

/** Every second trick once, on rows in turn, and fewer of those that are many alike. */
export const sampleOf = (cases: readonly Case[]): Case[] => {
  const byTrick = Map.groupBy(cases, ({ trick }) => trick);
  return [...byTrick.values()].flatMap((group, index) => {
    const chosen = group[Math.floor(index / SAMPLE_STEP) % group.length];
    const isOneOfMany = chosen?.className === 'segment' || chosen?.className === 'path';
    return chosen && index % (isOneOfMany ? SAMPLE_STEP_OF_MANY : SAMPLE_STEP) === 0 ? [chosen] : [];
  });
};

const DIGITS = 5;

/** Writes the bytes of each case. Every run has x-request-ids of its own. */
export const openRun = () => {
  const prefix = `attack-${randomBytes(3)
    .toString('hex')
    .slice(0, UNIQUE_LENGTH - 'attack-'.length - DIGITS)}`;
  let count = 0;
  const nextUnique = (): string => prefix + String((count += 1)).padStart(DIGITS, '0');
  return {
    /** Begins the ids of this run. */
    prefix,
    nextUnique,
    prepare: (one: Case): PreparedCase => {
      const draft = createDraft(one.row, nextUnique());
      const attempt = one.trick.attempt(draft, one.row);
      return { ...one, attempt, requests: draft.requests, smuggledIds: draft.smuggledIds };
    },
  };
};
export type Run = ReturnType<typeof openRun>;
