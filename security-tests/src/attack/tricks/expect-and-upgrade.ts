import type { Trick, TrickClass } from '../attempt.ts';
import { contentLength } from '../http-text.ts';
import { takesBody } from '../row-kinds.ts';

const EXPECTATIONS = [
  '100-continue',
  '100-Continue',
  ' 100-continue ',
  '100-continue, 100-continue',
  'x',
  '100-continue, x',
  '100',
  '',
  '200-ok',
  '100-continue\x0b',
  'chunked',
  '100-continue;q=1',
];
const UPGRADES: readonly (readonly string[])[] = [
  ['upgrade: h2c', 'connection: upgrade, http2-settings', 'http2-settings: AAMAAABkAARAAAAAAAIAAAAA'],
  ['upgrade: h2c', 'connection: upgrade'],
  ['upgrade: h2c'],
  ['upgrade: h2c, websocket', 'connection: upgrade'],
  [
    'upgrade: websocket',
    'connection: upgrade',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  ],
  ['upgrade: websocket', 'connection: upgrade', 'sec-websocket-version: 777', 'sec-websocket-key: x'],
  ['upgrade: websocket', 'connection: upgrade'],
  ['upgrade: TLS/1.3', 'connection: upgrade'],
  ['upgrade: HTTP/3.0', 'connection: Upgrade'],
  ['upgrade: ', 'connection: upgrade'],
  ['connection: upgrade'],
  ['upgrade: h2c', 'upgrade: websocket', 'connection: upgrade'],
];
const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00';

export const expectations: TrickClass = {
  name: 'expect',
  tricks: [
    ...EXPECTATIONS.flatMap((value): Trick[] => [
      {
        name: `with a body: ${value}`,
        on: takesBody,
        attempt: (draft, row) => ({
          segments: [
            draft.request({ headers: [...row.headers, `expect: ${value}`, contentLength(row.body)], body: row.body }) +
              draft.rightRequest(),
          ],
          expects: 'consistent',
        }),
      },
      {
        name: `with a body that waits: ${value}`,
        on: takesBody,
        attempt: (draft, row) => ({
          segments: [
            draft.request({ headers: [...row.headers, `expect: ${value}`, contentLength(row.body)] }),
            row.body,
            draft.rightRequest(),
          ],
          expects: 'consistent',
        }),
      },
      {
        name: `without a body: ${value}`,
        on: (row) => !row.isEndless,
        attempt: (draft) => ({
          segments: [
            draft.request({ method: 'GET', headers: [`expect: ${value}`] }) + draft.smuggled({ method: 'FETCH' }),
          ],
          expects: 'consistent',
        }),
      },
      {
        name: `with a body that has no meaning: ${value}`,
        attempt: (draft) => {
          const body = draft.smuggled();
          return {
            segments: [
              draft.request({ method: 'GET', headers: [contentLength(body), `expect: ${value}`] }),
              body + draft.smuggled(),
            ],
            expects: 'rejected',
          };
        },
      },
      {
        name: `content-length: 0 and a request: ${value}`,
        on: takesBody,
        attempt: (draft, row) => ({
          segments: [
            draft.request({ headers: [...row.headers, 'content-length: 0', `expect: ${value}`] }) +
              draft.rightRequest(),
          ],
          expects: 'consistent',
        }),
      },
    ]),
    {
      name: 'HTTP/1.0',
      on: takesBody,
      attempt: (draft, row) => ({
        segments: [
          draft.request({
            version: 'HTTP/1.0',
            headers: [...row.headers, 'expect: 100-continue', contentLength(row.body)],
            body: row.body,
          }) + draft.smuggled(),
        ],
        expects: 'consistent',
      }),
    },
  ],
};

export const upgrades: TrickClass = {
  name: 'upgrade',
  tricks: UPGRADES.flatMap((lines): Trick[] => {
    const name = lines.join(', ');
    return [
      {
        name: `read: ${name}`,
        on: (row) => !row.isEndless && !takesBody(row),
        attempt: (draft) => ({ segments: [draft.request({ headers: lines }) + PREFACE], expects: 'consistent' }),
      },
      {
        name: `read before a request: ${name}`,
        on: (row) => !takesBody(row),
        attempt: (draft, row) => ({
          segments: [draft.request({ headers: [...row.headers, ...lines] }), draft.rightRequest()],
          expects: 'consistent',
        }),
      },
      {
        name: `with a body: ${name}`,
        attempt: (draft, row) => {
          const body = draft.smuggled();
          return {
            segments: [
              draft.request({ method: 'GET', headers: [...row.headers, ...lines, contentLength(body)], body }) +
                draft.smuggled(),
            ],
            expects: 'rejected',
          };
        },
      },
      {
        name: `write: ${name}`,
        on: takesBody,
        attempt: (draft, row) => ({
          segments: [
            draft.request({ headers: [...row.headers, ...lines, contentLength(row.body)], body: row.body }),
            draft.rightRequest(),
          ],
          expects: 'consistent',
        }),
      },
    ];
  }),
};
