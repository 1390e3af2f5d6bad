import { once } from 'node:events';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { httpAddress, readConfig } from 'service-kit/config';
import { z } from 'zod';
import { announce } from '../announce.ts';
import { loadDemo } from '../demo/load.ts';
import { waitUntil } from '../wait-until.ts';

/** Time for the platform to start; pods come up in any order. */
const START_TIMEOUT_MS = 5 * 60_000;

const config = readConfig(
  z.object({
    ADMIN_PASSWORD: z.string().min(1),
    /** Public addresses of the site and the sandbox partner. */
    PUBLIC_URL: httpAddress(),
    OFFER_URL: httpAddress(),
    MAILBOX_URL: httpAddress(),
    /** Addresses of the same two from this container. */
    GATEWAY_URL: httpAddress(),
    PARTNER_URL: httpAddress(),
  }),
);
const log = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Checks that all dependencies of the first calls are up: the site's page needs catalogue and shell. Each attempt resolves the name
 * and connects again: this job may start before the gateway's Service exists, and a pooled connection would stay with the former
 * target of the name, or with one replica, until the deadline.
 */
const responses = async (path: string) => {
  const request = get(config.GATEWAY_URL + path, { agent: false, signal: AbortSignal.timeout(10_000) });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await buffer(response);
  if (response.statusCode !== 200)
    throw new Error(
      `${path} responds ${response.statusCode}, request id ${String(response.headers['x-request-id'] ?? 'none')}`,
    );
};
await waitUntil('the platform', async () => void (await Promise.all(['/', '/api/models'].map(responses))), {
  deadlineMs: START_TIMEOUT_MS,
  everyMs: 1_000,
});

const accounts = await loadDemo({
  url: config.GATEWAY_URL,
  adminPassword: config.ADMIN_PASSWORD,
  offerUrl: `${config.OFFER_URL}/`,
  partnerUrl: config.PARTNER_URL,
  log,
});
announce({ url: config.PUBLIC_URL, mailbox: config.MAILBOX_URL, partner: config.OFFER_URL, accounts, demo: true });
