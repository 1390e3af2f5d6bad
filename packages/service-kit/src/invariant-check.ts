import { createDailyCheck } from './daily-check.ts';
import type { Logger } from './logger.ts';
import type { Postgres, Queryable } from './postgres.ts';
import type { Metrics } from './telemetry.ts';

/** Number of ids logged per violated rule; the rest are only counted. */
const MAX_LOGGED_IDS = 10;

interface Violation<Rule extends string> {
  rule: Rule;
  count: number;
  /** First violating ids. */
  ids: string[];
}

interface InvariantCheckOptions<Rule extends string> {
  /** Name of the daily check. */
  name: string;
  /** Gauge with the violations by rule at the last check. */
  gauge: { name: string; help: string };
  /** Query that selects the violating ids, or a function that returns them, by rule. */
  rules: Readonly<Record<Rule, string | ((client: Queryable) => Promise<string[]>)>>;
  /** Log message of a violation. */
  message: string;
  /** Runs before each daily check. */
  prepare?: (signal: AbortSignal) => Promise<void>;
  postgres: Postgres;
  metrics?: Pick<Metrics, 'registry'> | undefined;
  logger: Logger;
}

/** Creates a check of rules on one snapshot of the database, and the worker that logs and counts the violations once a day. */
export const createInvariantCheck = <Rule extends string>({
  name,
  gauge,
  rules,
  message,
  prepare,
  postgres,
  metrics,
  logger,
}: InvariantCheckOptions<Rule>) => {
  const names = Object.keys(rules) as Rule[];
  /** Returns the violated rules. */
  const check = (): Promise<Violation<Rule>[]> =>
    postgres.transaction(async (client) => {
      await client.query('set transaction isolation level repeatable read, read only');
      const idsOf = async (rule: Rule): Promise<string[]> => {
        const search = rules[rule];
        if (typeof search !== 'string') return search(client);
        return (await client.query<{ id: string }>(search)).rows.map(({ id }) => id);
      };
      const violations: Violation<Rule>[] = [];
      for (const rule of names) {
        const ids = await idsOf(rule);
        if (ids.length > 0) violations.push({ rule, count: ids.length, ids: ids.slice(0, MAX_LOGGED_IDS) });
      }
      return violations;
    });
  const worker = createDailyCheck({
    name,
    counts: { gauge: gauge.name, help: gauge.help, label: 'rule' },
    check: async (signal) => {
      await prepare?.(signal);
      const violations = await check();
      for (const violation of violations) logger.error(violation, message);
      logger.info({ violations: violations.length }, `${name} checked`);
      return Object.fromEntries([
        ...names.map((rule) => [rule, 0]),
        ...violations.map(({ rule, count }) => [rule, count]),
      ]) as Record<Rule, number>;
    },
    postgres,
    metrics,
    logger,
  });
  return { check, worker };
};
