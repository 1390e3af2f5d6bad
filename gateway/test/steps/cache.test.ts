import { createBulkheads } from '../../src/bulkheads.ts';
import type { UpstreamResponse } from '../../src/fetch-upstream.ts';
import { createMicroCache } from '../../src/micro-cache.ts';
import type { Step } from '../../src/pipeline.ts';
import type { Row } from '../../src/routes.ts';
import { createCache } from '../../src/steps/cache.ts';
import { eventually } from 'testing/eventually';
import { recover, ROW, serveSteps } from './serve-steps.ts';

const CACHED: Row = { ...ROW, path: '/api/models', cached: true };
const RESPONSE: UpstreamResponse = {
  status: 200,
  headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=0, must-revalidate' },
  body: Buffer.from('[]'),
};

const serve = async (row = CACHED, response = async () => RESPONSE) => {
  const loads: string[] = [];
  const step = createCache({
    cache: createMicroCache(),
    fetchUpstream: (_row, path) => {
      loads.push(path);
      return response();
    },
    bulkheads: createBulkheads(),
    cacheHit: () => undefined,
  });
  let arrived = 0;
  const count: Step = async (_exchange, next) => {
    arrived += 1;
    return next();
  };
  return { ...(await serveSteps([recover, count, step], row)), loads, arrivals: () => arrived };
};

describe('cache', () => {
  test('loads an anonymous response once for all requests that wait for it', async () => {
    const { promise, resolve } = Promise.withResolvers<UpstreamResponse>();
    const { url, loads, arrivals } = await serve(CACHED, () => promise);
    const responses = [fetch(`${url}/api/models`), fetch(`${url}/api/models?utm=1`)];
    await eventually(() => arrivals() === 2);
    resolve(RESPONSE);
    expect(await Promise.all(responses.map(async (response) => (await response).text()))).toEqual(['[]', '[]']);
    expect(loads).toEqual(['/api/models']);
  });

  test('passes on requests that carry a token, and rows that are not cached', async () => {
    const own = await serve();
    await fetch(`${own.url}/api/models`, { headers: { authorization: 'Bearer a' } });
    const uncached = await serve(ROW);
    await fetch(`${uncached.url}/api/models`);
    expect([own.passed.length, uncached.passed.length, own.loads, uncached.loads]).toEqual([1, 1, [], []]);
  });

  test('responds with 503 where the slots of the row are taken', async () => {
    const { url, loads } = await serve({ ...CACHED, inFlight: 0, waiting: 0 });
    expect([(await fetch(`${url}/api/models`)).status, loads]).toEqual([503, []]);
  });
});
