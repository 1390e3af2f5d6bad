import fc from 'fast-check';
import type { CallerRole, Cast } from '../access/cast.ts';
import { expectationOf } from '../access/matrix.ts';
import { forEachAtOnce } from '../platform/for-each-at-once.ts';
import type { HttpClient, Received } from '../platform/http-client.ts';
import type { Site } from '../platform/site.ts';
import type { Stores } from '../platform/store-state.ts';
import { signatureOf } from '../platform/webhook-signature.ts';
import { isUnreached } from './budget.ts';
import { createFooting } from './footing.ts';
import { curlOf, inputsOf } from './inputs.ts';
import { faultOf, NO_RESPONSE } from './judge.ts';
import { isRoleAccepted } from './reach.ts';
import { findRejectedWrite } from './rejected-writes.ts';
import { createTidy } from './tidy.ts';
import { generateTrials, nameOf, PAIRS, planTrials } from './trials.ts';
import type { Trial } from './trials.ts';

export interface Finding {
  operation: string;
  role: CallerRole | 'any';
  fault: string;
  curl: string;
}
export interface FuzzResult {
  /** Inputs, each once. */
  inputs: number;
  /** Also the rejected ones that were sent again, and those that made a finding smaller. */
  requests: number;
  /** By operation: how often each status was seen. */
  statuses: Record<string, Record<number, number>>;
  findings: Finding[];
}

interface FuzzOptions {
  site: Site;
  cast: Cast;
  client: HttpClient;
  stores: Stores;
  inputs: number;
  seed: number;
  /** Only this operation. */
  only?: string | undefined;
}

type Call = Pick<Trial, 'operation' | 'role' | 'input'>;

const CONCURRENCY = 16;
/** Loopback addresses from which requests come in turn, since their number is limited by address. */
const ADDRESSES = Array.from({ length: 64 }, (_, index) => `127.1.0.${index + 1}`);
/** Where failed attempts count by account and address, each request has an address of its own. */
const addressOfAttempt = (count: number): string =>
  `127.${2 + (Math.floor(count / 62_500) % 100)}.${Math.floor(count / 250) % 250}.${(count % 250) + 1}`;
/** Tokens are valid for 15 minutes, and recent logins for 10: a longer run logs in again in between. */
const ROUND_INPUTS = 20_000;
/** Rejected writes of one reason (operation, caller, error) that are sent again between two readings of the stores. */
const REPEATS_PER_REASON = 10;
const SHRINK_TIMEOUT_MS = 20_000;
const MAX_SHRUNK = 10;
const MAX_SHOWN_TEXT = 300;

/** A call that would change something; other rejected ones only read. */
const writes = ({ operation: { id, method } }: Call): boolean => method !== 'GET' || id === 'receivePostback';
/** The session of the caller has ended meanwhile: sent again, the request would be accepted and end the next one. */
const isLoggedOut = ({ operation, role }: Call, { status }: Received): boolean =>
  status === 401 && operation.roles !== undefined && isRoleAccepted(operation, role);
/** A renewal with a token that was replaced before ends the session although it is rejected (docs/sessions.md#rotation). */
const writesWhenRejected = ({ operation: { path } }: Call): boolean => path.endsWith('/refresh');
/**
 * Valid ones last: the first one that succeeds takes away what the others are about. A change of the password takes nothing away,
 * and five attempts are all that an account has (ATTEMPTS of identity and affiliate): there they come first.
 */
const orderOf = ({ operation: { path }, source: { kind } }: Trial): number =>
  (kind === 'valid') === path.endsWith('/change-password') ? 0 : 1;
const isSuccess = (status: number): boolean => status >= 200 && status < 300;
const codeOf = ({ text }: Received): string => /"code":"(\w+)"/.exec(text)?.[1] ?? '';
const isRejected = ({ status }: Received): boolean => status >= 400 && status < 500;

/** Sends generated requests for every operation as every role. */
export const runFuzz = async ({ site, cast, client, stores, inputs, seed, only }: FuzzOptions): Promise<FuzzResult> => {
  const footing = await createFooting(cast, site);
  const tidy = createTidy(cast);
  const result: FuzzResult = { inputs: 0, requests: 0, statuses: {}, findings: [] };
  const counts = new Map<string, { tried: number; succeeded: number }>();
  const faults = new Map<string, { trial: Trial; fault: string }>();
  const repeats = new Map<string, number>();

  /** @returns the response, and what is wrong with it */
  const send = async ({ operation, role, input }: Call): Promise<{ received: Received; fault: string | null }> => {
    result.requests += 1;
    const { isAgainstSchema, headers, ...request } = input;
    const token = footing.tokenOf(operation, role);
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
    await tidy(operation, role, received);
    const fault = faultOf(operation, received, {
      foreign: footing.foreignTo(role),
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
  /** Whether few of the same reason have been chosen to be sent again. */
  const isRepeated = (trial: Trial, received: Received): boolean => {
    const reason = `${nameOf(trial)} ${codeOf(received)}`;
    const count = repeats.get(reason) ?? 0;
    repeats.set(reason, count + 1);
    return count < REPEATS_PER_REASON;
  };
  /** @returns those that were rejected, have to have written nothing, and are sent again */
  const attemptAll = async (trials: readonly Trial[]): Promise<Trial[]> => {
    const rejected: Trial[] = [];
    await forEachAtOnce(
      trials,
      async (trial) => {
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
      },
      CONCURRENCY,
    );
    return rejected;
  };
  const sendAgain = async (trials: readonly Trial[]): Promise<Set<Trial>> => {
    const accepted = new Set<Trial>();
    await forEachAtOnce(
      trials,
      async (trial) => void (isRejected((await send(trial)).received) || accepted.add(trial)),
      CONCURRENCY,
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
    const before = await footing.others();
    await expectNoWrites(await attemptAll(await generateTrials(footing, ordinary)));
    if ((await footing.others()) !== before)
      result.findings.push({
        operation: 'any',
        role: 'any',
        fault: 'an object of another owner was written',
        curl: '',
      });

    // Sessions that an operation ends and objects that it deletes are made anew for the next one.
    const rejected: Trial[] = [];
    for (const plans of destructive) {
      rejected.push(
        ...(await attemptAll((await generateTrials(footing, plans)).toSorted((a, b) => orderOf(a) - orderOf(b)))),
      );
      await cast.reopen();
      if (plans.some(({ pair }) => expectationOf(pair.operation).deletes)) await cast.refurnish();
    }
    await expectNoWrites(rejected);
  };

  /** Tries to fail with a smaller request. */
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
    if (round > 0) await cast.reopen();
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
