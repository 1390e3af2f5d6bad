import { receivePostback } from 'contracts/operations/postbacks';
import fc from 'fast-check';
import pLimit from 'p-limit';
import type { CallerRole, AccessFixtures } from '../access/access-fixtures.ts';
import { expectationOf } from '../access/matrix.ts';
import type { HttpClient, Received } from '../platform/http-client.ts';
import type { Site } from '../platform/site.ts';
import type { Stores } from '../platform/store-state.ts';
import { signatureOf } from '../platform/webhook-signature.ts';
import { isUnreached } from './budget.ts';
import { createFuzzObjects } from './fuzz-objects.ts';
import { curlOf, inputsOf } from './inputs.ts';
import { faultOf, NO_RESPONSE } from './judge.ts';
import { isRoleAccepted } from './unreachable-operations.ts';
import { findRejectedWrite } from './rejected-writes.ts';
import { createUndoCall } from './undo-call.ts';
import { generateTrials, nameOf, PAIRS, planTrials } from './trials.ts';
import type { Trial } from './trials.ts';

export interface Finding {
  operation: string;
  role: CallerRole | 'any';
  fault: string;
  curl: string;
}
export interface FuzzResult {
  /** Number of generated inputs. */
  inputs: number;
  /** Number of requests, including repeated rejected ones and those that reduced a finding. */
  requests: number;
  /** Number of responses by operation and status. */
  statuses: Record<string, Record<number, number>>;
  findings: Finding[];
}

interface FuzzOptions {
  site: Site;
  fixtures: AccessFixtures;
  client: HttpClient;
  stores: Stores;
  inputs: number;
  seed: number;
  /** Limits the run to this operation. */
  only?: string | undefined;
}

type Call = Pick<Trial, 'operation' | 'role' | 'input'>;

const CONCURRENCY = 16;
/** Loopback addresses used in turn, as requests are limited by address. */
const ADDRESSES = Array.from({ length: 64 }, (_, index) => `127.1.0.${index + 1}`);
/** Returns a new address for each request of an operation whose failures are limited by account and address. */
const addressOfAttempt = (count: number): string =>
  `127.${2 + (Math.floor(count / 62_500) % 100)}.${Math.floor(count / 250) % 250}.${(count % 250) + 1}`;
/** Tokens are valid for 15 minutes, and a login is recent for 10: a longer run logs in again between rounds. */
const ROUND_INPUTS = 20_000;
/**
 * Maximum number of rejected writes for the same reason (operation, caller, error) that are repeated between two snapshots of the
 * stores.
 */
const REPEATS_PER_REASON = 10;
const SHRINK_TIMEOUT_MS = 20_000;
const MAX_SHRUNK = 10;
const MAX_SHOWN_TEXT = 300;

/** Whether a call would change data if it were accepted. */
const writes = ({ operation: { id, method } }: Call): boolean => method !== 'GET' || id === 'receivePostback';
/** Whether the caller's session has ended: a repetition of the request would be accepted and end the next session. */
const isLoggedOut = ({ operation, role }: Call, { status }: Received): boolean =>
  status === 401 && operation.roles !== undefined && isRoleAccepted(operation, role);
/**
 * Whether a call writes although it is rejected: a renewal with a replaced token ends the session (docs/sessions.md#rotation), and
 * an authenticated postback that cannot be read is stored (docs/domain.md#postbacks).
 */
const writesWhenRejected = ({ operation: { path }, role }: Call): boolean =>
  path.endsWith('/refresh') || (role === 'partner' && path === receivePostback.path);
/**
 * Sorts valid inputs last, as the first success deletes the objects of the others. A change of the password deletes nothing and an
 * account has only five attempts (ATTEMPTS of identity and affiliate): there valid inputs come first.
 */
const orderOf = ({ operation: { path }, source: { kind } }: Trial): number =>
  (kind === 'valid') === path.endsWith('/change-password') ? 0 : 1;
const isSuccess = (status: number): boolean => status >= 200 && status < 300;
const codeOf = ({ text }: Received): string => /"code":"(\w+)"/.exec(text)?.[1] ?? '';
const isRejected = ({ status }: Received): boolean => status >= 400 && status < 500;

