import { createDailyCheck } from 'service-kit/daily-check';
import { createLogger } from 'service-kit/logger';
import { createMetrics } from 'service-kit/telemetry';
import type { Worker } from 'service-kit/worker';
import { startKitDatabase } from 'testing/databases';
import { eventually } from 'testing/eventually';

let database: Awaited<ReturnType<typeof startKitDatabase>>;
let workers: Worker[] = [];
beforeEach(async () => {
  database = await startKitDatabase();
});
afterEach(async () => {
  for (const worker of workers) await worker.stop();
  workers = [];
  await database.stop();
});

/** Starts a replica with a check. @returns its metrics */
const startReplica = (check: () => Promise<Record<string, number>>) => {
  const metrics = createMetrics('kit-test');
  const worker = createDailyCheck({
    name: 'ledger',
    counts: { gauge: 'ledger_violations', help: 'Violations', label: 'rule' },
    check,
    postgres: database.postgres,
    metrics,
    logger: createLogger('kit-test', 'silent'),
  });
  worker.start();
  workers.push(worker);
  return async (name: string) =>
    (await metrics.registry.metrics())
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.split(' ')
      .at(-1);
};
const restart = async (check: () => Promise<Record<string, number>>) => {
  for (const worker of workers.splice(0)) await worker.stop();
  return startReplica(check);
};

test('a daily check runs on one replica a day, and every replica reports it', async () => {
  let checks = 0;
  const check = async () => ({ 'entry without its postback': (checks += 1) });
  const [one, other] = [startReplica(check), startReplica(check)];
  const violations = 'ledger_violations{rule="entry without its postback"';
  await eventually(async () => (await one(violations)) === '1' && (await other(violations)) === '1');
  expect(Number(await other('ledger_checked_timestamp_seconds'))).toBeGreaterThan(0);
  await restart(check);
  for (const worker of workers) await worker.stop();
  expect(checks).toBe(1);
  await database.postgres.query(`update daily_checks set due_at = due_at - interval '1 day'`);
  const read = await restart(check);
  await eventually(async () => (await read(violations)) === '2');
});

test('a daily check runs again after an hour where it failed, and reports the one before until then', async () => {
  let isBroken = true;
  const check = async () => {
    if (isBroken) throw new Error('the database ended the statement');
    return { rule: 0 };
  };
  const read = startReplica(check);
  await eventually(async () => (await database.postgres.query('select from daily_checks')).rowCount === 1);
  for (const worker of workers.splice(0)) await worker.stop();
  expect(await read('ledger_checked_timestamp_seconds')).toBe('0');
  isBroken = false;
  await database.postgres.query(`update daily_checks set due_at = due_at - interval '1 hour'`);
  const repeated = await restart(check);
  await eventually(async () => Number(await repeated('ledger_checked_timestamp_seconds')) > 0);
});
