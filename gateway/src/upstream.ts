import { Agent } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from 'contracts/errors';
import { KEEP_ALIVE_HINT } from 'service-kit/serve';
import { CHANGES_AT_HEADER, SURROGATE_KEY_HEADER } from 'service-kit/surrogate-keys';
import type { SharedCacheFields } from './cached-response.ts';
import type { Client } from './client.ts';
import type { Row, Target } from './routes.ts';

/**
 * Timeout of a new connection. The timeout of a request starts only once it is connected, and the kernel would try an address that
 * does not respond (a node that is down) for two minutes.
 */
const CONNECT_TIMEOUT_MS = 3_000;
/**
 * Time without a byte from the service once a response has begun, and on a client's connection; long, because a paused video reads
 * nothing.
 */
export const STREAM_TIMEOUT_MS = 5 * 60_000;

/** Request fields that are forwarded to a service; all others are dropped (RFC 9110, section 7.6.1). */
const FORWARDED = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'origin',
  'range',
  'user-agent',
  'idempotency-key',
  // tus 1.0.0
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'upload-defer-length',
  // Standard Webhooks
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
] as const;
/** Fields that change the meaning of a request: naming them in Connection does not remove them. */
const PROTECTED = new Set<string>(['authorization', 'cookie', 'content-type', 'range']);
/** Request fields on which an anonymous response may depend. */
const ANONYMOUS_FIELDS = ['accept'] as const;

/** Hop-by-hop response fields (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN']);

export class UpstreamTimeout extends Error {
  constructor() {
    super('the service did not respond in time');
    this.name = 'UpstreamTimeout';
  }
}

/** Maps a failed upstream request to the error code that the client gets. */
export const errorCodeOf = (error: unknown): ErrorCode => {
  if (error instanceof UpstreamTimeout) return 'GATEWAY_TIMEOUT';
  return UNREACHABLE.has(String((error as { code?: unknown }).code)) ? 'SERVICE_UNAVAILABLE' : 'BAD_GATEWAY';
};

/** Whether a read-only request may be retried: a restarting service has closed its pooled connection. */
export const isRetryable = (error: unknown): boolean => errorCodeOf(error) === 'BAD_GATEWAY';

/**
 * Bounds the age of pooled connections: each leads to one replica, and would keep a replica in use that a deployment has replaced.
 */
const MAX_SOCKET_AGE_MS = 30_000;

/** Pools connections until they are MAX_SOCKET_AGE_MS old. */
class AgeingAgent extends Agent {
  /** Instant at which each connection was first idle. */
  readonly #pooledAt = new WeakMap<Duplex, number>();

  override keepSocketAlive(socket: Duplex): boolean {
    const now = performance.now();
    const pooledAt = this.#pooledAt.get(socket) ?? now;
    this.#pooledAt.set(socket, pooledAt);
    // Node closes the connection when this is false.
    return now - pooledAt < MAX_SOCKET_AGE_MS && Boolean(super.keepSocketAlive(socket));
  }
}

/** Address of a service, and its connection pools. */
export interface Upstream {
  host: string;
  port: number;
  /** Pooled connections, one pool per service, so that a slow service only exhausts its own. */
  agent: Agent;
  /** Opens a connection per request: it may reach another replica, which a pooled connection never does. */
  unpooledAgent: Agent;
}

/** Creates the connection pools of every target. */
export const createUpstreams = (targets: Record<Target, string>) => {
  const upstreams = Object.fromEntries(
    Object.entries(targets).map(([target, address]): [string, Upstream] => {
      const { hostname, port } = new URL(address);
      return [
        target,
        {
          host: hostname.replace(/^\[|\]$/g, ''),
          port: Number(port) || 80,
          agent: new AgeingAgent({
            keepAlive: true,
            maxSockets: 512,
            maxFreeSockets: 128,
            timeout: CONNECT_TIMEOUT_MS,
          }),
          unpooledAgent: new Agent({ timeout: CONNECT_TIMEOUT_MS }),
        },
      ];
    }),
  ) as Record<Target, Upstream>;
  return {
    names: Object.keys(targets) as Target[],
    of: (target: Target): Upstream => upstreams[target],
    close: (): void => {
      for (const { agent, unpooledAgent } of Object.values(upstreams)) {
        agent.destroy();
        unpooledAgent.destroy();
      }
    },
  };
};
export type Upstreams = ReturnType<typeof createUpstreams>;

