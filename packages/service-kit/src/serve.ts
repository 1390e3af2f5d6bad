import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDraining, readStopping } from './stopping.ts';

interface ServeOptions {
  port: number;
  host?: string | undefined;
  /** Milliseconds a request may take to arrive; 0 for none (uploads). */
  requestTimeout?: number;
  /** Milliseconds that a connection is kept without a request; told to clients, which give it up a second earlier. */
  keepAlive?: number;
}

/**
 * Shorter than DRAIN_SECONDS in production: those who ask us within the platform have given up every idle connection
 * before a process that drains closes it, so that no request meets a connection that ends.
 */
const KEEP_ALIVE = 4_000;

/** While the process drains, each answer asks for another connection next time, which then leads to another replica. */
const sendingElsewhere =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    if (isDraining()) response.shouldKeepAlive = false;
    listener(request, response);
  };

/**
 * Listens, and stops gracefully: no new connection, idle ones closed, running requests finished within `graceMs`
 * (STOP_SECONDS, less what the rest of the process needs).
 */
export const serve = async (listener: RequestListener, { port, host, requestTimeout = 0, keepAlive = KEEP_ALIVE }: ServeOptions) => {
  const server: Server = createServer({ requestTimeout, headersTimeout: 20_000, keepAliveTimeout: keepAlive }, sendingElsewhere(listener));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  const address = server.address() as AddressInfo;
  return {
    server,
    port: address.port,
    close: (graceMs = readStopping().requests): Promise<void> =>
      new Promise((resolve) => {
        const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
        deadline.unref();
        server.close(() => {
          clearTimeout(deadline);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
};
