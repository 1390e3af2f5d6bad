import type { Draft, Trick, TrickClass } from '../attempt.ts';
import { contentLength } from '../http-text.ts';
import { takesBody } from '../row-kinds.ts';
import type { RowKind } from '../row-kinds.ts';

/** Invalid Content-Length values; `N` stands for the length of the body. */
const MALFORMED = [
  '',
  '+N',
  '-N',
  '-0',
  '+0',
  '-1',
  'N,N',
  'N, N',
  'N,',
  ',N',
  'N;',
  'N;q=1',
  'N N',
  'N.0',
  'Ne0',
  '0xN',
  '0bN',
  '0oN',
  'N_',
  '_N',
  '1_0',
  'N\0',
  '\0N',
  'N\x0b',
  '\x0bN',
  'N\x0c',
  'N\x85',
  'N\xa0',
  '\xa0N',
  '\xffN',
  '"N"',
  "'N'",
  '(N)',
  '[N]',
  '{N}',
  'Nbytes',
  'bytes N',
  'two',
  'NaN',
  'Infinity',
  'null',
  'true',
  '99999999999999999999',
  '18446744073709551616',
  '-18446744073709551615',
  '\xef\xbc\x92',
  '\xd9\xa2',
  'N\x00',
  'N\x7f',
  '%N',
  'N%20',
  '#N',
  '=N',
  'N=',
  'N/1',
  'N:',
  ':N',
  '1N\0',
];
/** Two Content-Length fields. */
const REPEATED = [
  ['N', 'N'],
  ['N', '0'],
  ['0', 'N'],
  ['', 'N'],
  ['N', ''],
  ['N', 'M'],
  ['M', 'N'],
  ['0', '0'],
  ['+N', 'N'],
  ['N', '-N'],
  ['N', 'N '],
  ['x', 'N'],
  ['N', 'x'],
] as const;
/** Field lines that some parsers accept as Content-Length; `N` is the length. */
const DISGUISED = [
  'content-length : N',
  'content-length\t: N',
  ' content-length: N',
  '\tcontent-length: N',
  'content-length\0: N',
  '\0content-length: N',
  'content-length\x85: N',
  'content-length\xa0: N',
  'content-length\r: N',
  'content\r\n-length: N',
  'content-\r\nlength: N',
  'x-a: b\rcontent-length: N',
  'x-a: b\ncontent-length: N',
  'x-a: b\0content-length: N',
  'x-a:\r content-length: N',
  'content-length N',
  'content-length',
  'content-length;: N',
  'content-length\\: N',
  '"content-length": N',
  ':content-length: N',
  'content-length:\r\n N',
  'content-length: N\r\n 0',
  'content-length: 0\r\n N',
];
/** Fields without influence on the framing. */
const UNRELATED = [
  'content_length: N',
  'contentlength: N',
  'x-content-length: N',
  'content-lengths: N',
  'content.length: N',
  'http_content_length: N',
  'upload-length: N',
  'content-length-hint: N',
  'length: N',
];

const LEGAL = ['N', ' N', '\tN', 'N\t', '  N  ', '0N', '00000000000N'];

const filled = (text: string, body: string): string =>
  text.replaceAll('N', String(body.length)).replaceAll('M', String(body.length + 1));
/** Writes a request whose body is another request: a parser that takes the length for 0 reads it. */
const withSmuggledBody = (draft: Draft, lines: readonly string[], row: RowKind): string => {
  const body = draft.smuggled();
  return (
    draft.request({ headers: [...row.headers, ...lines.map((line) => filled(line, body))], body }) + draft.smuggled()
  );
};

const rejected = (name: string, lines: readonly string[]): Trick => ({
  name,
  attempt: (draft, row) => ({ segments: [withSmuggledBody(draft, lines, row)], expects: 'rejected' }),
});

export const malformedLengths: TrickClass = {
  name: 'malformed-length',
  tricks: [
    ...MALFORMED.map((value) => rejected(`content-length: ${value}`, [`content-length: ${value}`])),
    ...REPEATED.map(([first, second]) =>
      rejected(`content-length: ${first} and ${second}`, [`content-length: ${first}`, `content-length: ${second}`]),
    ),
    ...DISGUISED.map((line) => rejected(line, [line])),
    // Nothing announces a body: its bytes are the next request, whose request line is malformed.
    ...UNRELATED.map((line): Trick => ({
      name: line,
      on: (row) => !row.isEndless,
      attempt: (draft, row) => {
        const body = '{}';
        const first = draft.request({ headers: [...row.headers, filled(line, body)], body });
        return { segments: [first + draft.smuggled()], expects: 'consistent' };
      },
    })),
    ...LEGAL.map((value): Trick => ({
      name: `legal content-length: ${value}`,
      on: takesBody,
      attempt: (draft, row) => ({
        segments: [
          draft.request({ headers: [...row.headers, `content-length:${filled(value, row.body)}`], body: row.body }),
          draft.rightRequest(),
        ],
        expects: 'served',
      }),
    })),
    {
      name: 'a length behind a thousand other fields',
      attempt: (draft, row) => {
        const body = draft.smuggled();
        return {
          segments: [
            draft.request({ headers: [...Array<string>(1_010).fill('a:'), ...row.headers, contentLength(body)], body }),
          ],
          expects: 'rejected',
        };
      },
    },
    {
      name: 'a length above the limit',
      on: (row) => takesBody(row) && !row.isStreamed,
      attempt: (draft, row) => ({
        segments: [draft.request({ headers: [...row.headers, 'content-length: 999999999999'] }) + draft.smuggled()],
        expects: 'consistent',
        statuses: [413],
      }),
    },
  ],
};
