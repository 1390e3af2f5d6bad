import { createNormalise } from '../../src/steps/normalise.ts';
import { reject, serveSteps } from './serve-steps.ts';

describe('normalise', () => {
  test('passes a canonical request with its path and query', async () => {
    const { url, passed } = await serveSteps([createNormalise(reject)]);
    await fetch(`${url}/nina?sub1=a`);
    expect(passed).toMatchObject([{ path: '/nina', query: '?sub1=a' }]);
  });

  test.each([
    ['GET', 301],
    ['POST', 308],
  ])('redirects %s of another spelling of a path with %d', async (method, status) => {
    const { url, passed } = await serveSteps([createNormalise(reject)]);
    const response = await fetch(`${url}/nin%61/?v=1`, { method, redirect: 'manual' });
    expect([response.status, response.headers.get('location'), passed]).toEqual([status, '/nina?v=1', []]);
  });

  test.each([
    ['an encoded slash', 'GET', '/a%2Fb', 400],
    ['an unknown method', 'PROPFIND', '/nina', 405],
  ])('rejects %s', async (_what, method, path, status) => {
    const { url, passed } = await serveSteps([createNormalise(reject)]);
    expect([(await fetch(url + path, { method })).status, passed]).toEqual([status, []]);
  });
});
