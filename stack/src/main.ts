import { parseArgs } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';
import { bench } from './bench.ts';
import { reset } from './reset.ts';
import { start } from './start.ts';
import { runTests } from './test-run.ts';

const [command, ...options] = process.argv.slice(2);

/** What cli.mjs runs once everything is installed; each returns the exit code. */
const COMMANDS: Record<string, () => Promise<number>> = {
  start: () => start(options, { dev: false }),
  dev: () => start(options, { dev: true }),
  reset: () => reset({ yes: options.includes('--yes') }),
  test: () => runTests(options),
  bench: () => bench(options),
};

/** Options of the commands that take some of their own; the others pass theirs on. */
const OPTIONS: Record<string, ParseArgsOptionsConfig> = {
  start: { 'no-demo': { type: 'boolean' }, replicas: { type: 'string' } },
  dev: { 'no-demo': { type: 'boolean' }, inspect: { type: 'string' }, replicas: { type: 'string' } },
  reset: { yes: { type: 'boolean' } },
};

const accepted = OPTIONS[command ?? ''];
if (accepted)
  try {
    parseArgs({ args: options, options: accepted });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
const chosen = COMMANDS[command ?? ''];
if (!chosen) throw new Error(`There is no command "${command}"`);
process.exit(await chosen());
