import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import fc from 'fast-check';
import { CALLERS } from '../access/cast.ts';
import type { CallerRole, Cast } from '../access/cast.ts';
import { expectationOf } from '../access/matrix.ts';
import type { HttpClient } from '../platform/http-client.ts';
import { faultOf } from './judge.ts';
import { createFooting } from './footing.ts';
import { requestsOf } from './requests.ts';

export interface Finding {
  operation: string;
  role: CallerRole;
  seed: number;
  fault: string;
  /** Of the smallest input. */
  curl: string;
}

interface FuzzOptions {
  cast: Cast;
  client: HttpClient;
  inputs: number;
  seed: number;
  /** Only this operation, with the inputs that it has in a run of all. */
  only?: string | undefined;
}

const CONCURRENT_PROPERTIES = 16;
/** Of rejected writes: the state is read around each of these. */
const PARTIAL_WRITE_SAMPLE = 5;
const SHRINK_TIMEOUT_MS = 120_000;

const ALL: readonly Operation[] = Object.values(operations);
const PAIRS = ALL.flatMap((operation) => CALLERS.map((role) => ({ operation, role })));

/** Sends generated requests for every operation as every role. */
export const runFuzz = async ({ cast, client, inputs, seed, only }: FuzzOptions): Promise<{ sent: number; statuses: Record<string, number>; findings: Finding[] }> => {
  const footing = createFooting(cast);
  const numRuns = Math.ceil(inputs / PAIRS.length);
  const findings: Finding[] = [];
  const statuses: Record<string, number> = {};
  let sent = 0;

  const check = async ({ operation, role }: (typeof PAIRS)[number]): Promise<void> => {
    // Failed attempts count by address: these calls come from many.
    const isThrottled = operation.errors.includes('TOO_MANY_ATTEMPTS');
    const foreign = footing.foreignTo(role);
    let tried = 0;
    const property = fc.asyncProperty(requestsOf(operation, footing.knownValues(operation, role), () => cast.tokenOf(role)), async (request) => {
      sent += 1;
      tried += 1;
      const isSample = tried % PARTIAL_WRITE_SAMPLE === 0;
      const before = isSample ? await footing.writtenBy(operation, role) : null;
      const received = await client.send({ ...request(), ...(isThrottled && { localAddress: `127.1.${Math.floor(sent / 250) % 250}.${(sent % 250) + 1}` }) });
      statuses[received.status] = (statuses[received.status] ?? 0) + 1;
      const fault = faultOf(operation, received, foreign);
      if (fault !== null) throw new Error(`${fault}: ${received.status} ${received.text.slice(0, 300)}`);
      if (before !== null && received.status >= 400 && (await footing.writtenBy(operation, role)) !== before) throw new Error(`a write by a call that was rejected with ${received.status}`);
      await footing.tidy(operation, received);
    });
    const seedOfPair = seed + PAIRS.findIndex((pair) => pair.operation === operation && pair.role === role);
    const { failed, counterexample, errorInstance } = await fc.check(property, { seed: seedOfPair, numRuns, interruptAfterTimeLimit: SHRINK_TIMEOUT_MS });
    if (failed) findings.push({ operation: operation.id, role, seed, fault: errorInstance instanceof Error ? errorInstance.message : 'timed out', curl: fc.stringify(counterexample?.[0]) });
  };
  const checkAll = async (pairs: typeof PAIRS): Promise<void> => {
    const queue = [...pairs];
    await Promise.all(Array.from({ length: CONCURRENT_PROPERTIES }, async () => {
      for (let pair = queue.shift(); pair; pair = queue.shift()) await check(pair);
    }));
  };

  const chosen = PAIRS.filter(({ operation }) => only === undefined || operation.id === only);
  const isDestructive = ({ operation }: (typeof PAIRS)[number]) => expectationOf(operation).endsSessions === true || expectationOf(operation).deletes === true;
  const before = await footing.others();
  await checkAll(chosen.filter((pair) => !isDestructive(pair)));
  if ((await footing.others()) !== before) findings.push({ operation: 'any', role: 'visitor', seed, fault: 'an object of another owner was written', curl: '' });
  // Sessions that a call ends and objects that it deletes are made anew for the next operation.
  for (const operation of new Set(chosen.filter(isDestructive).map((pair) => pair.operation))) {
    await cast.reopen();
    await cast.refurnish();
    await checkAll(chosen.filter((pair) => pair.operation === operation));
  }
  await cast.reopen();
  return { sent, statuses, findings };
};
