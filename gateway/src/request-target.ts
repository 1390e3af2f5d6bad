/** Longer than any slug, token or file name of this site. */
const MAX_SEGMENT_LENGTH = 200;
const MAX_TARGET_LENGTH = 8_192;

/** pchar of RFC 3986, section 3.3, without percent-encoding. */
const PCHAR = "A-Za-z0-9._~!$&'()*+,;=:@-";
const PLAIN_PATH = new RegExp(`^(?:/[${PCHAR}]+)+$`);
const ENCODED_PATH = new RegExp(`^(?:/(?:[${PCHAR}]|%[0-9A-Fa-f]{2})+)+$`);
const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/;
/** Visible ASCII without `#`, which ends a query, and `\`, which parsers read differently. */
const QUERY = /^\?[!"$-[\]-~]*$/;
const ENCODED_NUL = /%00/;
/** Encoded controls, dot, slash, backslash, percent and DEL: the only purpose of encoding them is to mislead the next parser. */
const FORBIDDEN_ESCAPE = /%(?:[01][0-9A-F]|2[5EF]|5C|7F)/;
const UNRESERVED = /[A-Za-z0-9_~-]/;

export type RequestTarget =
  /** The canonical spelling of a path: safe as a cache key and unambiguous for every parser behind the gateway. */
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

/** Normalises escapes: unreserved characters decoded, all others in upper case (RFC 3986, section 6.2.2). */
const canonicalEscapes = (path: string): string =>
  path.replace(/%[0-9A-Fa-f]{2}/g, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return UNRESERVED.test(character) ? character : escape.toUpperCase();
  });

/** Lower-cases a canonical path, except its escapes, whose canonical form is upper case. */
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

/** Whether every parser reads a query (with its question mark) in the same way; true without a query. */
export const isWellFormedQuery = (query: string): boolean =>
  query === '' || (query.length <= MAX_TARGET_LENGTH && QUERY.test(query) && !ENCODED_NUL.test(query));

/**
 * Parses the target of a request line (RFC 9112, section 3.2). Accepts only the origin form. Everything behind the gateway receives
 * canonical paths.
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
