import { createFetch } from '../../src/steps/fetch.ts';
import { UpstreamTimeout } from '../../src/upstream.ts';
import { recover, serveSteps } from './serve-steps.ts';

describe('fetch', () => {
  test('ends with the response of the service', async () => {
    const proxy = createFetch(async ({ response }) => {
      response.writeHead(201).end('created');
    });
    const { url, passed } = await serveSteps([proxy]);
    const response = await fetch(url);
    expect([response.status, await response.text(), passed]).toEqual([201, 'created', []]);
  });

  test('responds with the error of a service that does not respond', async () => {
    const proxy = createFetch(() => Promise.reject(new UpstreamTimeout()));
    const { url } = await serveSteps([recover, proxy]);
    const response = await fetch(url);
    expect([response.status, await response.json()]).toMatchObject([504, { code: 'GATEWAY_TIMEOUT' }]);
  });
});
