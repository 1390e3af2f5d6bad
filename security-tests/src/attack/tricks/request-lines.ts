import type { Trick, TrickClass } from '../attempt.ts';
import { takesBody } from '../row-kinds.ts';
import type { RowKind } from '../row-kinds.ts';

const isRead = (row: RowKind): boolean => !takesBody(row);

/** Targets other than the origin form; `PATH` stands for the row's path. */
const TARGETS = [
  'http://localhostPATH',
  'http://evil.examplePATH',
  'https://evil.examplePATH',
  'HTTP://evil.examplePATH',
  'http://localhost:80PATH',
  'http://PATH',
  'http:PATH',
  'http:/PATH',
  'http:///PATH',
  'http://user:secret@localhostPATH',
  'http://[::1]PATH',
  '//evil.examplePATH',
  '///evil.examplePATH',
  '//PATH',
  '/\\evil.examplePATH',
  '\\PATH',
  '\\\\evil.examplePATH',
  'localhostPATH',
  'evil.example:443',
  'localhost:80',
  '*',
  '*PATH',
  '@evil.examplePATH',
  '.PATH',
  '..PATH',
  '?PATH',
  '#PATH',
  'file://PATH',
  'ftp://evil.examplePATH',
  'ws://evil.examplePATH',
  'javascript:PATH',
  'unix:/run/x.sock:PATH',
  '%2fPATH',
  '%68ttp://evil.examplePATH',
  '/http://evil.examplePATH',
  'http://evil.example\\@localhostPATH',
  'http://evil.example#@localhostPATH',
  'http://evil.example?PATH',
];
const VERSIONS = [
  'HTTP/0.9',
  'HTTP/1.2',
  'HTTP/1.9',
  'HTTP/2',
  'HTTP/2.0',
  'HTTP/3.0',
  'HTTP/0.0',
  'HTTP/9.9',
  'http/1.1',
  'Http/1.1',
  'HTTP/1.10',
  'HTTP/01.1',
  'HTTP/1.01',
  'HTTP/11',
  'HTTP/1',
  'HTTP/',
  'HTTP',
  'HTTP/1.1x',
  'HTTP/1.1 ',
  'HTTP/1.1\t',
  'HTTP/1,1',
  'HTTP/-1.1',
  'HTTP/1.-1',
  'HTTP/1. 1',
  'HTTP /1.1',
  'HTTPS/1.1',
  'XTTP/1.1',
  'HTTP/1.1 HTTP/1.1',
  'HTTP/1.1\0',
  '\0HTTP/1.1',
  'HTTP/4294967297.1',
  'HTTP/1.1\x0b',
];
const UNKNOWN_METHODS = [
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'PROPPATCH',
  'MKCOL',
  'COPY',
  'MOVE',
  'LOCK',
  'UNLOCK',
  'PURGE',
  'SEARCH',
  'M-SEARCH',
  'NOTIFY',
  'SUBSCRIBE',
  'LINK',
  'UNLINK',
  'QUERY',
  'REPORT',
  'SOURCE',
  'BIND',
  'ACL',
  'PRI',
  'TRACK',
  'DEBUG',
  'INVOKE',
];
const MALFORMED_METHODS = [
  'get',
  'Get',
  'gET',
  'post',
  'GETT',
  'GE',
  'G',
  'G ET',
  'GET\0',
  '\0GET',
  'GET\t',
  '\tGET',
  ' GET',
  'GET/',
  '"GET"',
  '{GET}',
  'G=":<>(e),[T];?"',
  '',
  '-',
  '\x80GET',
  'GET\x85',
  'GET\xa0',
  'G\xcb\xa0T',
  'GET:',
  'GET,POST',
  'GET\x0b',
  'GET\r',
  'GET\n',
  '1',
  `${'A'.repeat(300)}`,
  'HTTP/1.1',
  '%47ET',
];
const SEPARATORS = ['\t', '\x0b', '\x0c', '\r', '\n', '\0', '\xa0', '\x85', ' \t', '\r\n', '\r\n '];
const BEFORE_THE_LINE = [
  ' ',
  '\t',
  '\0',
  '\r\n ',
  '\x0b',
  '\xef\xbb\xbf',
  'X\r\n',
  ': a\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
];

