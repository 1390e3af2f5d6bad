import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ServeOptions {
  port: number;
  host?: string | undefined;
  /** Milliseconds a request may take to arrive; 0 for none (uploads). */
  requestTimeout?: number;
}

/**
 * Listens, and stops gracefully: no new connection, idle ones closed, running requests finished within `graceMs`.
 */
export const serve = async (listener: RequestListener, { port, host, requestTimeout = 0 }: ServeOptions) => {
  const server: Server = createServer({ requestTimeout, headersTimeout: 20_000, keepAliveTimeout: 65_000 }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  const address = server.address() as AddressInfo;
  return {
    server,
    port: address.port,
    close: (graceMs = 15_000): Promise<void> =>
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
