import type { Exchange } from '../../src/pipeline.ts';
import type { Row } from '../../src/routes.ts';
import { createMatch } from '../../src/steps/match.ts';
import { reject, ROW, serveSteps } from './serve-steps.ts';

const rows: readonly Row[] = [
  ROW,
  { ...ROW, path: '/api/models/:slug', isLowerCase: true },
  { ...ROW, path: '/assets/*', methods: ['GET', 'HEAD'] },
];

describe('match', () => {
  let forwarded: Exchange[];
  const serve = () => {
    forwarded = [];
    const forward = async (exchange: Exchange) => {
      forwarded.push(exchange);
      exchange.response.end();
    };
    return serveSteps([createMatch({ rows, reject, forward })]);
  };

  test('forwards a request with the row of its path', async () => {
    const { url } = await serve();
    await fetch(`${url}/api/models/nina`);
    expect(forwarded).toMatchObject([{ path: '/api/models/nina', row: { path: '/api/models/:slug' } }]);
  });

  test('redirects to lower case where the row requires it', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/api/models/Nina?a=1`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([301, '/api/models/nina?a=1']);
  });

  test('rejects a path without a row with 404, and a method that its row does not take with 405', async () => {
    const { url } = await serve();
    expect((await fetch(`${url}/api/unknown`)).status).toBe(404);
    const response = await fetch(`${url}/assets/a.js`, { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(forwarded).toEqual([]);
  });
});
