import type { IncomingMessage, RequestListener } from 'node:http';
import { eventually } from 'testing/eventually';
import { ROWS } from '../src/routes.ts';
import { sendRaw } from './raw-client.ts';
import { start } from './start-gateway.ts';

interface Seen {
  line: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A service that reads every request to its end and names it in its response. */
const recordTo =
  (seen: Seen[]): RequestListener =>
  (request, response) => {
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        const line = `${request.method} ${request.url}`;
        seen.push({ line, headers: request.headers, body: Buffer.concat(parts).toString() });
        const content = JSON.stringify({ line });
        response
          .writeHead(200, {
            'content-type': 'application/json',
            'content-length': content.length,
            'cache-control': 'public, max-age=0, must-revalidate',
          })
          .end(content);
      });
  };

const startRecording = async () => {
  const seen: Seen[] = [];
  const listener = recordTo(seen);
  const { url } = await start({
    identity: listener,
    catalogue: listener,
    media: listener,
    affiliate: listener,
    billing: listener,
    shell: listener,
    'mf-public': listener,
  });
  return { url, seen };
};

const SMUGGLED = 'GET /api/models/smuggled HTTP/1.1\r\nhost: x\r\n\r\n';
const request = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'host: x', ...headers].join('\r\n')}\r\n\r\n`;
const PATHS = [
  '/',
  '/nina',
  '/api/models',
  '/api/subscription',
  '/api/upload/state/nina/x',
  '/api/live',
  '/api/docs',
  '/remotes/public/x.js',
  '/nothing/here/at-all',
];
const METHODS = ['GET', 'HEAD', 'DELETE', 'OPTIONS'];

describe('a body where a method has none', () => {
  const tricks: Record<string, string[]> = {
    'Content-Length named by Connection': [`content-length: ${SMUGGLED.length}`, 'connection: content-length'],
    'Content-Length': [`content-length: ${SMUGGLED.length}`],
    'Content-Length named by Connection among others': [
      `content-length: ${SMUGGLED.length}`,
      'connection: keep-alive, Content-Length',
    ],
    'a chunked body': ['transfer-encoding: chunked'],
    'a chunked body named by Connection': ['transfer-encoding: chunked', 'connection: transfer-encoding'],
  };
  test.each(Object.entries(tricks))('is rejected with 400 and a closed connection: %s', async (_name, headers) => {
    const { url, seen } = await startRecording();
    const body = headers[0]?.startsWith('transfer')
      ? `${SMUGGLED.length.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`
      : SMUGGLED;
    for (const method of METHODS)
      for (const path of PATHS) {
        const responses = await sendRaw(
          url,
          request(`${method} ${path}`, ...headers) + body + request('GET /api/subscription'),
        );
        expect([method, path, responses.map(({ status }) => status)]).toEqual([method, path, [400]]);
        expect(responses[0]?.headers).toMatch(/^connection: close$/im);
      }
    expect(seen).toEqual([]);
  });
});

describe('framing', () => {
  test.each([
    [
      'Content-Length and Transfer-Encoding',
      request('POST /api/auth/login', 'content-length: 4', 'transfer-encoding: chunked'),
      '0\r\n\r\n',
    ],
    [
      'Transfer-Encoding and Content-Length',
      request('POST /api/auth/login', 'transfer-encoding: chunked', 'content-length: 4'),
      '0\r\n\r\n',
    ],
    ['two lengths', request('POST /api/auth/login', 'content-length: 2', 'content-length: 3'), '{}x'],
    ['equal lengths twice', request('POST /api/auth/login', 'content-length: 2', 'content-length: 2'), '{}'],
    ['a list of lengths', request('POST /api/auth/login', 'content-length: 2, 2'), '{}'],
    ['a signed length', request('POST /api/auth/login', 'content-length: +2'), '{}'],
    ['a negative length', request('POST /api/auth/login', 'content-length: -2'), '{}'],
    ['a hexadecimal length', request('POST /api/auth/login', 'content-length: 0x2'), '{}'],
    ['a huge length', request('POST /api/auth/login', 'content-length: 99999999999999999999'), '{}'],
    ['an unknown transfer coding', request('POST /api/auth/login', 'transfer-encoding: xchunked'), '0\r\n\r\n'],
    ['two transfer codings', request('POST /api/auth/login', 'transfer-encoding: gzip, chunked'), '0\r\n\r\n'],
    [
      'chunked twice',
      request('POST /api/auth/login', 'transfer-encoding: chunked', 'transfer-encoding: chunked'),
      '0\r\n\r\n',
    ],
    [
      'chunked before another coding',
      request('POST /api/auth/login', 'transfer-encoding: chunked, identity'),
      '0\r\n\r\n',
    ],
    ['a vertical tab before chunked', request('POST /api/auth/login', 'transfer-encoding: \x0bchunked'), '0\r\n\r\n'],
    ['a space before the colon', request('POST /api/auth/login', 'transfer-encoding : chunked'), '0\r\n\r\n'],
    ['a folded line', request('POST /api/auth/login', 'transfer-encoding:\r\n chunked'), '0\r\n\r\n'],
    ['two hosts', request('GET /api/subscription', 'host: evil.example'), ''],
    ['no host', 'GET /api/subscription HTTP/1.1\r\n\r\n', ''],
    ['a bare line feed in a header', 'GET /api/subscription HTTP/1.1\r\nhost: x\nx-a: b\r\n\r\n', ''],
    ['the absolute form', request('GET http://evil.example/api/subscription'), ''],
    ['the authority form', request('GET evil.example:443'), ''],
    ['the asterisk form', request('OPTIONS *'), ''],
    ['a NUL in a header', request('GET /api/subscription', 'x-a: b\0c'), ''],
    ['HTTP/0.9', 'GET /api/subscription HTTP/0.9\r\nhost: x\r\n\r\n', ''],
    ['HTTP/2.0 as text', 'GET /api/subscription HTTP/2.0\r\nhost: x\r\n\r\n', ''],
    [
      'chunked in HTTP/1.0',
      'POST /api/auth/login HTTP/1.0\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n',
      '0\r\n\r\n',
    ],
  ])('rejects %s and closes the connection', async (_name, head, body) => {
    const { url, seen } = await startRecording();
    const responses = await sendRaw(url, head + body + request('GET /api/subscription'));
    expect(responses.map(({ status }) => status)).toEqual([400]);
    expect(seen).toEqual([]);
  });

  test('passes a chunked body on with its length, without extensions and trailers', async () => {
    const { url, seen } = await startRecording();
    const [response] = await sendRaw(
      url,
      request('POST /api/auth/login', 'transfer-encoding: chunked', 'trailer: x-role', 'connection: close'),
      '2;ext=\r\n{"\r\n',
      '3\r\na":\r\n2\r\n1}\r\n0\r\nx-role: administrator\r\n\r\n',
    );
    expect(response?.status).toBe(200);
    expect(seen).toEqual([
      { line: 'POST /api/auth/login', body: '{"a":1}', headers: expect.objectContaining({ 'content-length': '7' }) },
    ]);
    expect(seen[0]?.headers).not.toHaveProperty('transfer-encoding');
    expect(seen[0]?.headers).not.toHaveProperty('x-role');
  });

  test('responds to pipelined requests in their order, each service seeing only its own', async () => {
    const { url, seen } = await startRecording();
    const login = request('POST /api/auth/login', 'content-length: 2');
    const responses = await sendRaw(
      url,
      `${request('GET /api/models')}${login}{}${request('GET /nina')}${request('GET /api/subscription', 'connection: close')}`,
    );
    expect(responses.map(({ body }) => (JSON.parse(body) as { line: string }).line)).toEqual([
      'GET /api/models',
      'POST /api/auth/login',
      'GET /nina',
      'GET /api/subscription',
    ]);
    expect(seen).toHaveLength(4);
  });

  test('rejects two hosts where the response is cached already', async () => {
    const { url } = await startRecording();
    await fetch(`${url}/api/models`).then((response) => response.text());
    const responses = await sendRaw(url, request('GET /api/models', 'host: evil.example') + request('GET /api/models'));
    expect(responses.map(({ status }) => status)).toEqual([400]);
  });

  test('forwards a pipelined request after the response to the one before it', async () => {
    const seen: Seen[] = [];
    const pending: (() => void)[] = [];
    const { url } = await start({
      identity: (_request, response) => void pending.push(() => response.end('{}')),
      billing: recordTo(seen),
    });
    const responses = sendRaw(
      url,
      `${request('POST /api/auth/login', 'content-length: 2')}{}${request('GET /api/subscription', 'connection: close')}`,
    );
    await eventually(() => pending.length === 1);
    expect(await fetch(`${url}/api/auth/check-payment`).then(({ status }) => status)).toBe(200);
    expect(seen.map(({ line }) => line)).toEqual(['GET /api/auth/check-payment']);
    pending[0]?.();
    expect(await responses).toHaveLength(2);
    expect(seen.map(({ line }) => line)).toEqual(['GET /api/auth/check-payment', 'GET /api/subscription']);
  });

  test.each([
    ['announces the end of its connection', ['connection: close']],
    ['requests another protocol', ['connection: upgrade', 'upgrade: h2c']],
  ])('serves nothing behind a request that %s', async (_name, headers) => {
    const { url, seen } = await startRecording();
    const responses = await sendRaw(
      url,
      request('GET /api/auth/check-payment', ...headers) + request('GET /api/subscription'),
    );
    expect(responses.map(({ status }) => status)).toEqual([200]);
    expect(responses[0]?.headers).toMatch(/^connection: close$/im);
    expect(seen.map(({ line }) => line)).toEqual(['GET /api/auth/check-payment']);
  });

  test('lets Connection remove no field that decides what a request means', async () => {
    const { url, seen } = await startRecording();
    await sendRaw(
      url,
      `${request('POST /api/auth/login', 'content-length: 2', 'authorization: Bearer a.b.c', 'cookie: a=b', 'x-user-role: administrator', 'connection: close, content-length, host, authorization, cookie, x-request-id, x-real-ip')}{}`,
    );
    expect(seen[0]?.headers).toMatchObject({
      'content-length': '2',
      authorization: 'Bearer a.b.c',
      cookie: 'a=b',
      host: 'coulisses.example',
      'x-real-ip': '127.0.0.1',
      'x-request-id': expect.any(String),
    });
    expect(seen[0]?.headers).not.toHaveProperty('x-user-role');
  });

  test.each([
    'x-http-method-override: DELETE',
    'x-forwarded-host: evil.example',
    'x-original-url: /metrics',
    'x-rewrite-url: /metrics',
    'proxy-authorization: Basic x',
    'te: trailers',
    'upgrade: h2c',
    'expect: 100-continue',
    'x-anything: 1',
  ])('passes no %s on', async (header) => {
    const { url, seen } = await startRecording();
    await sendRaw(url, `${request('POST /api/auth/login', header, 'content-length: 2', 'connection: close')}{}`);
    const [name = '', value = ''] = header.split(': ');
    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers[name]).not.toBe(value);
  });

  test.each(['TRACE', 'PROPFIND', 'PURGE', 'SOURCE'])('rejects the method %s with 405', async (method) => {
    const { url, seen } = await startRecording();
    expect((await sendRaw(url, request(`${method} /api/subscription`, 'connection: close')))[0]?.status).toBe(405);
    expect(seen).toEqual([]);
  });
});

describe('the body of a call', () => {
  const withDeadline = (deadlineMs: number) =>
    ROWS.map((row) =>
      row.path === '/api/auth/login'
        ? { ...row, inFlight: 1, waiting: 3, body: { maxBytes: 64 * 1024, deadlineMs } }
        : row,
    );

  test('occupies no slot before it has arrived', async () => {
    const seen: Seen[] = [];
    const { url } = await start({ identity: recordTo(seen) }, { rows: withDeadline(10_000), trustedProxies: 1 });
    const slow = Array.from({ length: 32 }, (_, index) =>
      sendRaw(
        url,
        request('POST /api/auth/login', 'content-length: 20', `x-forwarded-for: 192.0.2.${index}`, 'connection: close'),
        '{"email":',
      ),
    );
    const login = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      body: '{}',
      headers: { 'x-forwarded-for': '198.51.100.1' },
    });
    expect(login.status).toBe(200);
    expect(seen.map(({ body }) => body)).toEqual(['{}']);
    void slow;
  });

  test('is rejected with 408 when it takes too long', async () => {
    const seen: Seen[] = [];
    const { url } = await start({ identity: recordTo(seen) }, { rows: withDeadline(20) });
    const [response] = await sendRaw(
      url,
      request('POST /api/auth/login', 'content-length: 20', 'connection: close'),
      '{"email":',
    );
    expect([response?.status, JSON.parse(response?.body ?? '')]).toEqual([
      408,
      expect.objectContaining({ code: 'REQUEST_TIMEOUT' }),
    ]);
    expect(seen).toEqual([]);
  });

  test.each([
    ['announced', [`content-length: ${64 * 1024 + 1}`], 'x'.repeat(64 * 1024 + 1)],
    ['chunked', ['transfer-encoding: chunked'], `${(70_000).toString(16)}\r\n${'x'.repeat(70_000)}\r\n0\r\n\r\n`],
  ])('is rejected with 413 above 64 KiB: %s', async (_name, headers, body) => {
    const { url, seen } = await startRecording();
    const [response] = await sendRaw(url, request('POST /api/auth/login', ...headers) + body);
    expect(response?.status).toBe(413);
    expect(seen).toEqual([]);
  });

  test('is not sent to the service when its client leaves in the middle', async () => {
    const { url, seen } = await startRecording();
    const { hostname, port } = new URL(url);
    const { connect } = await import('node:net');
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${request('POST /api/auth/login', 'content-length: 20')}{"email":`, () => socket.destroy()),
    );
    await eventually(() => socket.destroyed);
    expect((await fetch(`${url}/api/subscription`)).status).toBe(200);
    expect(seen.map(({ line }) => line)).toEqual(['GET /api/subscription']);
  });
});
