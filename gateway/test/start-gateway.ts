import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createLogger } from 'service-kit/logger';
import { createGateway } from '../src/app.ts';
import type { GatewayMetrics } from '../src/metrics.ts';
import type { Row, Target } from '../src/routes.ts';

const NOWHERE = 'http://127.0.0.1:9';
const SERVICES: readonly Target[] = ['identity', 'catalogue', 'media', 'affiliate', 'billing', 'shell', 'remotePublic', 'remoteAdmin', 'remoteAffiliate'];
const PATIENCE = 10_000;

const closers: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
/** What is to be done when the test has ended. */
export const afterwards = (close: () => void): void => void closers.push(close);

const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Starts a gateway before services of the test's own; those that it does not name are away. */
export const start = async (services: Partial<Record<Target, RequestListener>>, options: { rows?: readonly Row[]; rateLimitFactor?: number; metrics?: GatewayMetrics } = {}) => {
  const targets = Object.fromEntries(await Promise.all(SERVICES.map(async (name) => [name, services[name] ? await listen(services[name]) : NOWHERE]))) as Record<Target, string>;
  const gateway = createGateway({ publicUrl: 'https://coulisses.example', targets, logger: createLogger('gateway', 'silent'), ...options });
  afterwards(() => {
    gateway.endStreams();
    gateway.close();
  });
  return { gateway, url: await listen(gateway.listener) };
};

/** A service that counts what it has received. */
export const ping = (received: IncomingMessage[] = []): RequestListener => (request, response) => {
  received.push(request);
  request.resume();
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ count: received.length }));
};

/** What an event tells of a model. */
export const model = { id: crypto.randomUUID(), slug: 'nina', previousSlugs: [], name: 'Nina', affiliateId: null, emailFromName: '', emailFromEmail: '', telegramLink: '', adexicoBaseUrl: '', adexicoSourceId: 'BA', assets: [] };

/** Waits until something is so. @throws when it is not so in time */
export const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + PATIENCE;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${isSo.toString()}`);
    await setImmediate();
  }
};
