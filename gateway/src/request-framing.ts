import type { IncomingMessage } from 'node:http';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/**
 * Methods without a body: content in these requests has no meaning, and can smuggle one request inside another (RFC 9110, section
 * 9.3).
 */
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);
const LENGTH = /^\d{1,15}$/;
/** Node's parser also accepts 0.9, whose requests have no fields, and 2.0, which is a binary protocol (RFC 9112, section 2.3). */
const VERSIONS = new Set(['1.1', '1.0']);
/** Fields that decide where a request ends and which service receives it: parsers differ in how they read duplicates. */
const SINGLE = new Set(['host', 'content-length', 'transfer-encoding']);
const SINGLE_LENGTHS = new Set([...SINGLE].map(({ length }) => length));

/** Whether any call of the platform uses this method. */
export const isKnownMethod = (method: string): boolean => METHODS.has(method);

const isRepeated = (rawHeaders: readonly string[]): boolean => {
  const names = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const rawName = rawHeaders[index] ?? '';
    if (!SINGLE_LENGTHS.has(rawName.length)) continue;
    const name = rawName.toLowerCase();
    if (!SINGLE.has(name)) continue;
    if (names.has(name)) return true;
    names.add(name);
  }
  return false;
};

/** Whether a body follows the header section. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0');

/**
 * Whether a request ends unambiguously (RFC 9112, section 6): HTTP/1.0 or 1.1, at most one framing field, a body only when the
 * method allows one, and `chunked` as the only transfer coding.
 */
export const isWellFramed = (request: IncomingMessage): boolean => {
  const { headers, rawHeaders, httpVersion, method = '' } = request;
  if (!VERSIONS.has(httpVersion)) return false;
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  if (length === undefined && coding === undefined) return !isRepeated(rawHeaders);
  if (length !== undefined && (coding !== undefined || !LENGTH.test(length))) return false;
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || httpVersion !== '1.1')) return false;
  return !(WITHOUT_BODY.has(method) && hasBody(request)) && !isRepeated(rawHeaders);
};
