import { createServer } from 'node:http';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { isDraining, readStopping } from './stopping.ts';

interface ServeOptions {
  port: number;
  host?: string | undefined;
  /** Time in which a whole request must have arrived; 0 for none (uploads). */
  requestTimeoutMs?: number | undefined;
  /** Whether this adds KEEP_ALIVE_HINT to each answer; not where answers are prepared with it. */
  addsKeepAliveHint?: boolean | undefined;
}

/** Milliseconds that a connection is kept without a request: longer than proxies in front keep theirs, which is a minute. */
const KEEP_ALIVE = 65_000;

/**
 * What clients are told of it: they give a connection up after these seconds, less one. That is sooner than a process that
 * drains (DRAIN_SECONDS, 5 in production) closes what is idle, so that no request meets a connection that ends.
 */
export const KEEP_ALIVE_HINT = ['keep-alive', 'timeout=4'] as const;

/** While the process drains, each answer asks for another connection next time, which then leads to another replica. */
const sendingElsewhere =
  (listener: RequestListener, addsKeepAliveHint: boolean): RequestListener =>
  (request, response) => {
    if (isDraining()) response.shouldKeepAlive = false;
    else if (addsKeepAliveHint) response.setHeader(...KEEP_ALIVE_HINT);
    listener(request, response);
  };

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * Ends a connection whose bytes are no HTTP (RFC 9112): after the response that was being written, else with 400. Node's own
 * handling would drop a response that has just been written.
 */
const endMalformedConnections = (server: Server): void => {
  const responding = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => void responding.set(socket, response));
  server.on('clientError', (_error, socket) => {
    if (!socket.writable) return;
    const response = responding.get(socket);
    socket.end(response && !response.writableFinished ? undefined : BAD_REQUEST);
  });
};

/**
 * Listens, and stops gracefully: no new connection, idle ones closed, running requests finished within `graceMs`
 * (STOP_SECONDS, less what the rest of the process needs).
 */
export const serve = async (listener: RequestListener, { port, host, requestTimeoutMs = 0, addsKeepAliveHint = true }: ServeOptions) => {
  const server: Server = createServer({ requestTimeout: requestTimeoutMs, headersTimeout: 20_000, keepAliveTimeout: KEEP_ALIVE }, sendingElsewhere(listener, addsKeepAliveHint));
  endMalformedConnections(server);
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
