import type { ServerResponse } from 'node:http';
import { createLogger } from 'service-kit/logger';
import { eventually } from 'testing/eventually';
import { ROWS } from '../src/routes.ts';
import { ping, start } from './start-gateway.ts';

interface Line {
  method: string;
  route: string;
  status: number;
  cached?: boolean;
}

const startLogged = async (...[services, options]: Parameters<typeof start>) => {
  const texts: string[] = [];
  const logger = createLogger('gateway', 'info', { write: (text: string) => void texts.push(text) });
  const { url } = await start(services, { ...options, logger });
  return {
    url,
    texts,
    /** Returns method, route and status of each logged request. */
    requests: () =>
      texts
        .map((text) => JSON.parse(text) as Line & { msg: string })
        .filter(({ msg }) => msg === 'request')
        .map(({ method, route, status }) => [method, route, status]),
  };
};

const PERSON = 'claire-duval';

test.each([
  ['a forwarded call', 'POST', '/api/auth/login', '/api/auth/login', 200],
  ['a page of a model', 'GET', `/${PERSON}`, '/:modelSlug', 200],
  ['a malformed target', 'GET', `/${PERSON}/%00`, 'none', 400],
  ['an unknown call', 'GET', `/api/unknown/${PERSON}`, 'none', 404],
  ['a method that a path does not have', 'DELETE', `/remotes`, 'none', 405],
  ['another spelling of a path', 'GET', `/${PERSON}/`, 'none', 301],
  ['a path in upper case', 'GET', `/${PERSON.toUpperCase()}`, 'none', 301],
  ['a route of the gateway', 'GET', '/health/live', '/health/live', 200],
  ['another method of one', 'POST', '/health/live', '/health/live', 405],
] as const)(
  'the access log has one line for %s, without what a person has given',
  async (_what, method, path, route, status) => {
    const { url, texts, requests } = await startLogged({ identity: ping(), shell: ping() });
    const response = await fetch(`${url}${path}?sub1=${PERSON}`, { method, redirect: 'manual' });
    await response.text();
    await eventually(() => requests().length > 0, 'the line');
    expect([response.status, requests()]).toEqual([status, [[method, route, status]]]);
    expect(texts.join('').toLowerCase()).not.toContain(PERSON);
    expect(JSON.parse(texts.at(-1) ?? '')).toMatchObject({ requestId: expect.any(String), ms: expect.any(Number) });
  },
);

test('the access log has one line for a request that is shed', async () => {
  const waiting: ServerResponse[] = [];
  const { url, requests } = await startLogged(
    { billing: (_request, response) => void waiting.push(response) },
    { rows: ROWS.map((row) => (row.path === '/api/subscription' ? { ...row, inFlight: 1, waiting: 0 } : row)) },
  );
  const first = fetch(`${url}/api/subscription`);
  await eventually(() => waiting.length === 1, 'the first request');
  expect((await fetch(`${url}/api/subscription`)).status).toBe(503);
  await eventually(() => requests().length === 1, 'the line');
  expect(requests()).toEqual([['GET', '/api/subscription', 503]]);
  waiting[0]?.end();
  await (await first).text();
});

test('the access log has one of 100 responses from the cache', async () => {
  const { url, requests } = await startLogged({ catalogue: ping() });
  for (let count = 0; count < 201; count += 1) await (await fetch(`${url}/api/models`)).text();
  await eventually(() => requests().length >= 3, 'the lines');
  expect(requests()).toEqual([
    ['GET', '/api/models', 200],
    ['GET', undefined, 200],
    ['GET', undefined, 200],
  ]);
});
