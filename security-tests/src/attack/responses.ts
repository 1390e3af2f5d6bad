import { CRLF } from './http-text.ts';
import type { HttpText } from './http-text.ts';

export interface RawResponse {
  status: number;
  /** Header values by lower-case name; repeated fields are joined by a line feed. */
  headers: Readonly<Record<string, string>>;
  body: HttpText;
  /** Whether the whole body has arrived; never true for an event stream. */
  isComplete: boolean;
}

export interface ParsedResponses {
  responses: RawResponse[];
  /** Interim responses (1xx). */
  interim: number[];
  /** Bytes after the last response that do not form one. */
  rest: HttpText;
}

const headersOf = (lines: readonly string[]): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).toLowerCase();
    const value = line.slice(at + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}\n${value}`;
  }
  return headers;
};

interface Body {
  body: HttpText;
  /** Index at which the next response begins. */
  end: number;
  isComplete: boolean;
}

const chunkedBody = (text: HttpText, from: number): Body => {
  let at = from;
  let body = '';
  for (;;) {
    const lineEnd = text.indexOf(CRLF, at);
    if (lineEnd === -1) return { body, end: text.length, isComplete: false };
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    const start = lineEnd + 2;
    if (size === 0) {
      const isComplete = text.startsWith(CRLF, start);
      return { body, end: isComplete ? start + 2 : text.length, isComplete };
    }
    body += text.slice(start, start + size);
    if (!Number.isFinite(size) || start + size + 2 > text.length) return { body, end: text.length, isComplete: false };
    at = start + size + 2;
  }
};

const bodyOf = (
  text: HttpText,
  from: number,
  method: string,
  { status, headers }: Pick<RawResponse, 'status' | 'headers'>,
): Body => {
  if (method === 'HEAD' || status === 204 || status === 304) return { body: '', end: from, isComplete: true };
  if (headers['transfer-encoding'] !== undefined) return chunkedBody(text, from);
  const length = headers['content-length'];
  // Delimited by the end of the connection.
  if (length === undefined) return { body: text.slice(from), end: text.length, isComplete: false };
  const end = from + Number(length);
  return { body: text.slice(from, end), end: Math.min(end, text.length), isComplete: end <= text.length };
};

/**
 * Splits the bytes received over a connection into responses (RFC 9112, section 6.3).
 * @param methods methods of the requests in order: a response to HEAD has no body
 */
export const parseResponses = (text: HttpText, methods: readonly string[]): ParsedResponses => {
  const responses: RawResponse[] = [];
  const interim: number[] = [];
  let at = 0;
  for (;;) {
    const headEnd = text.indexOf(CRLF + CRLF, at);
    const [statusLine = '', ...lines] = text.slice(at, headEnd === -1 ? undefined : headEnd).split(CRLF);
    const status = Number(/^HTTP\/1\.1 (\d{3})(?: |$)/.exec(statusLine)?.[1] ?? Number.NaN);
    if (headEnd === -1 || Number.isNaN(status)) return { responses, interim, rest: text.slice(at) };
    if (status < 200) {
      interim.push(status);
      at = headEnd + 4;
      continue;
    }
    const headers = headersOf(lines);
    const { body, end, isComplete } = bodyOf(text, headEnd + 4, methods[responses.length] ?? 'GET', {
      status,
      headers,
    });
    responses.push({ status, headers, body, isComplete });
    at = end;
  }
};