const rejected = (
  name: string,
  line: (path: string) => { method?: string; target?: string; version?: string },
  on?: Trick['on'],
): Trick => ({
  name,
  ...(on && { on }),
  attempt: (draft, row) => ({
    segments: [draft.request({ headers: [], ...line(row.target('absent')) }) + draft.smuggled()],
    expects: 'rejected',
  }),
});

export const targetForms: TrickClass = {
  name: 'target-form',
  tricks: [
    ...TARGETS.flatMap((form) =>
      ['GET', 'HEAD', 'OPTIONS'].map((method) =>
        rejected(`${method} ${form}`, (path) => ({ method, target: form.replace('PATH', path) }), isRead),
      ),
    ),
    ...['CONNECT evil.example:443', 'CONNECT /', 'CONNECT localhost:5672', 'OPTIONS *', 'TRACE *', 'PRI *'].map(
      (line) => {
        const [method = '', target = ''] = line.split(' ');
        return {
          name: line,
          on: ({ name }: RowKind) => name === 'own',
          attempt: (draft) => ({
            segments: [draft.request({ method, target }) + draft.smuggled()],
            expects: 'consistent',
            statuses: [400, 405],
          }),
        } satisfies Trick;
      },
    ),
    {
      name: 'another host in Host',
      on: (row) => !row.isEndless,
      attempt: (draft, row) => ({
        segments: [
          draft.request({
            host: 'evil.example',
            headers: [...row.headers, ...(takesBody(row) ? [`content-length: ${row.body.length}`] : [])],
            body: row.body,
          }) + draft.rightRequest(),
        ],
        expects: 'served',
      }),
    },
    ...['', ' ', 'a b', 'a/b', 'a\0', 'localhost, evil.example', 'localhost:80:80', 'evil.example#', '@'].map(
      (host): Trick => ({
        name: `host: ${host}`,
        on: isRead,
        attempt: (draft, row) => ({ segments: [draft.request({ host, headers: row.headers })], expects: 'consistent' }),
      }),
    ),
    {
      name: 'two hosts',
      attempt: (draft, row) => ({
        segments: [draft.request({ headers: [...row.headers, 'host: evil.example'] }) + draft.smuggled()],
        expects: 'rejected',
      }),
    },
    {
      name: 'the same host twice',
      attempt: (draft, row) => ({
        segments: [draft.request({ headers: [...row.headers, 'host: localhost'] }) + draft.smuggled()],
        expects: 'rejected',
      }),
    },
    {
      name: 'no host',
      attempt: (draft, row) => ({
        segments: [draft.request({ host: null, headers: row.headers }) + draft.smuggled()],
        expects: 'rejected',
      }),
    },
    {
      name: 'a host with a space before the colon',
      attempt: (draft, row) => ({
        segments: [draft.request({ host: null, headers: ['host : localhost', ...row.headers] }) + draft.smuggled()],
        expects: 'rejected',
      }),
    },
    {
      name: 'a folded host',
      attempt: (draft, row) => ({
        segments: [draft.request({ host: null, headers: ['host:\r\n localhost', ...row.headers] }) + draft.smuggled()],
        expects: 'rejected',
      }),
    },
  ],
};

