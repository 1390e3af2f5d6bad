import { existsSync, readFileSync } from 'node:fs';

const LINES_SHOWN = 25;

/** A step failed: which one, why, where its log is, and what the person can do. */
export class StepError extends Error {
  readonly log: string | undefined;
  readonly advice: string | undefined;
  constructor(step: string, cause: unknown, { log, advice }: StepOptions = {}) {
    super(`${step}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'StepError';
    this.log = logOf(cause) ?? log;
    this.advice = advice;
  }
}

const logOf = (error: unknown): string | undefined =>
  error instanceof Error && 'log' in error && typeof error.log === 'string' ? error.log : undefined;

interface StepOptions {
  log?: string;
  advice?: string;
}

const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** Says what is being done, how long it took, and what went wrong. */
export const createProgress = (write: (text: string) => void = (text) => void process.stdout.write(text)) => {
  const say = (line: string) => write(`  ${line}\n`);
  return {
    say,
    /** @throws StepError */
    step: async <Result>(name: string, work: () => Promise<Result>, options: StepOptions = {}): Promise<Result> => {
      const since = Date.now();
      say(`… ${name}`);
      try {
        const result = await work();
        say(`✓ ${name} (${seconds(since)})`);
        return result;
      } catch (error) {
        throw error instanceof StepError ? error : new StepError(name, error, options);
      }
    },
    /** Tells a failure with the end of its log. */
    failed: (error: unknown): void => {
      const log = logOf(error);
      say(`✗ ${error instanceof Error ? error.message : String(error)}`);
      if (log && existsSync(log)) {
        say(`  Its log is ${log} and ends with:`);
        for (const line of readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LINES_SHOWN)) say(`    ${line}`);
      }
      if (error instanceof StepError && error.advice) say(`  What to do: ${error.advice}`);
    },
  };
};
export type Progress = ReturnType<typeof createProgress>;
