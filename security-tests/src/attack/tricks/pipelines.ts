import type { Draft, Trick, TrickClass } from '../attempt.ts';
import { chunkedText, contentLength } from '../http-text.ts';
import { takesBody } from '../row-kinds.ts';
import type { RowKind } from '../row-kinds.ts';

const isPlain = (row: RowKind): boolean => !takesBody(row) && !row.isEndless;

/** Requests after which a connection must not be used further. */
const MALFORMED: Readonly<Record<string, (draft: Draft, row: RowKind) => string>> = {
  'a body without a meaning': (draft, row) => {
    const body = draft.smuggled();
    return draft.request({ method: 'GET', headers: [...row.headers, contentLength(body)], body });
  },
  'two framings': (draft, row) =>
    draft.request({
      method: 'POST',
      headers: [...row.headers, 'content-length: 5', 'transfer-encoding: chunked'],
      body: '0\r\n\r\n',
    }),
  'a malformed length': (draft, row) =>
    draft.request({ method: 'POST', headers: [...row.headers, 'content-length: +2'], body: '{}' }),
  'a malformed target': (draft, row) =>
    draft.request({ method: 'GET', target: `${row.target('absent')}\\x`, headers: row.headers }),
  'an absolute target': (draft, row) =>
    draft.request({ method: 'GET', target: `http://evil.example${row.target('absent')}`, headers: row.headers }),
  'two hosts': (draft, row) => draft.request({ method: 'GET', headers: [...row.headers, 'host: evil.example'] }),
  'no request': (draft) => `\0\0\r\n\r\n${draft.smuggled()}`,
  'a malformed field': (draft, row) => draft.request({ method: 'GET', headers: [...row.headers, 'no-colon'] }),
};

/** Sequences of valid and malformed requests on one connection. */
export const createPipelines = (rows: readonly RowKind[]): TrickClass => ({
  name: 'pipeline',
  tricks: [
    ...rows.map((next): Trick => ({
      name: `before ${next.name}`,
      on: (row) => !row.isEndless,
      attempt: (draft, row) => ({ segments: [draft.rightRequest(row) + draft.rightRequest(next)], expects: 'served' }),
    })),
    ...rows.filter(isPlain).map((next): Trick => ({
      name: `HEAD before GET of ${next.name}`,
      on: isPlain,
      attempt: (draft, row) => ({
        segments: [
          draft.request({ method: 'HEAD', headers: row.headers }) +
            draft.request({ row: next, method: 'GET', headers: next.headers }) +
            draft.request({ method: 'HEAD', headers: row.headers }),
        ],
        expects: 'served',
      }),
    })),
    {
      name: 'thirty requests',
      on: (row) => !row.isEndless,
      attempt: (draft) => ({
        segments: [Array.from({ length: 30 }, () => draft.rightRequest()).join('')],
        expects: 'served',
      }),
    },
    {
      name: 'every row',
      on: isPlain,
      attempt: (draft, row) => ({
        segments: [
          [row, ...rows.filter(({ isEndless }) => !isEndless), row].map((one) => draft.rightRequest(one)).join(''),
        ],
        expects: 'served',
      }),
    },
    {
      name: 'a request after an event stream',
      on: (row) => row.isEndless === true,
      attempt: (draft) => ({ segments: [draft.rightRequest() + draft.smuggled()], expects: 'served' }),
    },
    ...['close', 'Close', 'close, x', 'keep-alive, close'].map((value): Trick => ({
      name: `a request after connection: ${value}`,
      on: (row) => !row.isEndless,
      attempt: (draft) => ({
        segments: [draft.rightRequest() + draft.rightRequest(undefined, [`connection: ${value}`]) + draft.smuggled()],
        expects: 'served',
      }),
    })),
    {
      name: 'chunks and lengths in turn',
      on: takesBody,
      attempt: (draft, row) => ({
        segments: [
          [0, 1, 2]
            .map(
              () =>
                draft.rightRequest() +
                draft.request({
                  headers: [...row.headers, 'transfer-encoding: chunked'],
                  body: chunkedText([...row.body]),
                }),
            )
            .join(''),
        ],
        expects: 'served',
      }),
    },
    ...Object.entries(MALFORMED).flatMap(([name, write]) =>
      [0, 1, 3].map((before): Trick => ({
        name: `${name} after ${before} requests`,
        on: (row) => !row.isEndless || before === 0,
        attempt: (draft, row) => ({
          segments: [
            Array.from({ length: before }, () => draft.rightRequest()).join('') +
              write(draft, row) +
              draft.smuggled() +
              draft.smuggled(),
          ],
          expects: before === 0 ? 'rejected' : 'consistent',
        }),
      })),
    ),
  ],
});
