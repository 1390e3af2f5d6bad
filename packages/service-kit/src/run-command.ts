import { parseArgs } from 'node:util';
import type { ParseArgsConfig, ParseArgsOptionsConfig } from 'node:util';
import { ConfigError } from './config.ts';

/** Wrong usage of a command; the message is one sentence for the operator. */
export class UsageError extends Error {}

/** Prints a line on standard output. */
export const print = (line = ''): void => void process.stdout.write(`${line}\n`);

const HELP_OPTION = { help: { type: 'boolean', short: 'h' } } as const satisfies ParseArgsOptionsConfig;

interface Command<Options extends ParseArgsOptionsConfig> {
  /** Text printed for --help and -h. */
  help: string;
  options?: Options;
  allowPositionals?: boolean;
}

type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options & typeof HELP_OPTION; allowPositionals: true }>
>;

const isUsage = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

/**
 * Runs a command-line program with `process.argv`. Exit codes: 0, the result of `run`, or 2 with one sentence on standard error for
 * an unknown option, a UsageError (both with the help text) and a ConfigError. Other errors are faults of the program and are
 * rethrown.
 * @param run gets values and positionals; returns the exit code, 0 when undefined
 */
export const runCommand = async <const Options extends ParseArgsOptionsConfig = Record<never, never>>(
  { help, options, allowPositionals = false }: Command<Options>,
  run: (parsed: Parsed<Options>) => number | void | Promise<number | void>,
): Promise<void> => {
  try {
    const config = { options: { ...options, ...HELP_OPTION }, allowPositionals } as ParseArgsConfig;
    const parsed = parseArgs(config) as Parsed<Options>;
    if ((parsed.values as { help?: boolean }).help) process.stdout.write(`${help.trimEnd()}\n`);
    else process.exitCode = (await run(parsed)) ?? 0;
  } catch (error) {
    if (isUsage(error)) process.stderr.write(`${error.message}\n\n${help.trimEnd()}\n`);
    else if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
    else throw error;
    process.exitCode = 2;
  }
};

/** @throws UsageError unless the option is an integer within the bounds */
export const wholeNumber = (
  text: string,
  option: string,
  { least, most = Number.MAX_SAFE_INTEGER }: { least: number; most?: number },
): number => {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  const bounds = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
  throw new UsageError(`${option} takes a whole number ${bounds}.`);
};
