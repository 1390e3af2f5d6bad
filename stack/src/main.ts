import { parseArgs } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';
import { bench } from './bench.ts';
import { reset } from './reset.ts';
import { start } from './start.ts';
import { runTests } from './test-run.ts';

const [command, ...args] = process.argv.slice(2);

/** Parses the options of a command; exits with 2 on an unknown one. */
const read = <const Options extends ParseArgsOptionsConfig>(options: Options) => {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    process.stderr.write(
      `${error instanceof Error ? error.message : String(error)}\n\nUsage: npm run ${command} -- --help lists the options.\n`,
    );
    process.exit(2);
  }
};
const STARTED = { 'no-demo': { type: 'boolean' }, replicas: { type: 'string' } } as const;

/** Commands that cli.mjs runs once everything is installed; each returns the exit code. */
const COMMANDS: Record<string, () => Promise<number>> = {
  start: () => start(read(STARTED), { dev: false }),
  dev: () => start(read({ ...STARTED, inspect: { type: 'string' } }), { dev: true }),
  reset: () => reset(read({ yes: { type: 'boolean' } })),
  test: () => runTests(args),
  bench: () => bench(args),
};

const chosen = COMMANDS[command ?? ''];
if (!chosen) throw new Error(`There is no command "${command}"`);
process.exit(await chosen());
