import { ROWS } from '../../src/routes.ts';
import { createLimit } from '../../src/steps/limit.ts';
import { reject, ROW, serveSteps } from './serve-steps.ts';

describe('limit', () => {
  const statusesOf = async (url: string) => {
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await fetch(url)).status);
    return statuses;
  };

  test('rejects what exceeds the limit of the row with 429 and the time to wait', async () => {
    const { url, passed } = await serveSteps([createLimit({ factor: 1, reject })], { ...ROW, requestsPerMinute: 2 });
    expect([await statusesOf(url), passed.length]).toEqual([[200, 200, 429], 2]);
    expect(Number((await fetch(url)).headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('multiplies the limit by the factor', async () => {
    const { url } = await serveSteps([createLimit({ factor: 2, reject })], { ...ROW, requestsPerMinute: 1 });
    expect(await statusesOf(url)).toEqual([200, 200, 429]);
  });

  test('counts a row with a key of its own apart from others of its target', async () => {
    const limit = createLimit({ factor: 1, reject });
    const shared = await serveSteps([limit], { ...ROW, requestsPerMinute: 2 });
    const other = await serveSteps([limit], { ...ROW, requestsPerMinute: 2 });
    const own = await serveSteps([limit], { ...ROW, requestsPerMinute: 2, limitKey: 'postbacks' });
    expect(await statusesOf(shared.url)).toEqual([200, 200, 429]);
    expect(await statusesOf(other.url)).toEqual([429, 429, 429]);
    expect(await statusesOf(own.url)).toEqual([200, 200, 429]);
  });

  test('counts the postbacks of a partner apart from the visitors of its network', () => {
    const postbacks = ROWS.find(({ path }) => path === '/api/postbacks/*');
    const others = ROWS.filter((row) => row !== postbacks && row.target === postbacks?.target);
    expect(postbacks?.limitKey).toBeDefined();
    expect(others.map(({ limitKey }) => limitKey)).not.toContain(postbacks?.limitKey);
  });
});
