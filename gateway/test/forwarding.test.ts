import { request as httpRequest } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ping, start } from './start-gateway.ts';

describe('the gateway', () => {
  test.each([
    ['/api/auth/check-payment', 'billing'],
    ['/api/auth/login', 'identity'],
    ['/api/admin/verify', 'identity'],
    ['/api/models', 'catalogue'],
    ['/api/affiliates/aff-one/models/42', 'catalogue'],
    ['/api/affiliates/aff-one', 'affiliate'],
    ['/api/upload/avatar/nina', 'media'],
    ['/uploads/public/x/1280.webp', 'media'],
    ['/redirect/payment?affiliate=nina', 'billing'],
    ['/api/postbacks/sandbox', 'billing'],
    ['/api/subscription/payments?limit=1', 'billing'],
    ['/api/subscription/payments/x/receipt.pdf', 'billing'],
    ['/nina/live', 'shell'],
    ['/nina/live.ics', 'shell'],
  ] as const)('sends %s to %s', async (path, target) => {
    const { url } = await start({
      [target]: (_request: IncomingMessage, response: ServerResponse) => void response.end(target),
    });
    expect(await (await fetch(url + path)).text()).toBe(target);
  });

  test('requests the path from a remote without its prefix', async () => {
    const { url } = await start({ 'mf-admin': (request, response) => void response.end(request.url) });
    expect(await (await fetch(`${url}/remotes/admin/mf-manifest.json?a=1`)).text()).toBe('/mf-manifest.json?a=1');
  });

  test('requests a built file from further replicas, and responds with 404 where none has it', async () => {
    const file = '/assets/main.0123456789.js';
    const received: string[] = [];
    // Each connection leads to the next replica, as with a Kubernetes service; only the third replica has the file.
    const replicas = new Map<unknown, number>();
    const { url } = await start({
      shell: (request, response) => {
        received.push(request.url ?? '');
        if (!replicas.has(request.socket)) replicas.set(request.socket, replicas.size);
        if (request.url === file && replicas.get(request.socket) === 2)
          response.writeHead(200, { 'content-type': 'text/javascript', etag: '"x"' }).end('new()');
        else response.writeHead(404, { 'content-type': 'text/html' }).end('nothing');
      },
      'mf-admin': (request, response) => void response.end(request.url),
    });
    const result = await fetch(url + file);
    expect([
      result.status,
      result.headers.get('content-type'),
      result.headers.get('etag'),
      await result.text(),
    ]).toEqual([200, 'text/javascript', '"x"', 'new()']);
    expect(received).toEqual([file, file, file]);
    expect((await fetch(`${url}/assets/main.9999999999.js`)).status).toBe(404);
    expect(received).toHaveLength(3 + 4);
    expect((await fetch(`${url}/assets/unnamed.js`)).status).toBe(404);
    expect(received).toHaveLength(3 + 4 + 1);
    expect(await (await fetch(`${url}/remotes/admin/assets/app.0123456789.js`)).text()).toBe(
      '/assets/app.0123456789.js',
    );
  });

  test('names the request of a response, unless the service has left that out of a built file', async () => {
    const { url } = await start({
      shell: ({ url: path, headers }, response) => {
        if (path === '/robots.txt') response.setHeader('x-request-id', headers['x-request-id'] ?? '');
        response.end(path);
      },
    });
    expect((await fetch(`${url}/robots.txt`)).headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    expect((await fetch(`${url}/assets/main.0123456789.js`)).headers.get('x-request-id')).toBeNull();
  });

  test('responds to an unknown call under /api with 404 as JSON, and to a wrong method of its own routes with 405', async () => {
    const { url } = await start({ shell: ping() });
    const unknown = await fetch(`${url}/api/nothing`);
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      {
        error: expect.any(String),
        code: 'NOT_FOUND',
        requestId: unknown.headers.get('x-request-id') ?? expect.any(String),
      },
    ]);
    expect((await fetch(`${url}/api/docs`, { method: 'POST' })).status).toBe(405);
  });

  test('replaces identity headers of the client with its own', async () => {
    const received: IncomingMessage[] = [];
    const { url } = await start({ identity: ping(received) });
    await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      body: '{}',
      headers: {
        'x-forwarded-for': '6.6.6.6',
        'x-user-role': 'administrator',
        'x-real-ip': '6.6.6.6',
        forwarded: 'for=6.6.6.6',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        authorization: 'Bearer a.b.c',
      },
    });
    const headers = received[0]?.headers ?? {};
    expect(headers['x-user-role']).toBeUndefined();
    expect(headers.forwarded).toBeUndefined();
    expect(headers['x-real-ip']).toBe('127.0.0.1');
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(headers['x-forwarded-host']).toBe('coulisses.example');
    expect(headers['x-forwarded-proto']).toBe('https');
    expect(headers.authorization).toBe('Bearer a.b.c');
    expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    expect(headers.traceparent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-(?!b7ad6b7169203331)[0-9a-f]{16}-01$/);
  });

  test('streams an upload to its service before it is complete', async () => {
    let firstByte = () => {};
    const arrived = new Promise<void>((resolve) => (firstByte = resolve));
    const { url } = await start({
      media: (request, response) => {
        request.once('data', firstByte);
        let bytes = 0;
        request.on('data', (part: Buffer) => (bytes += part.length)).on('end', () => response.end(String(bytes)));
      },
    });
    const result = new Promise<string>((resolve) => {
      const upload = httpRequest(
        `${url}/api/upload/photos/nina`,
        { method: 'POST' },
        (response) => void response.on('data', (part: Buffer) => resolve(part.toString())),
      );
      upload.write(Buffer.alloc(64 * 1024));
      void arrived.then(() => upload.end(Buffer.alloc(64 * 1024)));
    });
    expect(await result).toBe(String(128 * 1024));
  });

  test.each([
    '/metrics',
    '/uploads/../metrics',
    '/uploads/..%2fmetrics',
    '/api/auth/..%2f..%2fmetrics',
    '/remotes/public/../metrics',
  ])('forwards no request for metrics at %s', async (path) => {
    const received: string[] = [];
    const listener: RequestListener = (request, response) => {
      received.push(request.url ?? '');
      response.writeHead(404).end();
    };
    const { url } = await start({ identity: listener, media: listener, 'mf-public': listener });
    const { port } = new URL(url);
    await new Promise((resolve) =>
      httpRequest({ host: '127.0.0.1', port, path }, (response) => response.resume().on('end', resolve)).end(),
    );
    expect(received.filter((one) => /^\/metrics/.test(one))).toEqual([]);
  });
});
