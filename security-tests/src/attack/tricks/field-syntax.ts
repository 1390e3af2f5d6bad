import type { Trick, TrickClass } from '../attempt.ts';
import { contentLength } from '../http-text.ts';
import { takesBody } from '../row-kinds.ts';
import type { RowKind } from '../row-kinds.ts';

const isRead = (row: RowKind): boolean => !takesBody(row);
const isPlain = (row: RowKind): boolean => isRead(row) && !row.isEndless;

/** Octets that a field name must not contain (RFC 9110, section 5.6.2). */
const NOT_IN_NAMES = [
  ...Array.from({ length: 33 }, (_, code) => String.fromCharCode(code)),
  ...'"(),/:;<=>?@[\\]{}',
  '\x7f',
  '\x80',
  '\x85',
  '\xa0',
  '\xff',
].filter((character) => character !== '\n' && character !== ':');
/** Controls that a field value must not contain (RFC 9110, section 5.5). */
const NOT_IN_VALUES = [
  ...Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).filter((character) => character !== '\t'),
  '\x7f',
];
/** Fields that are forwarded to services, and one that is not. */
const CARRIERS = ['user-agent', 'accept-language', 'cookie', 'x-anything'];
const LINE_ENDS = [
  '\n',
  '\r',
  '\r\r\n',
  '\n\r',
  '\r\n\r',
  '\0\r\n',
  '\x0b',
  '\x0c',
  '\x85',
  '\r\0\n',
  ' \n',
  '\\r\\n',
  '%0d%0a',
];
const FOLDED = [
  'x-a: b\r\n c',
  'x-a: b\r\n\tc',
  'x-a:\r\n b',
  'x-a: b\r\n \r\n c',
  'x-a: b\r\n content-length: 5',
  'x-a: b\r\n\ttransfer-encoding: chunked',
  'authorization: Bearer\r\n a.b.c',
  'cookie: a=b;\r\n c=d',
  'connection: keep-alive,\r\n content-length',
  'x-a: b\n c',
  'x-a: b\r c',
  'x-a: b\r\n  \t  ',
];
const LINES = [
  'no-colon',
  ':',
  ': a',
  ':a:b',
  ' : a',
  '::',
  '\0',
  'GET /api/subscription HTTP/1.1',
  'HTTP/1.1 200 OK',
  '{"a":1}',
  '0',
  '-',
  '=',
  '\x80',
  'x-a',
  'x-a x-b: c',
  'x a: b',
  'x-a : b',
  'x-a\t: b',
];

const rejected = (
  name: string,
  on: Trick['on'],
  write: (row: RowKind, smuggled: () => string) => { headers: readonly string[] },
): Trick => ({
  name,
  ...(on && { on }),
  attempt: (draft, row) => ({
    segments: [draft.request(write(row, draft.smuggled)) + draft.smuggled()],
    expects: 'rejected',
  }),
});
const served = (name: string, lines: readonly string[]): Trick => ({
  name,
  on: isPlain,
  attempt: (draft, row) => ({
    segments: [draft.request({ headers: [...row.headers, ...lines] }) + draft.rightRequest()],
    expects: 'served',
  }),
});

export const lineEnds: TrickClass = {
  name: 'line-end',
  tricks: [
    ...LINE_ENDS.flatMap((end): Trick[] => [
      {
        name: `${end} after the request line`,
        on: isRead,
        attempt: (draft, row) => ({
          segments: [`GET ${row.target('absent')} HTTP/1.1${end}host: localhost\r\n\r\n${draft.smuggled()}`],
          expects: 'rejected',
        }),
      },
      {
        name: `${end} after a field`,
        on: isRead,
        attempt: (draft, row) => ({
          segments: [`GET ${row.target('absent')} HTTP/1.1\r\nx-a: b${end}host: localhost\r\n\r\n${draft.smuggled()}`],
          expects: 'rejected',
        }),
      },
      {
        name: `${end} after the last field`,
        on: isRead,
        attempt: (draft, row) => ({
          segments: [`GET ${row.target('absent')} HTTP/1.1\r\nhost: localhost${end}\r\n${draft.smuggled()}`],
          expects: 'rejected',
        }),
      },
      {
        name: `${end} before a request in a value`,
        on: isRead,
        attempt: (draft, row) => ({
          segments: [
            `GET ${row.target('absent')} HTTP/1.1\r\nhost: localhost\r\nx-a: b${end}${end}${draft.smuggled()}`,
          ],
          expects: 'rejected',
        }),
      },
    ]),
    ...['\n\n', '\n', '\r\r', '\n\r\n', '\r\n\n'].map((end): Trick => ({
      name: `the field section ended by ${end}`,
      on: isRead,
      attempt: (draft, row) => ({
        segments: [`GET ${row.target('absent')} HTTP/1.1\r\nhost: localhost${end}${draft.smuggled()}`],
        expects: 'rejected',
      }),
    })),
  ],
};

