import type { IncomingMessage, RequestListener } from 'node:http';
import { createLogger } from 'service-kit/logger';
import { serve } from 'service-kit/serve';
import { LIST_KEYS, SURROGATE_KEY_HEADER, surrogateKeyOfModel } from 'service-kit/surrogate-keys';
import { modelFacts } from 'testing/events';
import { startHttpServer } from 'testing/http-server';
import { createGateway } from '../src/app.ts';
import { TARGETS } from '../src/routes.ts';
import type { Target } from '../src/routes.ts';

const NOWHERE = 'http://127.0.0.1:9';

const closers: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
/** Registers a function that runs after the test. */
export const onCleanup = (close: () => void | Promise<void>): void => void closers.push(close);

const listen = async (listener: RequestListener): Promise<string> => {
  const { url, close } = await startHttpServer(listener);
  onCleanup(close);
  return url;
};

/** Starts a gateway before the given services; all others are unreachable. */
export const start = async (
  services: Partial<Record<Target, RequestListener>>,
  {
    upstreamAddresses = {},
    idleTimeoutMs,
    ...options
  }: Partial<Parameters<typeof createGateway>[0]> & {
    upstreamAddresses?: Partial<Record<Target, string>>;
    idleTimeoutMs?: number;
  } = {},
) => {
  const targets = Object.fromEntries(
    await Promise.all(
      TARGETS.map(async (name) => [
        name,
        services[name] ? await listen(services[name]) : (upstreamAddresses[name] ?? NOWHERE),
      ]),
    ),
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
  const { port, close } = await serve(gateway.listener, {
    port: 0,
    host: '127.0.0.1',
    addsKeepAliveHint: false,
    idleTimeoutMs,
  });
  onCleanup(() => close(0));
  return { gateway, url: `http://127.0.0.1:${port}` };
};

/** A service that counts its requests and tags each response as the last page of a list with Nina. */
export const ping =
  (received: IncomingMessage[] = []): RequestListener =>
  (request, response) => {
    received.push(request);
    request.resume();
    response.setHeader(SURROGATE_KEY_HEADER, `${LIST_KEYS.end} ${surrogateKeyOfModel('nina')}`);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ count: received.length }));
  };

/** Data of a model event that changes no field of the form. */
export const model = modelFacts({ slug: 'nina', changes: [] });
