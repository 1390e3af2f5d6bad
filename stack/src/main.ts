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

const chosen = COMMANDS[command ?? ''];
if (!chosen) throw new Error(`There is no command "${command}"`);
process.exit(await chosen());
