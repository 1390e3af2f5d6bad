import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Site } from '../platform/site.ts';
import type { Case, PreparedCase, Run } from './cases.ts';
import { sendCleanRequests } from './clean-client.ts';
import { areComplete, compare, sightingsById } from './differential.ts';
import { exchange } from './exchange.ts';
import { judge } from './judge.ts';
import type { RowKind } from './row-kinds.ts';
import { openServiceRecords } from './service-records.ts';

/** Number of parallel connections. */
const CONCURRENCY = 32;
/** Number of parallel uploads: media limits those of one uploader to 8, and frees a slot only after the response. */
const UPLOAD_CONCURRENCY = 5;
/** Loopback addresses used in turn, so that no limit per address ends the attack. */
const LOCAL_ADDRESSES = Array.from({ length: 64 }, (_, index) => `127.0.2.${index + 1}`);
const BATCH_SIZE = 250;
const GROUP_SIZE = 16;
/** Time in which all processes must have written their logs. */
const LOGS_SETTLE_MS = 8_000;

export interface Failure {
  name: string;
  faults: readonly string[];
  /** Segments that were sent. */
  segments: readonly string[];
}

export interface ClassResult {
  className: string;
  tried: number;
  held: number;
}

export interface AttackResult {
  classes: ClassResult[];
  failures: Failure[];
  requests: number;
  durationMs: number;
}

const perform = async (site: Site, one: PreparedCase, index: number): Promise<string[]> => {
  const outcome = await exchange(site, one.attempt, one.requests, LOCAL_ADDRESSES[index % LOCAL_ADDRESSES.length]);
  return judge(one.attempt, one.requests, outcome);
};

const performAll = async (
  cases: readonly PreparedCase[],
  work: (one: PreparedCase, index: number) => Promise<void>,
): Promise<void> => {
  const { uploads = [], others = [] } = Object.groupBy(cases, ({ row }) => (row.isStreamed ? 'uploads' : 'others'));
  await Promise.all([pLimit(CONCURRENCY).map(others, work), pLimit(UPLOAD_CONCURRENCY).map(uploads, work)]);
};

interface AttackOptions {
  site: Site;
  rows: readonly RowKind[];
  cases: readonly Case[];
  run: Run;
  /** Called after each batch with the number of cases tried. */
  onProgress?: (tried: number) => void;
}

/**
 * Tries every case, checks after each batch that valid requests are served correctly, and finally compares the requests sent with
 * the logs of the gateway and the services.
 */
export const runCases = async ({ site, rows, cases, run, onProgress }: AttackOptions): Promise<AttackResult> => {
  const startedAt = performance.now();
  const readRecords = openServiceRecords(site.logs, run.prefix);
  const prepared = cases.map(run.prepare);
  const faults = new Map<PreparedCase, string[]>();
  const add = (one: PreparedCase, found: readonly string[]) =>
    void (found.length > 0 && faults.set(one, [...(faults.get(one) ?? []), ...found]));
  const failures: Failure[] = [];
  const cleanIds: string[] = [];

  const disturbs = async (some: readonly PreparedCase[]): Promise<string[]> => {
    await performAll(some.map(run.prepare), async (one, index) => void (await perform(site, one, index)));
    return (await sendCleanRequests(site, rows, run)).faults;
  };
  /** Repeats the cases of a batch in small groups, then those of a group that disturbs valid requests one by one. */
  const findDisturbing = async (batch: readonly PreparedCase[], found: readonly string[]) => {
    let isFound = false;
    for (let from = 0; from < batch.length; from += GROUP_SIZE) {
      const group = batch.slice(from, from + GROUP_SIZE);
      if ((await disturbs(group)).length === 0) continue;
      for (const one of group) {
        const after = await disturbs([one]);
        isFound ||= after.length > 0;
        add(
          one,
          after.map((fault) => `a clean client afterwards: ${fault}`),
        );
      }
    }
    if (!isFound)
      failures.push({
        name: `clean clients after ${batch[0]?.name} and ${batch.length - 1} more`,
        faults: found,
        segments: [],
      });
  };

  const before = await sendCleanRequests(site, rows, run);
  if (before.faults.length > 0)
    throw new Error(`Without any attack the site does not respond rightly:\n  ${before.faults.join('\n  ')}`);
  for (let from = 0; from < prepared.length; from += BATCH_SIZE) {
    const batch = prepared.slice(from, from + BATCH_SIZE);
    await performAll(batch, async (one, index) => add(one, await perform(site, one, from + index)));
    const { faults: found, ids } = await sendCleanRequests(site, rows, run);
    cleanIds.push(...ids);
    if (found.length > 0) await findDisturbing(batch, found);
    onProgress?.(from + batch.length);
  }

  let records = await readRecords();
  for (
    const deadline = performance.now() + LOGS_SETTLE_MS;
    performance.now() < deadline && !areComplete(sightingsById(records));
    records = await readRecords()
  )
    await pause(200);
  const byId = sightingsById(records);
  for (const one of prepared) add(one, compare(one, byId));
  if (records.malformed.length > 0)
    failures.push({ name: 'malformed requests behind the gateway', faults: records.malformed, segments: [] });
  const unlogged = cleanIds.filter((id) => !byId.has(id)).length;
  if (cleanIds.length > 0 && unlogged === cleanIds.length)
    failures.push({
      name: 'logs',
      faults: ['no request of this run is in the logs of the stack: nothing could be compared'],
      segments: [],
    });

  return {
    classes: [...Map.groupBy(prepared, ({ className }) => className)].map(([className, group]) => ({
      className,
      tried: group.length,
      held: group.filter((one) => !faults.has(one)).length,
    })),
    failures: [
      ...[...faults].map(
        ([
          {
            name,
            attempt: { segments },
          },
          found,
        ]) => ({ name, faults: [...new Set(found)], segments }),
      ),
      ...failures,
    ],
    requests: prepared.reduce((sum, { requests }) => sum + requests.length, 0),
    durationMs: performance.now() - startedAt,
  };
};
