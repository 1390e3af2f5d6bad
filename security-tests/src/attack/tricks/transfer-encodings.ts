import type { Draft, Trick, TrickClass } from '../attempt.ts';
import { chunkedText, contentLength } from '../http-text.ts';
import { takesBody } from '../row-kinds.ts';
import type { RowKind } from '../row-kinds.ts';

/** Field lines that some parsers accept as `Transfer-Encoding: chunked` and others do not. */
const OBFUSCATED = [
  'xchunked',
  'chunkedx',
  'chunk',
  'chunked2',
  '\x0bchunked',
  '\x0cchunked',
  'chunked\x0b',
  'chunked\0',
  '\0chunked',
  'ch\0unked',
  'chunked\x85',
  '\x85chunked',
  'chunked\xa0',
  '\xa0chunked',
  '\xffchunked',
  'chun\xe2\x84\xaaed',
  '"chunked"',
  "'chunked'",
  '(chunked)',
  '[chunked]',
  '{chunked}',
  '<chunked>',
  'chunked;q=1',
  'chunked;',
  ';chunked',
  'chunked=1',
  'chunked, identity',
  'identity, chunked',
  'gzip, chunked',
  'chunked, gzip',
  'deflate',
  'identity',
  'br',
  'trailers',
  ', chunked',
  'chunked,',
  ',chunked,',
  'chunked, chunked',
  'chunked chunked',
  'chunked\tchunked',
  'x chunked',
  'chunked x',
  'chunked\x7f',
  '%63hunked',
  'c hunked',
  'chunked/1',
  'chunked:',
  ':chunked',
  '',
  ' ',
  ',',
  'chunked\t',
].map((value) => `transfer-encoding: ${value}`);
const DISGUISED = [
  'transfer-encoding : chunked',
  'transfer-encoding\t: chunked',
  ' transfer-encoding: chunked',
  '\ttransfer-encoding: chunked',
  'transfer-encoding\0: chunked',
  '\0transfer-encoding: chunked',
  'transfer-encoding\x85: chunked',
  'transfer-encoding\xa0: chunked',
  'transfer-encoding\r: chunked',
  'transfer\r\n-encoding: chunked',
  'transfer-\r\nencoding: chunked',
  'x-a: b\rtransfer-encoding: chunked',
  'x-a: b\ntransfer-encoding: chunked',
  'x-a: b\0transfer-encoding: chunked',
  'x-a:\r transfer-encoding: chunked',
  'transfer-encoding chunked',
  'transfer-encoding',
  'transfer-encoding;: chunked',
  ':transfer-encoding: chunked',
  'transfer-encoding:\r\n chunked',
  'transfer-encoding:\r\n\tchunked',
  'transfer-encoding: chun\r\n ked',
  'transfer-encoding: chunked\r\n ,identity',
  'transfer-encoding:\nchunked',
  'transfer-encoding:\rchunked',
  'transfer-encoding: \nchunked',
];
const REPEATED = [
  ['chunked', 'chunked'],
  ['chunked', 'identity'],
  ['identity', 'chunked'],
  ['x', 'chunked'],
  ['chunked', 'x'],
  ['', 'chunked'],
  ['chunked', ''],
  ['gzip', 'chunked'],
  ['chunked', 'cow'],
].map((values) => values.map((value) => `transfer-encoding: ${value}`));
const SPELLINGS = [
  'transfer-encoding: chunked',
  'Transfer-Encoding: Chunked',
  'TRANSFER-ENCODING: CHUNKED',
  'transfer-encoding:chunked',
  'transfer-encoding:   chunked  ',
  'tRaNsFeR-eNcOdInG: cHuNkEd',
];
const UNRELATED = [
  'transfer_encoding: chunked',
  'transferencoding: chunked',
  'x-transfer-encoding: chunked',
  'te: chunked',
  'te: trailers, chunked',
  'content-encoding: chunked',
  'transfer.encoding: chunked',
  'http_transfer_encoding: chunked',
  'transfer-encodings: chunked',
];

/** Writes a body that ends at once for a parser of chunks, which then reads the rest as a request. */
const endingAtOnce = (draft: Draft): string => `0\r\n\r\n${draft.smuggled()}`;
const rejected = (name: string, write: (draft: Draft, row: RowKind) => string, on?: Trick['on']): Trick => ({
  name,
  ...(on && { on }),
  attempt: (draft, row) => ({ segments: [write(draft, row) + draft.smuggled()], expects: 'rejected' }),
});

const lengthFirst = (draft: Draft, row: RowKind, lines: readonly string[]): string => {
  const body = endingAtOnce(draft);
  return draft.request({ headers: [...row.headers, contentLength(body), ...lines], body });
};
const codingFirst = (draft: Draft, row: RowKind, lines: readonly string[]): string => {
  const body = chunkedText([draft.smuggled()]);
  // A parser that uses the length reads only the size of the first chunk.
  return draft.request({ headers: [...row.headers, ...lines, `content-length: ${body.indexOf('\r\n') + 2}`], body });
};
const lines = [...OBFUSCATED.map((line) => [line]), ...DISGUISED.map((line) => [line]), ...REPEATED];
const nameOf = (one: readonly string[]) => one.join(' and ');

export const lengthAndCoding: TrickClass = {
  name: 'content-length-and-transfer-encoding',
  tricks: [...SPELLINGS.map((line) => [line]), ...lines].flatMap((one) => [
    rejected(`CL.TE ${nameOf(one)}`, (draft, row) => lengthFirst(draft, row, one)),
    rejected(`TE.CL ${nameOf(one)}`, (draft, row) => codingFirst(draft, row, one)),
  ]),
};

export const transferEncodings: TrickClass = {
  name: 'transfer-encoding',
  tricks: [
    ...lines.map((one) =>
      rejected(nameOf(one), (draft, row) =>
        draft.request({ headers: [...row.headers, ...one], body: chunkedText([draft.smuggled()]) }),
      ),
    ),
    ...SPELLINGS.map((line): Trick => ({
      name: `legal ${line}`,
      on: takesBody,
      attempt: (draft, row) => ({
        segments: [
          draft.request({ headers: [...row.headers, line], body: chunkedText([row.body]) }) + draft.rightRequest(),
        ],
        expects: 'served',
      }),
    })),
    ...SPELLINGS.map((line) =>
      rejected(
        `${line} without a meaning`,
        (draft) => draft.request({ headers: [line], body: chunkedText([draft.smuggled()]) }),
        (row) => !takesBody(row),
      ),
    ),
    rejected('HTTP/1.0', (draft, row) =>
      draft.request({
        version: 'HTTP/1.0',
        headers: [...row.headers, 'transfer-encoding: chunked'],
        body: chunkedText([draft.smuggled()]),
      }),
    ),
    // These do not frame the body: its length does.
    ...UNRELATED.map((line): Trick => ({
      name: `unrelated ${line}`,
      on: takesBody,
      attempt: (draft, row) => ({
        segments: [
          draft.request({ headers: [...row.headers, contentLength(row.body), line], body: row.body }) +
            draft.rightRequest(),
        ],
        expects: 'served',
      }),
    })),
  ],
};
