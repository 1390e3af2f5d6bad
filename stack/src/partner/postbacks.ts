import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'service-kit/logger';

/** Milliseconds: between attempts, for one attempt, and until the partner gives up, as partners do after a while. */
const DELAYS = [250, 500, 1_000, 2_000, 4_000] as const;
const LONGEST_DELAY = 5_000;
const ATTEMPT = 10_000;
const GIVE_UP = 5 * 60_000;

export type Delivery = 'delivered' | 'refused' | 'given-up';

interface PostbackOptions {
  url: string;
  key: string;
  logger: Logger;
  delays?: readonly number[];
}

/** Tells the site what happened, again and again until it says that it has heard; kept in memory only. */
export const createPostbacks = ({ url, key, logger, delays = DELAYS }: PostbackOptions) => {
  const stopped = new AbortController();
  const running = new Set<Promise<Delivery>>();

  /** One call: whether it was heard, refused for good, or is to be tried again. */
  const attempt = async (address: URL): Promise<Delivery | 'again'> => {
    try {
      const response = await fetch(address, {
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(ATTEMPT)]),
        redirect: 'error',
      });
      await response.body?.cancel();
      if (response.ok) return 'delivered';
      logger.warn({ status: response.status }, 'the site did not take a postback');
      return [400, 401, 403].includes(response.status) ? 'refused' : 'again';
    } catch (error) {
      // The cause of a failed fetch names the host at most; its address with the key is not in it.
      logger.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'the site could not be reached');
      return 'again';
    }
  };

  const deliver = async (macros: Record<string, string>): Promise<Delivery> => {
    const address = new URL(url);
    for (const [name, value] of Object.entries({ key, ...macros }))
      if (value !== '') address.searchParams.set(name, value);
    const deadline = Date.now() + GIVE_UP;
    for (let tried = 0; Date.now() < deadline && !stopped.signal.aborted; tried += 1) {
      const outcome = await attempt(address);
      if (outcome !== 'again') return outcome;
      // A stop ends the pause early: that is all it says.
      await pause(delays[tried] ?? LONGEST_DELAY, undefined, { signal: stopped.signal }).catch(() =>
        logger.debug('the retries stop'),
      );
    }
    return 'given-up';
  };

  return {
    /** @param macros the postback's query without its key; empty ones are left out */
    send: (macros: Record<string, string>): Promise<Delivery> => {
      const delivery = deliver(macros);
      running.add(delivery);
      void delivery.finally(() => running.delete(delivery));
      return delivery;
    },
    stop: async () => {
      stopped.abort();
      await Promise.all(running);
    },
  };
};
export type Postbacks = ReturnType<typeof createPostbacks>;
