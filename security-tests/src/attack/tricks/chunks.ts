import type { Draft, Trick, TrickClass } from '../attempt.ts';
import { chunkedText } from '../http-text.ts';
import { takesBody } from '../row-kinds.ts';
import type { RowKind } from '../row-kinds.ts';

const CHUNKED = 'transfer-encoding: chunked';
const chunkedRequest = (draft: Draft, row: RowKind, body: string, headers: readonly string[] = []): string =>
  draft.request({ headers: [...row.headers, CHUNKED, ...headers], body });

const rejected = (name: string, body: (row: RowKind, draft: Draft) => string): Trick => ({
  name,
  on: takesBody,
  attempt: (draft, row) => ({
    segments: [chunkedRequest(draft, row, body(row, draft)) + draft.smuggled()],
    expects: 'rejected',
  }),
});
const served = (name: string, body: (row: RowKind) => string, headers: readonly string[] = []): Trick => ({
  name,
  on: takesBody,
  attempt: (draft, row) => ({
    segments: [chunkedRequest(draft, row, body(row), headers) + draft.rightRequest()],
    expects: 'served',
  }),
});

const hex = (body: string): string => body.length.toString(16);
const LEGAL_EXTENSIONS = [
  ';a',
  ';a=b',
  ';a="b"',
  ';a="b;c"',
  ';a="\\""',
  ';a;b;c',
  ';a=b;c=d',
  `;${'a'.repeat(1_000)}`,
  ';a="\t"',
  ';a=""',
];
/** Extensions that violate RFC 9112, section 7.1.1, or contain line ends that only some parsers recognise. */
const ILLEGAL_EXTENSIONS = [
  '\n',
  ';\n',
  ';a\n',
  ';a=b\nX',
  ';a="b\nc"',
  '\r',
  ';\r',
  ';a\rb',
  ';a="\rb"',
  ';a\0',
  ';\0',
  '\0',
  ';a="\0"',
  ';a=b\x0b',
  '\x0b;a',
  '\x0c',
  ';a="b',
  ';"a"',
  ';(a)',
  ' ',
  '  x',
  ' a',
  '\ta',
  ',a',
  ':a',
  '#a',
  '_',
  '.0',
  '-',
  '+',
  'h',
  'x',
  'g',
  ' 0',
  '\x85',
  '\xa0',
  ';a\x7f',
  ';a=\x01',
  `;${'a'.repeat(20_000)}`,
];
const ILLEGAL_SIZES = [
  '',
  ' N',
  '\tN',
  '+N',
  '-N',
  '0xN',
  '0XN',
  '_N',
  '0_N',
  '"N"',
  "'N'",
  'g',
  'N.',
  'N,',
  '%N',
  '\0N',
  '\x0bN',
  '10000000000000000',
  '1000000000000000N',
  'fffffffffffffffff',
  '-1',
  '-0',
  'NN\0',
  '\xef\xbc\x92',
  '\r\nN',
  '\nN',
  '\rN',
  '{',
  '$N',
  'Nh',
  'Nn',
  'N_0',
];
const ILLEGAL_ENDS_OF_DATA = [
  '',
  '\n',
  '\r',
  'XX',
  '\r\r',
  '\n\n',
  '\n\r',
  'X\r\n',
  '\r\nX',
  '\0\0',
  '  ',
  '\r\n\r\n',
  ' \r\n',
  '\r\n ',
];
const ILLEGAL_LAST_CHUNKS = [
  '-0\r\n\r\n',
  '0x0\r\n\r\n',
  ' 0\r\n\r\n',
  '0 \r\n\r\n',
  '0\n\n',
  '0\r\r',
  '0\r\n\n',
  '0\n\r\n',
  '0\r\n\r',
  '\r\n',
  '0_\r\n\r\n',
  '0\0\r\n\r\n',
  '0\r\nX',
  '0\r\n \r\n',
  '0\r\n\0\r\n',
  '+0\r\n\r\n',
  '0\r\nx\r\n\r\n',
  '0;\n\r\n\r\n',
];
const ILLEGAL_TRAILERS = [
  'no-colon',
  'x a: b',
  'x-a : b',
  ' x-a: b',
  '\tx-a: b',
  'x-a: b\0',
  'x-a: b\nx-b: c',
  'x-a: b\rx-b: c',
  '\0: a',
  ': a',
  ':',
  'x-a\0: b',
  'x-a:\r\n b',
  'x-a\x85: b',
  '(x): y',
  'GET / HTTP/1.1',
  `x-a: ${'a'.repeat(20_000)}`,
];
/** Trailer fields that would change the framing of the request. */
const FRAMING_TRAILERS = [
  'content-length: 0',
  'content-length: 999',
  'content-length: x',
  'transfer-encoding: chunked',
  'transfer-encoding: identity',
  'Content-Length: 5',
];
/** Fields that are forbidden in trailers (RFC 9110, section 6.5.1). */
const MEANINGLESS_TRAILERS = [
  'x-a: b',
  'host: evil.example',
  'authorization: Bearer a.b.c',
  'cookie: a=b',
  'connection: keep-alive',
  'content-type: text/plain',
  'x-forwarded-for: 6.6.6.6',
  'x-request-id: trailing-request-id',
  'expect: 100-continue',
  'upgrade: h2c',
  'trailer: x-a',
  '__proto__: a',
  'set-cookie: a=b',
  'range: bytes=0-0',
  'if-none-match: *',
];

