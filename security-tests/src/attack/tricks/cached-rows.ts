import type { Trick, TrickClass } from '../attempt.ts';
import type { RowKind } from '../row-kinds.ts';

const isCached = ({ name }: RowKind): boolean =>
  ['cached-call', 'cached-page', 'cached-picture', 'uncached-load', 'shared-404'].includes(name);

/** Fields on which a response might depend although they are not part of the cache key. */
const UNKEYED = [
  'x-forwarded-host: evil.example',
  'x-forwarded-proto: gopher',
  'x-forwarded-port: 6666',
  'x-forwarded-prefix: //evil.example',
  'x-forwarded-server: evil.example',
  'forwarded: host=evil.example;proto=gopher',
  'x-host: evil.example',
  'x-original-host: evil.example',
  'x-original-url: //evil.example',
  'x-rewrite-url: /metrics',
  'x-override-url: //evil.example',
  'x-http-method-override: POST',
  'x-http-destinationurl: http://evil.example',
  'host: evil.example',
  'origin: https://evil.example',
  'referer: https://evil.example',
  'cookie: subscriber_view=evil.example',
  'user-agent: evil.example',
  'accept-language: evil.example',
  'accept: text/html',
  'accept: application/json',
  'accept: */*;evil.example',
  'accept: image/webp',
  'via: evil.example',
  'x-real-ip: evil.example',
  'true-client-ip: evil.example',
  'traceparent: evil.example',
  'x-request-id: evil.example',
  'pragma: akamai-x-get-cache-key',
  'cache-control: no-cache',
  'x-cache-key: evil.example',
  'max-forwards: 0',
  'te: trailers',
  'save-data: on',
  'dnt: 1',
  'purpose: prefetch',
];
const CONDITIONS = [
  'if-none-match: *',
  'if-none-match: "x"',
  'if-none-match: W/"x"',
  `if-none-match: ${'"x",'.repeat(1_000)}`,
  'if-match: *',
  'if-match: "x"',
  'if-modified-since: Thu, 01 Jan 1970 00:00:00 GMT',
  'if-modified-since: x',
  'if-unmodified-since: Thu, 01 Jan 1970 00:00:00 GMT',
  'if-range: "x"',
];
const RANGES = [
  'bytes=0-0',
  'bytes=-1',
  'bytes=0-',
  'bytes=9999999999-',
  'bytes=5-2',
  'bytes=0-0,1-1,2-2',
  `bytes=${Array<string>(500).fill('0-').join(',')}`,
  'bytes=',
  'bytes',
  'items=0-1',
  'bytes=a-b',
  'bytes=0-18446744073709551616',
];
const ENCODINGS = [
  'br',
  'gzip',
  'identity',
  'br;q=0',
  'x',
  '*',
  '',
  'gzip, br, deflate, zstd',
  'br\tgzip',
  `${'x,'.repeat(2_000)}br`,
];
const QUERIES = [
  '?',
  '?v=1',
  '?v=2&v=3',
  '?utm_source=x',
  '?_=evil.example',
  '?a[b]=c',
  '?a=1&a=2',
  '?__proto__=x',
  '?limit=1',
  `?${'a=b&'.repeat(500)}`,
  '?%c3%a9',
  '?%ff',
  '?callback=evil.example',
  '?;a=b',
];

const followed = (name: string, lines: readonly string[], statuses?: readonly number[]): Trick => ({
  name,
  on: isCached,
  // The second request has the same key: its response must contain nothing of the first request.
  attempt: (draft, row) => {
    const target = row.target(draft.unique);
    return {
      segments: [draft.request({ target, headers: lines }) + draft.request({ target })],
      expects: statuses ? 'consistent' : 'served',
      ...(statuses && { statuses }),
    };
  },
});

/** Cached responses: the headers of one request must not reach another. */
export const cachedRows: TrickClass = {
  name: 'cached-row',
  tricks: [
    ...UNKEYED.filter((line) => !/^(?:host|x-request-id)/.test(line)).map((line) => followed(line, [line])),
    ...CONDITIONS.map((line) => followed(line, [line], [200, 304, 404, 412])),
    ...RANGES.map((range) => followed(`range: ${range.slice(0, 40)}`, [`range: ${range}`], [200, 206, 404, 416])),
    ...ENCODINGS.map((encoding) =>
      followed(`accept-encoding: ${encoding.slice(0, 40)}`, [`accept-encoding: ${encoding}`], [200, 404]),
    ),
    ...['Bearer a.b.c', 'Bearer', 'Basic YTpi', '', 'x'].map((value) =>
      followed(`authorization: ${value}`, [`authorization: ${value}`], [200, 401, 404]),
    ),
    ...QUERIES.map((query): Trick => ({
      name: `the query ${query.slice(0, 40)}`,
      on: isCached,
      attempt: (draft, row) => ({
        segments: [draft.request({ target: row.target('absent').replace(/\?.*/, '') + query }) + draft.rightRequest()],
        expects: 'consistent',
        statuses: [200, 404],
      }),
    })),
    {
      name: 'HEAD, then GET',
      on: isCached,
      attempt: (draft) => ({ segments: [draft.request({ method: 'HEAD' }), draft.request()], expects: 'served' }),
    },
    {
      name: 'GET, then HEAD, then GET',
      on: isCached,
      attempt: (draft) => ({
        segments: [draft.request() + draft.request({ method: 'HEAD' }) + draft.request()],
        expects: 'served',
      }),
    },
    ...['GET', 'HEAD'].flatMap((method) =>
      [5, 50].map((length): Trick => ({
        name: `${method} with a length of ${length} and no body`,
        on: isCached,
        attempt: (draft) => ({
          segments: [draft.request({ method, headers: [`content-length: ${length}`] })],
          expects: 'consistent',
          leavesBy: 'fin',
        }),
      })),
    ),
  ],
};
