import type { Trick, TrickClass } from '../attempt.ts';
import { chunkedText, contentLength } from '../http-text.ts';
import { takesBody } from '../row-kinds.ts';

const METHODS = ['GET', 'HEAD', 'DELETE', 'OPTIONS'];
/** Values of Connection that make some gateways drop the length and forward the body without framing. */
const CONNECTION_OF_LENGTH = [
  'content-length',
  'Content-Length',
  'keep-alive, content-length',
  'content-length, keep-alive',
  'close, content-length',
  'content-length,content-length',
  ',content-length',
  '"content-length"',
  'content-length;',
  'x, content-length, te',
];
const CONNECTION_OF_CODING = [
  'transfer-encoding',
  'keep-alive, Transfer-Encoding',
  'close, transfer-encoding',
  'transfer-encoding, content-length',
];
/** Fields beside an announced body. */
const COMPANIONS = [
  'expect: 100-continue',
  'upgrade: h2c',
  'x-http-method-override: POST',
  'x-http-method: POST',
  'x-method-override: PUT',
  'content-type: application/json',
  'content-encoding: gzip',
  'if-none-match: *',
  'range: bytes=0-0',
  'accept: text/html',
];

type Write = (smuggled: string) => { headers: readonly string[]; body: string };

const byLength =
  (...more: readonly string[]): Write =>
  (smuggled) => ({ headers: [contentLength(smuggled), ...more], body: smuggled });
const byChunks =
  (...more: readonly string[]): Write =>
  (smuggled) => ({ headers: ['transfer-encoding: chunked', ...more], body: chunkedText([smuggled]) });

const writers: readonly (readonly [string, Write])[] = [
  ['a length', byLength()],
  ['chunks', byChunks()],
  ...CONNECTION_OF_LENGTH.map(
    (value) => [`a length and connection: ${value}`, byLength(`connection: ${value}`)] as const,
  ),
  ...CONNECTION_OF_CODING.map(
    (value) => [`chunks and connection: ${value}`, byChunks(`connection: ${value}`)] as const,
  ),
  ['a length and two Connection fields', byLength('connection: keep-alive', 'connection: content-length')],
  [
    'a length, named by Connection before',
    (smuggled) => ({ headers: ['connection: content-length', contentLength(smuggled)], body: smuggled }),
  ],
  [
    'a length in upper case, named in lower',
    (smuggled) => ({ headers: ['connection: content-length', `CONTENT-LENGTH: ${smuggled.length}`], body: smuggled }),
  ],
  ...COMPANIONS.flatMap(
    (line) =>
      [
        [`a length and ${line}`, byLength(line)],
        [`chunks and ${line}`, byChunks(line)],
      ] as const,
  ),
];

export const bodiesWithoutMeaning: TrickClass = {
  name: 'body-without-meaning',
  tricks: [
    ...METHODS.flatMap((method) =>
      writers.map(([name, write]): Trick => ({
        name: `${method} with ${name}`,
        attempt: (draft) => {
          const { headers, body } = write(draft.smuggled());
          return { segments: [draft.request({ method, headers, body }) + draft.smuggled()], expects: 'rejected' };
        },
      })),
    ),
    // With a length of 0 the body is the next request, which the client sends on purpose.
    ...METHODS.slice(0, 2).map((method): Trick => ({
      name: `${method} with content-length: 0`,
      on: (row) => !takesBody(row) && !row.isEndless,
      attempt: (draft) => ({
        segments: [draft.request({ method, headers: ['content-length: 0'] }) + draft.request()],
        expects: 'consistent',
      }),
    })),
    {
      name: 'a request after content-length: 0',
      on: takesBody,
      attempt: (draft, row) => ({
        segments: [draft.request({ headers: [...row.headers, 'content-length: 0'] }) + draft.rightRequest()],
        expects: 'consistent',
      }),
    },
    {
      name: 'a request after no length at all',
      on: takesBody,
      attempt: (draft) => ({ segments: [draft.request() + draft.rightRequest()], expects: 'consistent' }),
    },
  ],
};
