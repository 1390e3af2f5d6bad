import { randomBytes } from 'node:crypto';
import { createDraft, UNIQUE_LENGTH } from './attempt.ts';
import type { Attempt, SentRequest, Trick } from './attempt.ts';
import type { RowKind } from './row-kinds.ts';
import { createTrickClasses } from './tricks/index.ts';

/** A trick on a row. */
export interface Case {
  /** Class, trick and row, the argument of --case. */
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

/** Combines every trick with every row to which it applies. */
export const createCases = (rows: readonly RowKind[]): Case[] =>
  createTrickClasses(rows).flatMap(({ name: className, tricks }) =>
    tricks.flatMap((trick) =>
      rows
        .filter((row) => trick.on?.(row) ?? true)
        .map((row) => ({ name: `${className}/${visible(trick.name)}/${row.name}`, className, row, trick })),
    ),
  );

const SAMPLE_STEP = 2;
/** Step between sampled cuts of a message, and between sampled paths: many are alike. */
const SAMPLE_STEP_OF_MANY = 40;

/** Returns every second trick once, with rows in rotation, and fewer of the numerous similar ones. */
export const sampleOf = (cases: readonly Case[]): Case[] => {
  const byTrick = Map.groupBy(cases, ({ trick }) => trick);
  return [...byTrick.values()].flatMap((group, index) => {
    const chosen = group[Math.floor(index / SAMPLE_STEP) % group.length];
    const isOneOfMany = chosen?.className === 'segment' || chosen?.className === 'path';
    return chosen && index % (isOneOfMany ? SAMPLE_STEP_OF_MANY : SAMPLE_STEP) === 0 ? [chosen] : [];
  });
};

const COUNTER_DIGITS = 5;

/** Creates the writer of all cases. Every run has its own x-request-ids. */
export const openRun = () => {
  const prefix = `attack-${randomBytes(3)
    .toString('hex')
    .slice(0, UNIQUE_LENGTH - 'attack-'.length - COUNTER_DIGITS)}`;
  let count = 0;
  const nextUnique = (): string => prefix + String((count += 1)).padStart(COUNTER_DIGITS, '0');
  return {
    /** Prefix of this run's ids. */
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
