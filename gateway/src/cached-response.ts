import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { KEEP_ALIVE_HINT } from 'service-kit/serve';
import { CHANGES_AT_HEADER, SURROGATE_KEY_HEADER } from 'service-kit/surrogate-keys';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Size in bytes below which compression gains nothing. */
const MIN_COMPRESSED_BYTES = 860;
/** Media types that are already compressed. */
const DENSE = /^(?:image\/(?!svg)|video\/|font\/)/;
/** Response fields that describe the content. */
const CONTENT_FIELDS = [
  'content-type',
  'location',
  'cache-control',
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'strict-transport-security',
  'link',
  'x-total-count',
];
/** Content fields that may change while the body stays the same: the last page of a list gains a next page. */
const PAGE_FIELDS = ['link', 'x-total-count'];
/** Statuses whose responses are cached; a 404 only when it is a shared document. */
const CACHEABLE = new Set([200, 301]);

type Encoding = 'br' | 'gzip' | 'identity';

/** A response in every encoding, ready to send. */
export interface Entry {
  status: number;
  etag: string;
  /** Size in memory. */
  bytes: number;
  /** Header fields as a flat array (name, value, name, ...), which node:http writes without conversion. */
  variants: Record<Encoding, { headers: string[]; body: Buffer }>;
  notModified: string[];
  /** Cache-Control of the service, sent to browsers. */
  cacheControl: string | undefined;
  isCacheable: boolean;
  /** Surrogate keys by which events invalidate the entry. */
  surrogateKeys: readonly string[];
  /** Instant (milliseconds) at which the content changes without any event (CHANGES_AT_HEADER). */
  changesAt?: number | undefined;
  /** Path of the shared document that this response is (Content-Location of a 404). */
  sharedAs?: string | undefined;
}

/** Response fields for a cache in front of the gateway (cdn-fields.ts). */
export interface SharedCacheFields {
  cacheControl: string;
  surrogateKeys?: string;
}

/** Returns the surrogate keys in a service's response. */
export const surrogateKeysOf = (headers: IncomingHttpHeaders): string[] =>
  String(headers[SURROGATE_KEY_HEADER] ?? '')
    .split(' ')
    .filter(Boolean);

/** Returns the Vary field: the gateway's own negotiation and the service's. */
const varyOf = ({ vary = '' }: IncomingHttpHeaders): string =>
  ['Accept-Encoding', ...vary.split(',').map((name) => name.trim())]
    .filter((name, index) => name !== '' && (index === 0 || name.toLowerCase() !== 'accept-encoding'))
    .join(', ');

/** A weight of zero rejects a coding (RFC 9110, section 12.4.2). */
const ACCEPTED = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?![.\d]))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?![.\d]))/,
};
const preferredEncoding = (accepted: string): Encoding =>
  ACCEPTED.br.test(accepted) ? 'br' : ACCEPTED.gzip.test(accepted) ? 'gzip' : 'identity';

/** Builds a cache entry from a service's response. */
export const createEntry = async (status: number, headers: IncomingHttpHeaders, body: Buffer): Promise<Entry> => {
  const hash = createHash('sha1').update(body);
  for (const name of PAGE_FIELDS) hash.update(String(headers[name] ?? ''));
  const etag = `W/"${hash.digest('base64url')}"`;
  const common = CONTENT_FIELDS.filter((name) => headers[name] !== undefined).flatMap((name) => [
    name,
    String(headers[name]),
  ]);
  const vary = varyOf(headers);
  const variant = (encoding: Encoding, content: Buffer) => ({
    headers: [
      ...common,
      ...KEEP_ALIVE_HINT,
      'vary',
      vary,
      'etag',
      etag,
      'content-length',
      String(content.length),
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ],
    body: content,
  });
  const identity = variant('identity', body);
  const isDense = body.length < MIN_COMPRESSED_BYTES || DENSE.test(String(headers['content-type'] ?? ''));
  const [br, gz] = isDense
    ? [identity, identity]
    : [
        variant(
          'br',
          await compressBrotli(body, {
            params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
          }),
        ),
        variant('gzip', await compressGzip(body)),
      ];
  const sharedAs = status === 404 ? headers['content-location'] : undefined;
  const isPublic = !headers['set-cookie'] && !/private|no-store/.test(String(headers['cache-control'] ?? ''));
  return {
    status,
    etag,
    bytes: body.length * (isDense ? 1 : 2) + 2_000,
    variants: { br, gzip: gz, identity },
    notModified: [
      ...KEEP_ALIVE_HINT,
      'etag',
      etag,
      'vary',
      vary,
      // The new value replaces that of the stored response (RFC 9111, section 3.2).
      ...(headers['cache-control'] === undefined ? [] : ['cache-control', headers['cache-control']]),
    ],
    cacheControl: headers['cache-control'],
    isCacheable: isPublic && (CACHEABLE.has(status) || sharedAs !== undefined),
    surrogateKeys: surrogateKeysOf(headers),
    changesAt: Date.parse(String(headers[CHANGES_AT_HEADER])) || undefined,
    sharedAs,
  };
};

const withFields = (headers: string[], fields: SharedCacheFields | undefined): string[] => {
  if (!fields) return headers;
  const result = [...headers];
  const at = result.indexOf('cache-control');
  if (at === -1) result.push('cache-control', fields.cacheControl);
  else result[at + 1] = fields.cacheControl;
  if (fields.surrogateKeys) result.push(SURROGATE_KEY_HEADER, fields.surrogateKeys);
  return result;
};

/**
 * Minimum lifetime of a response with a scheduled change: while a service's clock is behind, each request would otherwise reload
 * it.
 */
const MIN_LIFETIME_MS = 250;

/** Returns how long an entry may be served: until its scheduled change, and `maxMs` at most. */
export const lifetimeMsOf = ({ changesAt }: Pick<Entry, 'changesAt'>, maxMs: number): number =>
  changesAt === undefined ? maxMs : Math.min(maxMs, Math.max(MIN_LIFETIME_MS, changesAt - Date.now()));

/** @param fields replace the entry's own when a CDN is in front */
export const sendEntry = (
  entry: Entry,
  request: IncomingMessage,
  response: ServerResponse,
  fields?: SharedCacheFields,
): void => {
  if (entry.status === 200 && request.headers['if-none-match']?.includes(entry.etag)) {
    response.writeHead(304, withFields(entry.notModified, fields)).end();
    return;
  }
  const { headers, body } = entry.variants[preferredEncoding(String(request.headers['accept-encoding'] ?? ''))];
  response.writeHead(entry.status, withFields(headers, fields));
  response.end(request.method === 'HEAD' ? undefined : body);
};
