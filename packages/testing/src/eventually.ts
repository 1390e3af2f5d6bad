import { setTimeout as pause } from 'node:timers/promises';

const POLL_INTERVAL_MS = 10;

/**
 * Polls until `probe` returns a truthy value, and returns that value.
 * @param what names the condition in the error
 * @throws when the condition does not hold within `deadlineMs`
 */
export const eventually = async <Result>(
  probe: () => Result | Promise<Result>,
  what = probe.toString(),
  deadlineMs = 20_000,
): Promise<Exclude<NonNullable<Result>, false>> => {
  // Independent of the clock that tests may fake.
  const startedAt = process.hrtime.bigint();
  for (;;) {
    const result = await probe();
    if (result) return result as Exclude<NonNullable<Result>, false>;
    if (Number(process.hrtime.bigint() - startedAt) / 1e6 > deadlineMs)
      throw new Error(`not within ${deadlineMs} ms: ${what}`);
    await pause(POLL_INTERVAL_MS);
  }
};
