import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createLogger } from 'service-kit/logger';
import { serve } from 'service-kit/serve';
import { createGateway } from '../src/app.ts';
import { TARGETS } from '../src/routes.ts';
import type { Target } from '../src/routes.ts';

const NOWHERE = 'http://127.0.0.1:9';
const PATIENCE = 10_000;

const closers: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
/** Registers what runs when the test has ended. */
export const onCleanup = (close: () => void | Promise<void>): void => void closers.push(close);

const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onCleanup(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Starts a gateway before services of the test's own; those that it does not name are unreachable. */
export const start = async (
  services: Partial<Record<Target, RequestListener>>,
  options: Partial<Parameters<typeof createGateway>[0]> = {},
) => {
  const targets = Object.fromEntries(
    await Promise.all(TARGETS.map(async (name) => [name, services[name] ? await listen(services[name]) : NOWHERE])),
  ) as Record<Target, string>;
  const gateway = createGateway({
    publicUrl: 'https://coulisses.example',
    targets,
    logger: createLogger('gateway', 'silent'),
    ...options,
  });
  onCleanup(() => {
    gateway.endStreams();
    gateway.close();
  });
  const { port, close } = await serve(gateway.listener, { port: 0, host: '127.0.0.1', addsKeepAliveHint: false });
  onCleanup(() => close(0));
  return { gateway, url: `http://127.0.0.1:${port}` };
};

/** A service that counts what it has received. */
export const ping =
  (received: IncomingMessage[] = []): RequestListener =>
  (request, response) => {
    received.push(request);
    request.resume();
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ count: received.length }));
  };

/** Data of a model event. */
export const model = {
  id: crypto.randomUUID(),
  slug: 'nina',
  previousSlugs: [],
  name: 'Nina',
  affiliateId: null,
  emailFromName: '',
  emailFromEmail: '',
  telegramLink: '',
  adexicoBaseUrl: '',
  adexicoSourceId: 'BA',
  assets: [],
};

/** Waits until a condition holds. @throws when it does not in time */
export const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + PATIENCE;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`condition not met: ${isSo.toString()}`);
    await setImmediate();
  }
};
