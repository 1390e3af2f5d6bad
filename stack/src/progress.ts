import { existsSync, readFileSync } from 'node:fs';

const LINES_SHOWN = 25;

/** Failed step, with its cause, its log and advice for the user. */
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

/** Prints steps, their durations and failures. */
export const createProgress = (write: (text: string) => void = (text) => void process.stdout.write(text)) => {
  const print = (line: string) => write(`  ${line}\n`);
  return {
    print,
    /** @throws StepError */
    step: async <Result>(name: string, work: () => Promise<Result>, options: StepOptions = {}): Promise<Result> => {
      const since = Date.now();
      print(`… ${name}`);
      try {
        const result = await work();
        print(`✓ ${name} (${seconds(since)})`);
        return result;
      } catch (error) {
        throw error instanceof StepError ? error : new StepError(name, error, options);
      }
    },
    /** Prints a failure with the end of its log. */
    failed: (error: unknown): void => {
      const log = logOf(error);
      print(`✗ ${error instanceof Error ? error.message : String(error)}`);
      if (log && existsSync(log)) {
        print(`  Its log is ${log} and ends with:`);
        for (const line of readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LINES_SHOWN)) print(`    ${line}`);
      }
      if (error instanceof StepError && error.advice) print(`  What to do: ${error.advice}`);
    },
  };
};
export type Progress = ReturnType<typeof createProgress>;
