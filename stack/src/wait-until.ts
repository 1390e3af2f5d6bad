import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Polls until `attempt` stops throwing.
 * @throws Error with the last error when `deadlineMs` have passed, or as soon as `ended` resolves with a reason
 */
export const waitUntil = async <Result>(
  what: string,
  attempt: () => Promise<Result>,
  {
    deadlineMs = 30_000,
    everyMs = 100,
    ended,
  }: { deadlineMs?: number; everyMs?: number; ended?: Promise<string> } = {},
): Promise<Result> => {
  const deadline = Date.now() + deadlineMs;
  let end: string | undefined;
  void ended?.then((reason) => {
    end = reason;
  });
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (end !== undefined) throw new Error(`${what} ended (${end})`);
      if (Date.now() > deadline)
        throw new Error(
          `${what} was not ready after ${deadlineMs / 1000} s (${error instanceof Error ? error.message : String(error)})`,
          { cause: error },
        );
    }
    await pause(everyMs);
  }
};

/** Checks that a process listens on the port of this machine. @throws when none does */
export const listens = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