export const chunkExtensions: TrickClass = {
  name: 'chunk-extension',
  tricks: [
    ...LEGAL_EXTENSIONS.map((extension) =>
      served(`legal ${extension.slice(0, 40)}`, ({ body }) => chunkedText([body], { extension })),
    ),
    ...ILLEGAL_EXTENSIONS.map((extension) =>
      rejected(extension.slice(0, 40), ({ body }, draft) => chunkedText([body], { extension }) + draft.smuggled()),
    ),
    // Line ends that only one of two parsers recognises: data for one, a request for the other.
    ...['\n', ';\n', ';a\n', '\r', ';\r', ';a="\r\n', ';a="\n'].map((end) =>
      rejected(`a request behind ${end}`, (_row, draft) => {
        const smuggled = `0\r\n\r\n${draft.smuggled()}`;
        return `2${end}xx\r\n${hex(smuggled)}\r\n${smuggled}\r\n0\r\n\r\n`;
      }),
    ),
    rejected(
      'an extension of the last chunk with a request',
      ({ body }, draft) => `${hex(body)}\r\n${body}\r\n0;a=\n${draft.smuggled()}\r\n\r\n`,
    ),
  ],
};

export const chunkSizes: TrickClass = {
  name: 'chunk-size',
  tricks: [
    ...['N', '0N', '0000000000N'].map((size) =>
      served(`legal ${size}`, ({ body }) => `${size.replace('N', hex(body))}\r\n${body}\r\n0\r\n\r\n`),
    ),
    ...['0', '00', '0000000000', '0;a=b'].map((last) =>
      served(`legal last chunk ${last}`, ({ body }) => `${hex(body)}\r\n${body}\r\n${last}\r\n\r\n`),
    ),
    served('one byte a chunk', ({ body }) => chunkedText([...body])),
    ...ILLEGAL_SIZES.map((size) =>
      rejected(
        `size ${size}`,
        ({ body }, draft) => `${size.replace('N', hex(body))}\r\n${body}\r\n0\r\n\r\n${draft.smuggled()}`,
      ),
    ),
    ...ILLEGAL_ENDS_OF_DATA.map((end) =>
      rejected(
        `data ended by ${end}`,
        ({ body }, draft) => `${hex(body)}\r\n${body}${end}0\r\n\r\n${draft.smuggled()}`,
      ),
    ),
    ...ILLEGAL_LAST_CHUNKS.map((last) =>
      rejected(`last chunk ${last}`, ({ body }, draft) => `${hex(body)}\r\n${body}\r\n${last}${draft.smuggled()}`),
    ),
    rejected('a size below the data', ({ body }, draft) => `1\r\n${body}\r\n0\r\n\r\n${draft.smuggled()}`),
    rejected('a size that hides a request', (_row, draft) => `2\r\n{}\r\n\r\n${draft.smuggled()}`),
  ],
};

export const trailers: TrickClass = {
  name: 'trailer',
  tricks: [
    ...MEANINGLESS_TRAILERS.flatMap((line) => [
      served(line, ({ body }) => chunkedText([body], { trailers: [line] })),
      served(`announced ${line}`, ({ body }) => chunkedText([body], { trailers: [line] }), [
        `trailer: ${line.split(':')[0]}`,
      ]),
    ]),
    served('two hundred trailers', ({ body }) => chunkedText([body], { trailers: Array<string>(200).fill('x-a: b') })),
    ...[...FRAMING_TRAILERS, ...ILLEGAL_TRAILERS].map((line) =>
      rejected(line.slice(0, 40), ({ body }, draft) => chunkedText([body], { trailers: [line] }) + draft.smuggled()),
    ),
  ],
};
