import type { Logger } from './logger.ts';
import type { Postgres } from './postgres.ts';
import { Gauge } from './telemetry.ts';
import type { Metrics } from './telemetry.ts';
import { createWorker } from './worker.ts';
import type { Worker } from './worker.ts';

const POLL_INTERVAL_MS = 5 * 60_000;

interface DailyCheckOptions {
  /** Prefix of the gauge: `ledger_checked_timestamp_seconds`. */
  name: string;
  /** Gauge with the counts of the last check. */
  counts: { gauge: string; help: string; label: string };
  /** Logs its findings and returns their counts, by label. */
  check: (signal: AbortSignal) => Promise<Readonly<Record<string, number>>>;
  postgres: Pick<Postgres, 'query'>;
  metrics?: Pick<Metrics, 'registry'> | undefined;
  logger: Logger;
}

/**
 * Runs a check once a day on one replica, and again after an hour when it failed or its process ended. Every replica exports the
 * result of the last check.
 */
export const createDailyCheck = ({ name, counts, check, postgres, metrics, logger }: DailyCheckOptions): Worker => {
  const lease = async (): Promise<boolean> => {
    const { rowCount } = await postgres.query(
      `insert into daily_checks as c (name, due_at) values ($1, now() + interval '1 hour')
       on conflict (name) do update set due_at = excluded.due_at where c.due_at <= now()`,
      [name],
    );
    return rowCount === 1;
  };
  const readLast = async () => {
    try {
      const { rows } = await postgres.query<{ seconds: number; counts: Record<string, number> }>(
        'select extract(epoch from checked_at)::float as seconds, counts from daily_checks where name = $1 and checked_at is not null',
        [name],
      );
      return rows[0];
    } catch (error) {
      logger.warn({ err: error, check: name }, 'last check could not be read');
      return undefined;
    }
  };
  if (metrics) {
    const registers = [metrics.registry];
    new Gauge({
      name: `${name}_checked_timestamp_seconds`,
      help: 'When the last check ended; 0: none has',
      registers,
      async collect() {
        const last = await readLast();
        if (last) this.set(last.seconds);
      },
    });
    new Gauge({
      name: counts.gauge,
      help: counts.help,
      labelNames: [counts.label],
      registers,
      async collect() {
        for (const [value, count] of Object.entries((await readLast())?.counts ?? {}))
          this.set({ [counts.label]: value }, count);
      },
    });
  }
  return createWorker({
    name: `${name} check`,
    intervalMs: POLL_INTERVAL_MS,
    work: async (signal) => {
      if (!(await lease())) return;
      const counted = await check(signal);
      await postgres.query(
        `update daily_checks set checked_at = now(), due_at = now() + interval '1 day', counts = $2 where name = $1`,
        [name, JSON.stringify(counted)],
      );
    },
    logger,
  });
};
