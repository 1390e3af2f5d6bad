import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'service-kit/logger';
import { Webhook } from 'standardwebhooks';

/** Delays between attempts, timeout of one attempt, and time after which the partner gives up, similar to real partners. */
const RETRY_DELAYS_MS = [250, 500, 1_000, 2_000, 4_000] as const;
const MAX_DELAY_MS = 5_000;
const ATTEMPT_TIMEOUT_MS = 10_000;
const GIVE_UP_AFTER_MS = 5 * 60_000;

export type Delivery = 'delivered' | 'rejected' | 'given-up';

interface PostbackOptions {
  url: string;
  key: string;
  webhookSecret: string;
  logger: Logger;
  delays?: readonly number[];
}

/** Sends postbacks, with retries until the site acknowledges; stored only in memory. */
export const createPostbacks = ({ url, key, webhookSecret, logger, delays = RETRY_DELAYS_MS }: PostbackOptions) => {
  const stopped = new AbortController();
  const running = new Set<Promise<Delivery>>();

  const webhook = new Webhook(webhookSecret);

  /** Builds the keyed GET. */
  const keyed = (macros: Record<string, string>) => {
    const address = new URL(url);
    for (const [name, value] of Object.entries({ key, ...macros })) address.searchParams.set(name, value);
    return () => ({ address });
  };
  /** Builds the signed POST (Standard Webhooks): retries have the same id and a new timestamp. */
  const signed = (macros: Record<string, string>) => {
    const [id, body] = [`msg_${randomUUID()}`, JSON.stringify(macros)];
    return () => {
      const now = new Date();
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': webhook.sign(id, now, body),
      };
      return { address: new URL(url), init: { method: 'POST', headers, body } };
    };
  };

  /** Makes one call: acknowledged, permanently rejected, or to be retried. */
  const attempt = async ({ address, init }: { address: URL; init?: RequestInit }): Promise<Delivery | 'again'> => {
    try {
      const response = await fetch(address, {
        ...init,
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]),
        redirect: 'error',
      });
      await response.body?.cancel();
      if (response.ok) return 'delivered';
      logger.warn({ status: response.status }, 'postback not accepted by the site');
      return [400, 401, 403].includes(response.status) ? 'rejected' : 'again';
    } catch (error) {
      // The cause of a failed fetch names at most the host, not the address with its key.
      logger.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'site unreachable');
      return 'again';
    }
  };

  const deliver = async (request: ReturnType<typeof keyed | typeof signed>): Promise<Delivery> => {
    const deadline = Date.now() + GIVE_UP_AFTER_MS;
    for (let tried = 0; Date.now() < deadline && !stopped.signal.aborted; tried += 1) {
      const outcome = await attempt(request());
      if (outcome !== 'again') return outcome;
      // A stop ends the pause early, which is not a failure.
      await pause(delays[tried] ?? MAX_DELAY_MS, undefined, { signal: stopped.signal }).catch(() =>
        logger.debug('postback retries ended'),
      );
    }
    return 'given-up';
  };

  return {
    /**
     * @param macros the postback's fields without the key; empty ones are left out
     * @param how as a query with the key, or as a signed body
     */
    send: (macros: Record<string, string>, how: 'keyed' | 'signed' = 'keyed'): Promise<Delivery> => {
      const stated = Object.fromEntries(Object.entries(macros).filter(([, value]) => value !== ''));
      const delivery = deliver(how === 'keyed' ? keyed(stated) : signed(stated));
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