/** Sends generated requests for every operation as every role. */
export const runFuzz = async ({
  site,
  fixtures,
  client,
  stores,
  inputs,
  seed,
  only,
}: FuzzOptions): Promise<FuzzResult> => {
  const fuzzObjects = await createFuzzObjects(fixtures, site);
  const undoCall = createUndoCall(fixtures);
  const result: FuzzResult = { inputs: 0, requests: 0, statuses: {}, findings: [] };
  const counts = new Map<string, { tried: number; succeeded: number }>();
  const faults = new Map<string, { trial: Trial; fault: string }>();
  const repeats = new Map<string, number>();

  /** @returns the response and its fault */
  const send = async ({ operation, role, input }: Call): Promise<{ received: Received; fault: string | null }> => {
    result.requests += 1;
    const { isAgainstSchema, headers, ...request } = input;
    const token = fuzzObjects.tokenOf(operation, role);
    const isAttempt = operation.errors.includes('TOO_MANY_ATTEMPTS');
    const sent = {
      ...request,
      headers: {
        ...headers,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(isAttempt && { connection: 'close' }),
        ...(operation.isSigned && role === 'partner' && signatureOf(site.webhookSecret, request.body ?? '')),
      },
      localAddress: isAttempt
        ? addressOfAttempt(result.requests)
        : (ADDRESSES[result.requests % ADDRESSES.length] ?? ''),
    };
    const received = await client
      .send(sent)
      .catch((error: Error): Received => ({ status: NO_RESPONSE, headers: {}, text: error.message }));
    await undoCall(operation, role, received);
    const fault = faultOf(operation, received, {
      foreign: fuzzObjects.foreignTo(role),
      mustReject: isAgainstSchema || !isRoleAccepted(operation, role),
    });
    return { received, fault: fault && `${fault}: ${received.status} ${received.text.slice(0, MAX_SHOWN_TEXT)}` };
  };
  const record = (trial: Trial, { status }: Received): void => {
    result.inputs += 1;
    const statuses = (result.statuses[trial.operation.id] ??= {});
    statuses[status] = (statuses[status] ?? 0) + 1;
    const { tried, succeeded } = counts.get(nameOf(trial)) ?? { tried: 0, succeeded: 0 };
    counts.set(nameOf(trial), { tried: tried + 1, succeeded: succeeded + (isSuccess(status) ? 1 : 0) });
  };
  /** Whether a rejected request is to be repeated: at most some for the same reason are. */
  const isRepeated = (trial: Trial, received: Received): boolean => {
    const reason = `${nameOf(trial)} ${codeOf(received)}`;
    const count = repeats.get(reason) ?? 0;
    repeats.set(reason, count + 1);
    return count < REPEATS_PER_REASON;
  };
  /** @returns the rejected requests that must not have written anything, to be repeated */
  const attemptAll = async (trials: readonly Trial[]): Promise<Trial[]> => {
    const rejected: Trial[] = [];
    await pLimit(CONCURRENCY).map(trials, async (trial) => {
      const { received, fault } = await send(trial);
      record(trial, received);
      const key = `${nameOf(trial)} ${received.status} ${fault?.split(':')[0]}`;
      if (fault !== null && !faults.has(key)) faults.set(key, { trial, fault });
      if (
        isRejected(received) &&
        writes(trial) &&
        !writesWhenRejected(trial) &&
        !isLoggedOut(trial, received) &&
        isRepeated(trial, received)
      )
        rejected.push(trial);
    });
    return rejected;
  };
  const sendAgain = async (trials: readonly Trial[]): Promise<Set<Trial>> => {
    const accepted = new Set<Trial>();
    await pLimit(CONCURRENCY).map(
      trials,
      async (trial) => void (isRejected((await send(trial)).received) || accepted.add(trial)),
    );
    return accepted;
  };
  const expectNoWrites = async (trials: readonly Trial[]): Promise<void> => {
    const found = await findRejectedWrite(trials, { sendAll: sendAgain, changedBy: stores.changedBy });
    if (!found) return;
    const { changed, by } = found;
    const fault = `rejected requests changed ${changed.join(', ')}`;
    result.findings.push(
      by
        ? { operation: by.operation.id, role: by.role, fault, curl: curlOf(by.input) }
        : { operation: 'any', role: 'any', fault: `${fault}, but not again when they were repeated`, curl: '' },
    );
  };

  const runRound = async (roundInputs: number, roundSeed: number): Promise<void> => {
    const { ordinary, destructive } = planTrials({ inputs: roundInputs, seed: roundSeed, only });
    const before = await fuzzObjects.others();
    await expectNoWrites(await attemptAll(await generateTrials(fuzzObjects, ordinary)));
    if ((await fuzzObjects.others()) !== before)
      result.findings.push({
        operation: 'any',
        role: 'any',
        fault: 'an object of another owner was written',
        curl: '',
      });

    // Sessions that an operation has ended and objects that it has deleted are created again for the next operation.
    const rejected: Trial[] = [];
    for (const plans of destructive) {
      rejected.push(
        ...(await attemptAll((await generateTrials(fuzzObjects, plans)).toSorted((a, b) => orderOf(a) - orderOf(b)))),
      );
      await fixtures.reopen();
      if (plans.some(({ pair }) => expectationOf(pair.operation).deletes)) await fixtures.refurnish();
    }
    await expectNoWrites(rejected);
  };

  /** Reduces a finding to a smaller request with the same fault. */
  const smallest = async ({
    trial: { operation, role, input, source },
    fault,
  }: {
    trial: Trial;
    fault: string;
  }): Promise<Finding> => {
    const property = fc.asyncProperty(inputsOf(operation, source.known, source.kind), async (smaller) => {
      const { fault: again } = await send({ operation, role, input: smaller });
      if (again !== null) throw new Error(again);
    });
    const { counterexample, errorInstance } = await fc.check(property, {
      seed: source.seed,
      numRuns: source.count,
      interruptAfterTimeLimit: SHRINK_TIMEOUT_MS,
    });
    const isAgain = counterexample !== null && errorInstance instanceof Error;
    return {
      operation: operation.id,
      role,
      fault: isAgain ? errorInstance.message : fault,
      curl: curlOf(isAgain ? counterexample[0] : input),
    };
  };

  for (let sent = 0, round = 0; sent < inputs; sent += ROUND_INPUTS, round += 1) {
    if (round > 0) await fixtures.reopen();
    await runRound(Math.min(ROUND_INPUTS, inputs - sent), seed + round * PAIRS.length);
  }
  const faulty = [...faults.values()];
  for (const one of faulty.slice(0, MAX_SHRUNK)) result.findings.push(await smallest(one));
  for (const { trial, fault } of faulty.slice(MAX_SHRUNK))
    result.findings.push({ operation: trial.operation.id, role: trial.role, fault, curl: curlOf(trial.input) });
  for (const { operation, role, isReachable } of PAIRS) {
    const count = counts.get(nameOf({ operation, role }));
    if (count && isUnreached(isReachable, count))
      result.findings.push({
        operation: operation.id,
        role,
        fault: `none of ${count.tried} requests succeeded: what follows a successful validation was not tried`,
        curl: '',
      });
  }
  return result;
};
