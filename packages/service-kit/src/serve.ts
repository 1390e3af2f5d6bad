import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isDraining, readStopping } from './stopping.ts';

interface ServeOptions {
  port: number;
  host?: string | undefined;
  /** Time within which a whole request must arrive; 0 for no limit (uploads). */
  requestTimeoutMs?: number | undefined;
  /**
   * Time without a byte in either direction after which the connection of an unfinished request is closed, as that of a client that
   * stops reading its response; 0 (the default) for no limit.
   */
  idleTimeoutMs?: number | undefined;
  /** Whether to add KEEP_ALIVE_HINT to each response; false when prepared responses already carry it. */
  addsKeepAliveHint?: boolean | undefined;
  /** Called with the parser's code for each connection that is closed because its bytes are not HTTP. */
  onMalformed?: ((code: string) => void) | undefined;
}

/** Timeout for the header fields of a request, and the interval at which it is checked. */
const HEADERS_TIMEOUT_MS = 20_000;
const TIMEOUT_CHECK_MS = 5_000;

/** Longer than the minute for which proxies in front reuse idle connections. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/**
 * Hint for clients, which stop using an idle connection one second before this timeout. That is sooner than a draining process
 * (DRAIN_SECONDS, 5 in production) closes idle connections, so that no request is sent on a closing connection.
 */
export const KEEP_ALIVE_HINT = ['keep-alive', 'timeout=4'] as const;

/** Closes each connection after its response while the process drains, so that the client's next one reaches another replica. */
const sendingElsewhere =
  (listener: RequestListener, addsKeepAliveHint: boolean): RequestListener =>
  (request, response) => {
    if (isDraining()) response.shouldKeepAlive = false;
    else if (addsKeepAliveHint) response.setHeader(...KEEP_ALIVE_HINT);
    listener(request, response);
  };

/** Responses to protocol errors, by Node's code; 400 for all others. */
const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};
const rejection = (code: string): string =>
  `HTTP/1.1 ${STATUS_LINES[code] ?? '400 Bad Request'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
/** Time in which a client may read the last response before its connection is destroyed. */
const LINGER_MS = 1_000;

const endConnection = (socket: Duplex, lastResponse?: string): void => {
  socket.end(lastResponse);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
};

/**
 * Closes connections whose bytes are not HTTP (RFC 9112): after the pending responses, else with an error response. Node's default
 * handling would drop a response that is pending or was just written.
 */
const endMalformedConnections = (server: Server, onMalformed?: (code: string) => void): void => {
  const latest = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>();
  const endingSockets = new WeakSet<Duplex>();
  server.on('request', (request, response) => void latest.set(request.socket, { request, response }));
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || endingSockets.has(socket)) return;
    // Browsers open connections in advance, and would take a 408 on one for the response to their next request.
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && (socket as Socket).bytesRead === 0) return void socket.destroy();
    endingSockets.add(socket);
    if (code.startsWith('HPE_')) onMalformed?.(code);
    const { request, response } = latest.get(socket) ?? {};
    if (!request || !response || response.writableFinished) return endConnection(socket, rejection(code));
    // The body is malformed: its own request gets no other response once the response has begun.
    if (!request.complete) return endConnection(socket, response.headersSent ? undefined : rejection(code));
    if (!response.headersSent) response.shouldKeepAlive = false;
    response.once('finish', () => endConnection(socket));
  });
};

/**
 * Closes idle connections. Node's `closeIdleConnections` counts a connection without any request as active, and `close` stops the
 * timer that would close those whose header fields never arrive.
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
    /** Delays the close, so that a request that was just sent still arrives. */
    endUnused: (): void => {
      isClosing = true;
      setTimeout(() => {
        for (const [socket, open] of openRequests) if (open === 0) socket.destroy();
      }, LINGER_MS).unref();
    },
  };
};

/**
 * Listens on a port. `close` accepts no new connection, closes idle ones and lets running requests finish within `graceMs`
 * (STOP_SECONDS minus the time that other parts of the process need).
 */
export const serve = async (
  listener: RequestListener,
  { port, host, requestTimeoutMs = 0, idleTimeoutMs = 0, addsKeepAliveHint = true, onMalformed }: ServeOptions,
) => {
  const server = createServer({
    requestTimeout: requestTimeoutMs,
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  });
  server.setTimeout(idleTimeoutMs);
  const connections = createConnectionTracker(server);
  const handle = connections.track(sendingElsewhere(listener, addsKeepAliveHint));
  server.on('request', handle);
  // Node would otherwise respond itself to an expectation other than 100-continue, which may be ignored (RFC 9110, section 10.1.1).
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
