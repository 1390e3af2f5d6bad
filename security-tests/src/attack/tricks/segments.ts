import { createDraft, UNIQUE_LENGTH } from '../attempt.ts';
import type { Attempt, Draft, Expectation, Trick, TrickClass } from '../attempt.ts';
import { chunkedText, contentLength } from '../http-text.ts';
import { takesBody } from '../row-kinds.ts';
import type { RowKind } from '../row-kinds.ts';

interface Message {
  name: string;
  row: string;
  expects: Expectation;
  write: (draft: Draft, row: RowKind) => string;
}

/** Messages whose meaning must not depend on where the network splits them. */
const MESSAGES: readonly Message[] = [
  { name: 'a read', row: 'proxied', expects: 'served', write: (draft) => draft.rightRequest() },
  {
    name: 'two cached reads',
    row: 'cached-call',
    expects: 'served',
    write: (draft) => draft.rightRequest() + draft.rightRequest(),
  },
  {
    name: 'chunks with extensions and trailers',
    row: 'proxied-write',
    expects: 'served',
    write: (draft, row) =>
      draft.request({
        headers: [...row.headers, 'transfer-encoding: chunked'],
        body: chunkedText([...row.body], { extension: ';a="b"', trailers: ['x-a: b'] }),
      }),
  },
  { name: 'a form', row: 'upload', expects: 'served', write: (draft) => draft.rightRequest() },
  {
    name: 'a body without a meaning',
    row: 'proxied',
    expects: 'rejected',
    write: (draft, row) => {
      const body = draft.smuggled();
      return draft.request({ headers: [...row.headers, contentLength(body), 'connection: content-length'], body });
    },
  },
  {
    name: 'two framings',
    row: 'proxied-write',
    expects: 'rejected',
    write: (draft, row) => {
      const body = `0\r\n\r\n${draft.smuggled()}`;
      return draft.request({ headers: [...row.headers, contentLength(body), 'transfer-encoding: chunked'], body });
    },
  },
  {
    name: 'a malformed chunk',
    row: 'upload',
    expects: 'rejected',
    write: (draft, row) =>
      draft.request({
        headers: [...row.headers, 'transfer-encoding: chunked'],
        body: `5\r\nhello\r\nzz\r\n${draft.smuggled()}`,
      }),
  },
];

/** Text of the length of the prefix of an attempt's ids. */
const SAMPLE = 'x'.repeat(UNIQUE_LENGTH);

/** Creates each message split at each of its bytes, and sent byte by byte. */
export const createSegments = (rows: readonly RowKind[]): TrickClass => ({
  name: 'segment',
  tricks: MESSAGES.flatMap(({ name, row: rowName, expects, write }) => {
    const sample = rows.find((row) => row.name === rowName);
    if (!sample) throw new Error(`no row is named ${rowName}`);
    const { length } = write(createDraft(sample, SAMPLE), sample);
    const on = (row: RowKind) => row.name === rowName;
    return [
      ...Array.from({ length: length - 1 }, (_, index): Trick => ({
        name: `${name}, cut after ${index + 1} bytes`,
        on,
        attempt: (draft, row) => {
          const text = write(draft, row);
          return { segments: [text.slice(0, index + 1), text.slice(index + 1)], expects };
        },
      })),
      {
        name: `${name}, byte by byte`,
        on,
        attempt: (draft, row) => ({ segments: [...write(draft, row)], expects }),
      } satisfies Trick,
    ];
  }),
});

/** Positions in a request at which a client disconnects; after the complete request it sends another one. */
const PARTS: Readonly<Record<string, (text: string) => string>> = {
  'at once': () => '',
  'in the method': (text) => text.slice(0, 2),
  'in the target': (text) => text.slice(0, text.indexOf(' ') + 3),
  'after the request line': (text) => text.slice(0, text.indexOf('\r\n') + 2),
  'in the fields': (text) => text.slice(0, text.indexOf('\r\n\r\n') - 5),
  'before the empty line': (text) => text.slice(0, text.indexOf('\r\n\r\n') + 2),
  'after the fields': (text) => text.slice(0, text.indexOf('\r\n\r\n') + 4),
  'before the last byte': (text) => text.slice(0, -1),
  'after the request': (text) => text,
};

const leaving = (leavesBy: NonNullable<Attempt['leavesBy']>): readonly Trick[] => [
  ...Object.entries(PARTS).map(([name, part]): Trick => ({
    name: `${leavesBy} ${name}`,
    attempt: (draft) => ({ segments: [part(draft.rightRequest())], expects: 'consistent', leavesBy }),
  })),
  {
    name: `${leavesBy} after two requests and a half`,
    attempt: (draft, row) => ({
      segments: [draft.rightRequest() + draft.rightRequest() + PARTS['in the fields']?.(draft.rightRequest(row))],
      expects: 'consistent',
      leavesBy,
    }),
  },
  ...['1\r\nx', '5\r\nhello\r\n', '5\r\nhello\r\n0\r\n', 'ffff\r\nx'].map((part): Trick => ({
    name: `${leavesBy} in the chunk ${part}`,
    on: takesBody,
    attempt: (draft, row) => ({
      segments: [draft.request({ headers: [...row.headers, 'transfer-encoding: chunked'], body: part })],
      expects: 'consistent',
      leavesBy,
    }),
  })),
  ...['range: bytes=0-0', 'if-none-match: "x"', 'content-length: 50'].map((line): Trick => ({
    name: `${leavesBy} after a request with ${line}`,
    on: (row) => !takesBody(row),
    attempt: (draft, row) => ({
      segments: [draft.request({ headers: [...row.headers, line] })],
      expects: 'consistent',
      leavesBy,
    }),
  })),
];

export const earlyEnds: TrickClass = { name: 'early-end', tricks: [...leaving('fin'), ...leaving('reset')] };
