import { setTimeout as pause } from 'node:timers/promises';

const POLL_INTERVAL_MS = 10;

/**
 * Polls until `probe` returns something truthy, and returns that.
 * @param what names the condition in the error
 * @throws when the condition does not hold within `deadlineMs`
 */
export const eventually = async <Result>(
  probe: () => Result | Promise<Result>,
  what = probe.toString(),
  deadlineMs = 20_000,
): Promise<Exclude<NonNullable<Result>, false>> => {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const result = await probe();
    if (result) return result as Exclude<NonNullable<Result>, false>;
    if (Date.now() > deadline) throw new Error(`not within ${deadlineMs} ms: ${what}`);
    await pause(POLL_INTERVAL_MS);
  }
};