export const foldedLines: TrickClass = {
  name: 'obs-fold',
  tricks: FOLDED.flatMap((line) => [
    rejected(line, undefined, (row) => ({ headers: [...row.headers, line] })),
    rejected(`${line} as the first field`, undefined, (row) => ({ headers: [line, ...row.headers] })),
    {
      name: `${line} with a body`,
      on: takesBody,
      attempt: (draft, row) => ({
        segments: [
          draft.request({ headers: [...row.headers, contentLength(row.body), line], body: row.body }) +
            draft.smuggled(),
        ],
        expects: 'rejected',
      }),
    } satisfies Trick,
  ]),
};

export const fieldNames: TrickClass = {
  name: 'field-name',
  tricks: [
    ...NOT_IN_NAMES.flatMap((character) =>
      [`x${character}a`, `${character}xa`, `xa${character}`].map((name) =>
        rejected(name, isRead, (row) => ({ headers: [...row.headers, `${name}: b`] })),
      ),
    ),
    ...LINES.map((line) => rejected(`the line ${line}`, isRead, (row) => ({ headers: [...row.headers, line] }))),
    ...[
      "x!#$%&'*+-.^_`|~9a: b",
      '__proto__: a',
      'constructor: a',
      'tostring: a',
      '9: a',
      `${'x'.repeat(4_000)}: a`,
    ].map((line) => served(line.slice(0, 40), [line])),
  ],
};

export const fieldValues: TrickClass = {
  name: 'field-value',
  tricks: [
    ...CARRIERS.flatMap((field) =>
      NOT_IN_VALUES.map((character) =>
        rejected(`${field}: a${character}b`, isRead, (row) => ({
          headers: [...row.headers, `${field}: a${character}b`],
        })),
      ),
    ),
    ...CARRIERS.flatMap((field) =>
      [
        '\x80',
        '\x85',
        '\xa0',
        '\xff',
        '\xe2\x82\xac',
        '\xc0\xae',
        '\t',
        'a\tb',
        '',
        ' ',
        '"',
        '\\',
        'a'.repeat(8_000),
      ].map((value) => served(`${field}: ${value.slice(0, 10)}`, [`${field}: ${value}`])),
    ),
    rejected('a value above the limit', undefined, (row) => ({
      headers: [...row.headers, `x-a: ${'a'.repeat(20_000)}`],
    })),
    rejected('a name above the limit', undefined, (row) => ({ headers: [...row.headers, `${'x'.repeat(20_000)}: a`] })),
    rejected('two thousand fields', undefined, (row) => ({
      headers: [...row.headers, ...Array<string>(2_000).fill('a: b')],
    })),
    served('two hundred fields', Array<string>(200).fill('a: b')),
    ...[
      'x-request-id: too-many-request-ids',
      'x-request-id: a',
      `x-request-id: ${'a'.repeat(500)}`,
      'traceparent: x',
      `traceparent: 00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`,
      'tracestate: a=b',
      'x-forwarded-for: 6.6.6.6, 7.7.7.7',
      'x-real-ip: 6.6.6.6',
      'forwarded: for=6.6.6.6',
      'x-forwarded-host: evil.example',
      'x-forwarded-proto: gopher',
      'x-forwarded-prefix: /x',
      'x-original-url: /metrics',
      'x-rewrite-url: /metrics',
      'x-http-method-override: DELETE',
      'x-user-role: administrator',
      'via: 1.1 evil',
      'max-forwards: 0',
    ].map((line): Trick => ({
      name: line.slice(0, 40),
      on: isPlain,
      // A second x-request-id makes the field invalid: the gateway gives the request a new one.
      attempt: (draft, row) => ({
        segments: [draft.request({ headers: [...row.headers, line] }), draft.rightRequest()],
        expects: line.startsWith('x-request-id') ? 'consistent' : 'served',
      }),
    })),
  ],
};
