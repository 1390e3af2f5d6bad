import { ConfigError } from './config.ts';

/**
 * Messages of an error and its causes in one line. Drivers report an unreachable server as several errors without a message, or
 * with a description of their servers as its cause, which is no error.
 */
const reasonOf = (error: unknown): string => {
  if (error instanceof ConfigError) return error.faults.join(', ');
  if (!(error instanceof Error)) return String(error);
  const own =
    error.message || (error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : '') || error.name;
  return error.cause instanceof Error ? `${own}: ${reasonOf(error.cause)}` : own;
};

/**
 * Runs a service's migrations as a process of their own: prints one line, and exits with 1 where they fail. A stack would hide
 * the cause from the operator who reads the log of a failed job.
 * @param run applies them; returns the names of those that were applied
 */
export const runMigrations = async (service: string, run: () => Promise<readonly string[]>): Promise<void> => {
  try {
    const applied = await run();
    process.stdout.write(
      `${service}: ${applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to migrate'}\n`,
    );
  } catch (error) {
    process.stderr.write(`${service}: migration failed: ${reasonOf(error).replaceAll(/\s*\n\s*/g, ' ')}\n`);
    process.exit(1);
  }
};
