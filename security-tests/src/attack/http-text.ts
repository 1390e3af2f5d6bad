/** Message as text in which each character is one byte (Latin-1), so that cases can be written as `\x80` and `\0`. */
export type HttpText = string;

export const CRLF = '\r\n';

export interface RequestParts {
  method: string;
  target: string;
  version?: string;
  /** Field lines without line ends. */
  headers?: readonly string[];
  /** null omits the Host field. */
  host?: string | null;
  body?: HttpText;
}

/** Writes a request; corrects, escapes and adds nothing but Host. */
export const requestText = ({
  method,
  target,
  version = 'HTTP/1.1',
  headers = [],
  host = 'localhost',
  body = '',
}: RequestParts): HttpText =>
  [`${method} ${target} ${version}`, ...(host === null ? [] : [`host: ${host}`]), ...headers, '', body].join(CRLF);

/** Writes a chunked body of the given parts. */
export const chunkedText = (
  parts: readonly HttpText[],
  { extension = '', trailers = [] }: { extension?: string; trailers?: readonly string[] } = {},
): HttpText =>
  [
    ...parts.map((part) => `${part.length.toString(16)}${extension}${CRLF}${part}${CRLF}`),
    `0${CRLF}`,
    ...trailers.map((line) => line + CRLF),
    CRLF,
  ].join('');

export const contentLength = (body: HttpText): string => `content-length: ${body.length}`;
