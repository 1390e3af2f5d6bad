import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import { Gauge } from 'service-kit/telemetry';
import type { Metrics } from 'service-kit/telemetry';
import type { TimeSql } from '../database-time.ts';

interface Dependencies {
  postgres: Pick<Postgres, 'query'>;
  metrics: Pick<Metrics, 'registry'>;
  timeSql: TimeSql;
  logger: Logger;
}

/**
 * Exports the number of unmatched postbacks by age: within the `hour` the registration may still arrive; those of the `week` need
 * an operator, and `older` ones had one. Read at each scrape, the same on every replica.
 */
export const registerUnmatchedGauge = ({ postgres, metrics, timeSql, logger }: Dependencies): void => {
  new Gauge({
    name: 'postbacks_unmatched',
    help: 'Postbacks that no checkout explains, by age: hour, week, older',
    labelNames: ['age'],
    registers: [metrics.registry],
    async collect() {
      try {
        const { rows } = await postgres.query<{ hour: number; week: number; older: number }>(
          `select count(*) filter (where age < interval '1 hour') as hour,
             count(*) filter (where age >= interval '1 hour' and age < interval '7 days') as week,
             count(*) filter (where age >= interval '7 days') as older
           from (select ${timeSql()} - received_at as age from postbacks where verdict = 'unmatched') ages`,
        );
        for (const [age, count] of Object.entries(rows[0] ?? {})) this.set({ age }, count);
      } catch (error) {
        logger.warn({ err: error }, 'unmatched postbacks could not be counted');
      }
    },
  });
};