export const versions: TrickClass = {
  name: 'http-version',
  tricks: [
    // Node's parser accepts these protocols of the same syntax and treats them as HTTP/1.0.
    ...['RTSP/1.0', 'ICE/1.0'].map((version): Trick => ({
      name: version,
      on: isRead,
      attempt: (draft, row) => ({
        segments: [draft.request({ version, headers: row.headers }) + draft.smuggled()],
        expects: 'consistent',
      }),
    })),
    ...VERSIONS.map((version) => rejected(version, () => ({ version }), isRead)),
    {
      name: 'a request line without a version',
      on: isRead,
      attempt: (draft, row) => ({
        segments: [`GET ${row.target('absent')}\r\n\r\n`, draft.smuggled()],
        expects: 'rejected',
      }),
    },
    {
      name: 'a request line without a version, with fields',
      on: isRead,
      attempt: (draft, row) => ({
        segments: [`GET ${row.target('absent')}\r\nhost: localhost\r\n\r\n${draft.smuggled()}`],
        expects: 'rejected',
      }),
    },
    {
      name: 'the preface of HTTP/2',
      on: ({ name }) => name === 'own',
      attempt: (draft) => ({
        segments: [`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0${draft.smuggled()}`],
        expects: 'rejected',
      }),
    },
    {
      name: 'HTTP/1.0',
      on: (row) => isRead(row) && !row.isEndless,
      attempt: (draft, row) => ({
        segments: [draft.request({ version: 'HTTP/1.0', headers: row.headers }) + draft.smuggled()],
        expects: 'served',
      }),
    },
    {
      name: 'HTTP/1.0 without a host',
      on: (row) => isRead(row) && !row.isEndless,
      attempt: (draft, row) => ({
        segments: [draft.request({ version: 'HTTP/1.0', host: null, headers: row.headers }) + draft.smuggled()],
        expects: 'served',
      }),
    },
    {
      name: 'HTTP/1.0 that requests keep-alive',
      on: (row) => isRead(row) && !row.isEndless,
      attempt: (draft, row) => ({
        segments: [draft.request({ version: 'HTTP/1.0', headers: [...row.headers, 'connection: keep-alive'] })],
        expects: 'served',
      }),
    },
  ],
};

export const methods: TrickClass = {
  name: 'method',
  tricks: [
    ...UNKNOWN_METHODS.map((method): Trick => ({
      name: method,
      attempt: (draft, row) => ({
        segments: [draft.request({ method, headers: row.headers })],
        expects: 'consistent',
        statuses: [400, 405],
      }),
    })),
    ...MALFORMED_METHODS.map((method) => rejected(method.slice(0, 20), () => ({ method }), isRead)),
    ...['POST', 'PUT', 'PATCH'].map((method): Trick => ({
      name: `${method} on a row of reads`,
      on: isRead,
      attempt: (draft, row) => ({
        segments: [
          draft.request({ method, headers: [...row.headers, 'content-length: 2'], body: '{}' }) + draft.rightRequest(),
        ],
        expects: 'consistent',
        statuses: [405, 401, 404, row.status],
      }),
    })),
    ...SEPARATORS.flatMap((separator): Trick[] => [
      {
        name: `${separator} after the method`,
        on: isRead,
        attempt: (draft, row) => ({
          segments: [`GET${separator}${row.target('absent')} HTTP/1.1\r\nhost: localhost\r\n\r\n${draft.smuggled()}`],
          expects: 'rejected',
        }),
      },
      {
        name: `${separator} before the version`,
        on: isRead,
        attempt: (draft, row) => ({
          segments: [`GET ${row.target('absent')}${separator}HTTP/1.1\r\nhost: localhost\r\n\r\n${draft.smuggled()}`],
          expects: 'rejected',
        }),
      },
    ]),
    ...BEFORE_THE_LINE.map((before): Trick => ({
      name: `${before} before the request line`,
      on: isRead,
      attempt: (draft) => ({ segments: [before + draft.smuggled() + draft.smuggled()], expects: 'rejected' }),
    })),
    // A parser may split a request line on any whitespace (RFC 9112, section 3) and skip empty lines before it (section 2.2).
    ...['GET  ', 'GET   '].map((method): Trick => ({
      name: `${method.length - 3} spaces after the method`,
      on: isRead,
      attempt: (draft) => ({
        segments: [draft.rightRequest().replace('GET ', method) + draft.rightRequest()],
        expects: 'consistent',
      }),
    })),
    {
      name: 'two spaces before the version',
      on: isRead,
      attempt: (draft) => ({
        segments: [draft.rightRequest().replace(' HTTP/1.1', '  HTTP/1.1') + draft.rightRequest()],
        expects: 'consistent',
      }),
    },
    ...['\r', '\n', '\r\r\n'].map((before): Trick => ({
      name: `${before} before the request line`,
      on: isRead,
      attempt: (draft) => ({ segments: [before + draft.rightRequest() + draft.rightRequest()], expects: 'consistent' }),
    })),
    ...['\r\n', '\r\n\r\n', '\r\n'.repeat(20)].map((before): Trick => ({
      name: `${before.length / 2} empty lines before the request line`,
      on: isRead,
      attempt: (draft) => ({ segments: [before + draft.rightRequest()], expects: 'served' }),
    })),
  ],
};
