import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isDraining, readStopping } from './stopping.ts';

interface ServeOptions {
  port: number;
  host?: string | undefined;
  /** Time in which a whole request must have arrived; 0 for none (uploads). */
  requestTimeoutMs?: number | undefined;
  /** Whether this adds KEEP_ALIVE_HINT to each response; not where prepared responses carry it already. */
  addsKeepAliveHint?: boolean | undefined;
  /** Called with the parser's code for each connection that is ended because its bytes are no HTTP. */
  onMalformed?: ((code: string) => void) | undefined;
}

/** Time in which the fields of a request must have arrived, and the step in which that is checked. */
const HEADERS_TIMEOUT_MS = 20_000;
const TIMEOUT_CHECK_MS = 5_000;

/** Longer than the minute for which proxies in front keep idle connections. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/**
 * Advertised to clients: they give a connection up after these seconds, less one. That is sooner than a process that
 * drains (DRAIN_SECONDS, 5 in production) closes what is idle, so that no request meets a connection that ends.
 */
export const KEEP_ALIVE_HINT = ['keep-alive', 'timeout=4'] as const;

/** Closes each connection after its response while the process drains: the next one leads to another replica. */
const sendingElsewhere =
  (listener: RequestListener, addsKeepAliveHint: boolean): RequestListener =>
  (request, response) => {
    if (isDraining()) response.shouldKeepAlive = false;
    else if (addsKeepAliveHint) response.setHeader(...KEEP_ALIVE_HINT);
    listener(request, response);
  };

/** Responses to connections that break the protocol, by Node's code; 400 for all others. */
const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};
const rejection = (code: string): string =>
  `HTTP/1.1 ${STATUS_LINES[code] ?? '400 Bad Request'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
/** Time in which a client may take the last response before its connection is destroyed. */
const LINGER_MS = 1_000;

const endConnection = (socket: Duplex, lastResponse?: string): void => {
  socket.end(lastResponse);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
};

/**
 * Closes connections whose bytes are not HTTP (RFC 9112): after the responses to the requests before them, else with a rejection.
 * Node's own handling would drop a response that is pending or has just been written.
 */
const endMalformedConnections = (server: Server, onMalformed?: (code: string) => void): void => {
  const latest = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>();
  const endingSockets = new WeakSet<Duplex>();
  server.on('request', (request, response) => void latest.set(request.socket, { request, response }));
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || endingSockets.has(socket)) return;
    // Browsers open connections ahead of need: they would take a 408 there for the response to their next request.
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && (socket as Socket).bytesRead === 0) return void socket.destroy();
    endingSockets.add(socket);
    if (code.startsWith('HPE_')) onMalformed?.(code);
    const { request, response } = latest.get(socket) ?? {};
    if (!request || !response || response.writableFinished) return endConnection(socket, rejection(code));
    // A malformed body: its own request cannot get a response any more once the response has begun.
    if (!request.complete) return endConnection(socket, response.headersSent ? undefined : rejection(code));
    if (!response.headersSent) response.shouldKeepAlive = false;
    response.once('finish', () => endConnection(socket));
  });
};

/**
 * Ends connections without a request under way. Node's `closeIdleConnections` counts a connection as active from its first moment
 * on, and `close` stops the timer that would end those whose header fields never arrive.
 */
const createConnectionTracker = (server: Server) => {
  const openRequests = new Map<Socket, number>();
  let isClosing = false;
  server.on('connection', (socket) => {
    openRequests.set(socket, 0);
    socket.once('close', () => openRequests.delete(socket));
  });
  return {
    track:
      (listener: RequestListener): RequestListener =>
      (request, response) => {
        const { socket } = request;
        const add = (count: number) => {
          const open = openRequests.get(socket);
          if (open === undefined) return;
          openRequests.set(socket, open + count);
          if (isClosing && open + count === 0) endConnection(socket);
        };
        add(1);
        response.once('close', () => add(-1));
        listener(request, response);
      },
    /** Leaves a request that has just been sent a moment to arrive. */
    endUnused: (): void => {
      isClosing = true;
      setTimeout(() => {
        for (const [socket, open] of openRequests) if (open === 0) socket.destroy();
      }, LINGER_MS).unref();
    },
  };
};

/**
 * Listens, and stops gracefully: no new connection, idle ones closed, running requests finished within `graceMs`
 * (STOP_SECONDS, less what the rest of the process needs).
 */
export const serve = async (
  listener: RequestListener,
  { port, host, requestTimeoutMs = 0, addsKeepAliveHint = true, onMalformed }: ServeOptions,
) => {
  const server = createServer({
    requestTimeout: requestTimeoutMs,
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  });
  const connections = createConnectionTracker(server);
  const handle = connections.track(sendingElsewhere(listener, addsKeepAliveHint));
  server.on('request', handle);
  // An expectation other than 100-continue is ignored (RFC 9110, 10.1.1): Node would respond to it past the listener.
  server.on('checkExpectation', handle);
  endMalformedConnections(server, onMalformed);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  const address = server.address() as AddressInfo;
  return {
    server,
    port: address.port,
    close: (graceMs = readStopping().requestsMs): Promise<void> =>
      new Promise((resolve) => {
        const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
        deadline.unref();
        server.close(() => {
          clearTimeout(deadline);
          resolve();
        });
        server.closeIdleConnections();
        connections.endUnused();
      }),
  };
};
