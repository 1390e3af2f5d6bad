import { ConfigError } from './config.ts';

/**
 * Joins the messages of an error and its causes in one line. Drivers report an unreachable server as several errors without a
 * message, or with a description of the servers, which is no Error, as the cause.
 */
const reasonOf = (error: unknown): string => {
  if (error instanceof ConfigError) return error.faults.join(', ');
  if (!(error instanceof Error)) return String(error);
  const own =
    error.message || (error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : '') || error.name;
  return error.cause instanceof Error ? `${own}: ${reasonOf(error.cause)}` : own;
};

/**
 * Runs a service's migrations as a separate process: prints one line, and exits with 1 on failure. A stack trace would hide the
 * cause from the operator who reads the job's log.
 * @param run applies the migrations; returns the names of the applied ones
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
