import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Site } from '../platform/site.ts';
import type { Attempt, SentRequest } from './attempt.ts';
import { parseResponses } from './responses.ts';
import type { ParsedResponses } from './responses.ts';

/** Pause between two segments, so that the server reads each separately. */
const SEGMENT_PAUSE_MS = 2;
/** Time after the last expected response in which a surplus one would arrive. */
const SURPLUS_MS = 15;
/** Time without a byte after which a connection with an unknown number of responses is closed: after a response, and before any. */
const QUIET_MS = { afterResponse: 100, beforeResponse: 1_500 };
/** Time from a rejection to the end of its connection. */
const CLOSING_MS = 1_500;
const DEADLINE_MS = 6_000;

export interface Outcome extends ParsedResponses {
  /** Whether the server has closed or reset the connection. */
  isClosed: boolean;
}

/** Sends an attempt over a new connection and collects the responses, for a limited time. */
export const exchange = async (
  { host, port }: Pick<Site, 'host' | 'port'>,
  attempt: Attempt,
  requests: readonly SentRequest[],
  localAddress?: string,
): Promise<Outcome> => {
  const socket = connect({ host, port, localAddress, noDelay: true, allowHalfOpen: true });
  const methods = requests.map(({ method }) => method);
  let text = '';
  let isClosed = false;
  let lastByteAt = performance.now();
  socket.on('data', (part: Buffer) => {
    text += part.toString('latin1');
    lastByteAt = performance.now();
  });
  // A reset counts as a response here.
  socket.on('error', () => undefined);
  socket.on('end', () => (isClosed = true)).on('close', () => (isClosed = true));

  const send = async () => {
    for (const [index, segment] of attempt.segments.entries()) {
      if (index > 0) await pause(SEGMENT_PAUSE_MS);
      if (isClosed || socket.destroyed) return;
      socket.write(segment, 'latin1');
    }
  };
  /**
   * Returns the time without a byte after which no further response is expected; null where the server has to close the connection.
   */
  const quietLimitMs = (): number | null => {
    const { responses } = parseResponses(text, methods);
    const haveAllResponses =
      responses.length >= requests.length &&
      responses.every(({ isComplete }, index) => isComplete || requests[index]?.row.isEndless);
    if (attempt.expects === 'rejected') return responses.length > 0 ? CLOSING_MS : null;
    if (haveAllResponses && requests.length > 0) return SURPLUS_MS;
    if (attempt.expects === 'served') return null;
    return responses.length > 0 ? QUIET_MS.afterResponse : QUIET_MS.beforeResponse;
  };
  const waitForResponses = async () => {
    const startedAt = performance.now();
    while (!isClosed && performance.now() - startedAt < DEADLINE_MS) {
      const limitMs = quietLimitMs();
      if (limitMs !== null && performance.now() - lastByteAt > limitMs) return;
      await pause(3);
    }
  };

  try {
    await send();
    if (attempt.leavesBy === undefined) await waitForResponses();
    else {
      await pause(SEGMENT_PAUSE_MS);
      if (attempt.leavesBy === 'reset') socket.resetAndDestroy();
      else {
        socket.end();
        await waitForResponses();
      }
    }
  } finally {
    socket.destroy();
  }
  return { ...parseResponses(text, methods), isClosed };
};
