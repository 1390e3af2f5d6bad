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
 * Time for a new connection: what a request itself may take counts only from when it is connected, and an address where nothing
 * responds (a node that is down) would be tried for two minutes.
 */
const CONNECT_TIMEOUT_MS = 3_000;
/** Time without a byte once a response has begun: a paused video is not a dead service. */
export const STREAM_TIMEOUT_MS = 5 * 60_000;

/** Request fields that reach a service; whatever else a client sends ends here (RFC 9110, section 7.6.1). */
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
/** Fields without which a request would mean something else: naming them in Connection removes nothing. */
const PROTECTED = new Set<string>(['authorization', 'cookie', 'content-type', 'range']);
/** Request fields that an anonymous response may depend on. */
const ANONYMOUS_FIELDS = ['accept'] as const;

/** Response fields of one connection (RFC 9110, section 7.6.1). */
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

/** Error code of a service's failure, as the client gets it. */
export const errorCodeOf = (error: unknown): ErrorCode => {
  if (error instanceof UpstreamTimeout) return 'GATEWAY_TIMEOUT';
  return UNREACHABLE.has(String((error as { code?: unknown }).code)) ? 'SERVICE_UNAVAILABLE' : 'BAD_GATEWAY';
};

/** Whether a request that changes nothing may be retried: its pooled connection was closed by a service that restarts. */
export const isRetryable = (error: unknown): boolean => errorCodeOf(error) === 'BAD_GATEWAY';

/** A pooled connection leads to one replica, and keeps one that a deployment has replaced in use: its age is bounded. */
const MAX_SOCKET_AGE_MS = 30_000;

/** Pools connections until they are MAX_SOCKET_AGE_MS old. */
class AgeingAgent extends Agent {
  /** Instant at which each connection was first idle. */
  readonly #pooledAt = new WeakMap<Duplex, number>();

  override keepSocketAlive(socket: Duplex): boolean {
    const now = performance.now();
    const pooledAt = this.#pooledAt.get(socket) ?? now;
    this.#pooledAt.set(socket, pooledAt);
    // Node closes the connection where this is false.
    return now - pooledAt < MAX_SOCKET_AGE_MS && Boolean(super.keepSocketAlive(socket));
  }
}

/** Address of a service, and the connections to it. */
export interface Upstream {
  host: string;
  port: number;
  /** Pooled connections; a slow service exhausts only its own. */
  agent: Agent;
  /** A connection for one request: it may lead to another replica, which a pooled one never does. */
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

/** Path of the request to the service, with the query. */
export const upstreamTarget = ({ strip, rewrite }: Row, path: string, query: string): string => {
  if (rewrite !== undefined) return rewrite;
  return (strip && path.startsWith(strip) ? path.slice(strip.length) || '/' : path) + query;
};

/** Fields that the client's Connection field names as its own. */
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
  /** The body, where it has been read already. */
  body?: Buffer | undefined;
}

/**
 * Makes the headers of every request to a service.
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
    /** Headers of a client's own request. */
    forwarded: ({ request: { headers }, client, traceparent, body }: HeaderOptions): OutgoingHttpHeaders => {
      const ownFields = connectionFields(headers);
      const result = own(client, traceparent);
      for (const name of FORWARDED) {
        const value = headers[name];
        if (value !== undefined && (!ownFields?.has(name) || PROTECTED.has(name))) result[name] = value;
      }
      // Framing is the gateway's own: the length of what it has read, or what its parser has accepted for a stream.
      if (body) result['content-length'] = body.length;
      else if (headers['transfer-encoding'] !== undefined) result['transfer-encoding'] = 'chunked';
      else if (headers['content-length'] !== undefined) result['content-length'] = headers['content-length'];
      return result;
    },
    /** Headers of a request on behalf of every anonymous visitor. */
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
 * Headers of a service's response for the client, without those that are for this gateway.
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
