import { once } from 'node:events';
import { get } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { eventually } from 'testing/eventually';
import { ROWS } from '../src/routes.ts';
import { ping, start } from './start-gateway.ts';

describe('the gateway', () => {
  test('rejects an address above its rate limit with 429, without a request to the service', async () => {
    const received: IncomingMessage[] = [];
    const { url } = await start({ identity: ping(received) }, { rateLimitFactor: 2 / 600 });
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push(await fetch(`${url}/api/auth/login`, { method: 'POST', body: '{}' }));
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(Number(statuses[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(received).toHaveLength(2);
  });

  test('sheds what exceeds a bulkhead with 503, while cached responses and other rows go on', async () => {
    const waiting: ServerResponse[] = [];
    let full = () => {};
    const isFull = new Promise<void>((resolve) => (full = resolve));
    const { url } = await start(
      {
        catalogue: (request, response) => {
          if (request.headers.authorization === undefined) return void response.end('[]');
          waiting.push(response);
          if (waiting.length === 2) full();
        },
        billing: ping(),
      },
      {
        rows: ROWS.map((row) => (row.path === '/api/models' ? { ...row, inFlight: 2, waiting: 0 } : row)),
        rateLimitFactor: 100,
      },
    );
    const asSubscriber = () => fetch(`${url}/api/models`, { headers: { authorization: 'Bearer a.b.c' } });
    const first = [asSubscriber(), asSubscriber()];
    await isFull;

    const rejected = await asSubscriber();
    expect([rejected.status, rejected.headers.get('retry-after'), await rejected.json()]).toEqual([
      503,
      '1',
      expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }),
    ]);
    expect((await fetch(`${url}/api/models`)).status).toBe(200);
    expect((await fetch(`${url}/api/subscription`)).status).toBe(200);

    waiting.splice(0).forEach((response) => response.end('[]'));
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    const again = asSubscriber();
    await eventually(() => waiting.length > 0);
    waiting[0]?.end('[]');
    expect((await again).status).toBe(200);
  });

  test('lets one address hold a share of the connections for files', async () => {
    const unread: ServerResponse[] = [];
    const { url } = await start({ media: (_request, response) => void unread.push(response) });
    const responses = Array.from({ length: 121 }, () => fetch(`${url}/uploads/originals/film.mp4`));
    expect((await Promise.race(responses)).status).toBe(503);
    await eventually(() => unread.length === 120);
    for (const response of unread) response.end();
    const statuses = (await Promise.all(responses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  });

  test('lets one request wait for the only slot and sheds the next', async () => {
    const waiting: ServerResponse[] = [];
    const { url } = await start(
      { billing: (_request, response) => void waiting.push(response) },
      {
        rows: ROWS.map((row) => (row.path === '/api/subscription' ? { ...row, inFlight: 1, waiting: 1 } : row)),
        rateLimitFactor: 100,
      },
    );
    const send = () => fetch(`${url}/api/subscription`).then(({ status }) => status);
    const responses = [send(), send(), send()];
    expect(await Promise.race(responses)).toBe(503);
    for (let responded = 0; responded < 2; responded += 1) {
      await eventually(() => waiting.length > 0);
      expect(waiting).toHaveLength(1);
      waiting.shift()?.end('{}');
    }
    expect((await Promise.all(responses)).sort()).toEqual([200, 200, 503]);
  });

  test('frees the slot of a client that stops reading its response', async () => {
    let requestCount = 0;
    const { url } = await start(
      {
        catalogue: (_request, response) => {
          requestCount += 1;
          // More than the kernel buffers of both connections hold.
          response.end(requestCount === 1 ? Buffer.alloc(32 * 1024 * 1024) : '[]');
        },
      },
      {
        rows: ROWS.map((row) => (row.path === '/api/models' ? { ...row, inFlight: 1, waiting: 0 } : row)),
        hasCache: false,
        rateLimitFactor: 100,
        idleTimeoutMs: 1_000,
      },
    );
    const slow = get(`${url}/api/models`);
    const [unread] = (await once(slow, 'response')) as [IncomingMessage];
    const ended = once(unread, 'error');
    // A busy machine may exceed the timeout of a poll too.
    const statusOfNext = () =>
      fetch(`${url}/api/models`).then(
        ({ status }) => status,
        () => null,
      );
    expect(await statusOfNext()).not.toBe(200);
    await eventually(async () => (await statusOfNext()) === 200);
    unread.resume();
    await ended;
  });
});
