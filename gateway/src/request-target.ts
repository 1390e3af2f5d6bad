/** Longer than any slug, token or file name of this site. */
const MAX_SEGMENT_LENGTH = 200;
const MAX_TARGET_LENGTH = 8_192;

/** pchar of RFC 3986, section 3.3, without percent-encoding. */
const PCHAR = "A-Za-z0-9._~!$&'()*+,;=:@-";
const PLAIN_PATH = new RegExp(`^(?:/[${PCHAR}]+)+$`);
const ENCODED_PATH = new RegExp(`^(?:/(?:[${PCHAR}]|%[0-9A-Fa-f]{2})+)+$`);
const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/;
/** Visible ASCII without what ends a query or what parsers disagree about: `#` and `\`. */
const QUERY = /^\?[!"$-[\]-~]*$/;
const ENCODED_NUL = /%00/;
/** Controls, dot, slash, backslash, percent and DEL: encoded, they exist only to be read differently by the next parser. */
const FORBIDDEN_ESCAPE = /%(?:[01][0-9A-F]|2[5EF]|5C|7F)/;
const UNRESERVED = /[A-Za-z0-9_~-]/;

export type RequestTarget =
  /** The one spelling of this path: safe as a cache key and for every parser behind the gateway. */
  | { kind: 'canonical'; path: string; query: string }
  /** Another spelling of a canonical path. */
  | { kind: 'redirect'; path: string; query: string }
  | { kind: 'malformed' };

const MALFORMED: RequestTarget = { kind: 'malformed' };

/** Splits a target at its first question mark; `query` keeps the mark. */
export const splitTarget = (target: string): { path: string; query: string } => {
  const at = target.indexOf('?');
  return at === -1 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at) };
};

/** Escapes in one spelling: unreserved characters decoded, the others in upper case (RFC 3986, section 6.2.2). */
const canonicalEscapes = (path: string): string =>
  path.replace(/%[0-9A-Fa-f]{2}/g, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return UNRESERVED.test(character) ? character : escape.toUpperCase();
  });

/** A canonical path in lower case, except its escapes, which are canonical in upper case. */
export const lowerCasePath = (path: string): string =>
  path.replace(/%[0-9A-F]{2}|[A-Z]/g, (piece) => (piece.startsWith('%') ? piece : piece.toLowerCase()));

const isUtf8 = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

const canonicalPath = (path: string): string | null => {
  if (path === '/') return path;
  const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
  if (DOT_SEGMENT.test(trimmed)) return null;
  if (PLAIN_PATH.test(trimmed)) return trimmed;
  if (!ENCODED_PATH.test(trimmed) || FORBIDDEN_ESCAPE.test(trimmed.toUpperCase()) || !isUtf8(trimmed)) return null;
  return canonicalEscapes(trimmed);
};

/** Whether a query, with its mark, is read alike by every parser; true without one. */
export const isWellFormedQuery = (query: string): boolean =>
  query === '' || (query.length <= MAX_TARGET_LENGTH && QUERY.test(query) && !ENCODED_NUL.test(query));

/**
 * Reads the target of a request line (RFC 9112, section 3.2). Only the origin form is accepted. Everything behind the gateway sees
 * canonical paths alone.
 */
export const parseTarget = (target: string): RequestTarget => {
  if (target.length > MAX_TARGET_LENGTH) return MALFORMED;
  const { path, query } = splitTarget(target);
  if (!isWellFormedQuery(query)) return MALFORMED;
  const canonical = canonicalPath(path);
  if (canonical === null || canonical.split('/').some((segment) => segment.length > MAX_SEGMENT_LENGTH))
    return MALFORMED;
  return { kind: canonical === path ? 'canonical' : 'redirect', path: canonical, query };
};
