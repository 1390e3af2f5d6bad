import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { KEEP_ALIVE_HINT } from 'service-kit/serve';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Bytes under which compressing gains nothing. */
const WORTH_COMPRESSING = 860;
/** Compressed by themselves. */
const DENSE = /^(?:image\/(?!svg)|video\/|font\/)/;
/** Headers of an answer that belong to its body; the rest is the connection's. */
const KEPT = ['content-type', 'location', 'cache-control', 'content-security-policy', 'x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy', 'permissions-policy', 'strict-transport-security', 'vary', 'link'];

type Encoding = 'br' | 'gzip' | 'identity';
/** An answer in every encoding, ready to be sent. */
export interface Entry {
  status: number;
  etag: string;
  bytes: number;
  /** Header fields flat (name, value, name, ...), as node:http takes them without another pass. */
  variants: Record<Encoding, { headers: string[]; body: Buffer }>;
  unchanged: string[];
  /** Whether it may be kept: 200, and not private. */
  storable: boolean;
}

const preferred = (accepted: string): Encoding => (/\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity');

/** Makes an entry of a service's answer. */
export const entryOf = async (status: number, headers: IncomingHttpHeaders, body: Buffer): Promise<Entry> => {
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
  const common = KEPT.filter((name) => headers[name] !== undefined && name !== 'vary').flatMap((name) => [name, String(headers[name])]);
  const variant = (encoding: Encoding, content: Buffer) => ({
    headers: [...common, ...KEEP_ALIVE_HINT, 'vary', 'Accept-Encoding', 'etag', etag, 'content-length', String(content.length), ...(encoding === 'identity' ? [] : ['content-encoding', encoding])],
    body: content,
  });
  const identity = variant('identity', body);
  const asItIs = body.length < WORTH_COMPRESSING || DENSE.test(String(headers['content-type'] ?? ''));
  const [br, gz] = asItIs ? [identity, identity] : [variant('br', await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })), variant('gzip', await gzipped(body))];
  const control = String(headers['cache-control'] ?? '');
  return { status, etag, bytes: body.length * (asItIs ? 1 : 2) + 2_000, variants: { br, gzip: gz, identity }, unchanged: [...KEEP_ALIVE_HINT, 'etag', etag, 'vary', 'Accept-Encoding', 'cache-control', 'public, max-age=0, must-revalidate'], storable: status === 200 && !headers['set-cookie'] && !/private|no-store/.test(control) };
};

export const send = (entry: Entry, request: IncomingMessage, response: ServerResponse): void => {
  if (entry.status === 200 && request.headers['if-none-match']?.includes(entry.etag)) {
    response.writeHead(304, entry.unchanged).end();
    return;
  }
  const { headers, body } = entry.variants[preferred(String(request.headers['accept-encoding'] ?? ''))];
  response.writeHead(entry.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
};