/** Returns the path and query of the upstream request. */
export const upstreamTarget = ({ strip, rewrite }: Row, path: string, query: string): string => {
  if (rewrite !== undefined) return rewrite;
  return (strip && path.startsWith(strip) ? path.slice(strip.length) || '/' : path) + query;
};

/** Returns the fields that the client's Connection header names as hop-by-hop. */
const connectionFields = ({ connection }: IncomingHttpHeaders): ReadonlySet<string> | null =>
  connection === undefined || connection === 'keep-alive' || connection === 'close'
    ? null
    : new Set(
        connection
          .toLowerCase()
          .split(',')
          .map((name) => name.trim()),
      );

interface HeaderOptions {
  request: IncomingMessage;
  client: Client;
  traceparent: string;
  /** Body of the request, when a step has already read it. */
  body?: Buffer | undefined;
}

/**
 * Creates the headers of every request to a service.
 * @param publicUrl the site's address: services build links from it, never from a client's headers
 */
export const createUpstreamHeaders = (publicUrl: string) => {
  const { host, protocol } = new URL(publicUrl);
  const scheme = protocol.slice(0, -1);
  const own = ({ requestId, address }: Client, traceparent: string): Record<string, OutgoingHttpHeader> => ({
    host,
    'x-request-id': requestId,
    'x-real-ip': address,
    'x-forwarded-for': address,
    'x-forwarded-host': host,
    'x-forwarded-proto': scheme,
    traceparent,
  });
  return {
    /** Headers of a forwarded client request. */
    forwarded: ({ request: { headers }, client, traceparent, body }: HeaderOptions): OutgoingHttpHeaders => {
      const ownFields = connectionFields(headers);
      const result = own(client, traceparent);
      for (const name of FORWARDED) {
        const value = headers[name];
        if (value !== undefined && (!ownFields?.has(name) || PROTECTED.has(name))) result[name] = value;
      }
      // The gateway sets the framing itself: the length of the body that it read, or the framing that its parser accepted for a
      // stream.
      if (body) result['content-length'] = body.length;
      else if (headers['transfer-encoding'] !== undefined) result['transfer-encoding'] = 'chunked';
      else if (headers['content-length'] !== undefined) result['content-length'] = headers['content-length'];
      return result;
    },
    /** Headers of a request on behalf of all anonymous visitors. */
    anonymous: ({ request: { headers }, client, traceparent }: HeaderOptions): OutgoingHttpHeaders => {
      const result = own(client, traceparent);
      for (const name of ANONYMOUS_FIELDS) if (headers[name] !== undefined) result[name] = headers[name];
      result['accept-encoding'] = 'identity';
      return result;
    },
  };
};
export type UpstreamHeaders = ReturnType<typeof createUpstreamHeaders>;

const FOR_GATEWAY = new Set([SURROGATE_KEY_HEADER, CHANGES_AT_HEADER]);

/**
 * Returns the headers of a service's response for the client, without those meant for the gateway.
 * @param fields for a CDN in front
 */
export const responseHeaders = (headers: IncomingHttpHeaders, fields?: SharedCacheFields): OutgoingHttpHeaders => {
  const result: OutgoingHttpHeaders = {};
  for (const name in headers) if (!HOP_BY_HOP.has(name) && !FOR_GATEWAY.has(name)) result[name] = headers[name];
  if (fields) result['cache-control'] = fields.cacheControl;
  if (fields?.surrogateKeys) result[SURROGATE_KEY_HEADER] = fields.surrogateKeys;
  result[KEEP_ALIVE_HINT[0]] = KEEP_ALIVE_HINT[1];
  return result;
};
