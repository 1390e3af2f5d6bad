import { createEvent } from 'service-kit/outbox';
import { createGatewayMetrics } from '../src/metrics.ts';
import { ROWS } from '../src/routes.ts';
import { model, ping, start, until } from './start-gateway.ts';

test('sends the start of a live to open event streams', async () => {
  const { url, gateway } = await start({});
  const stream = await fetch(`${url}/api/live`);
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader.read()).value ?? '';
  await gateway.listeners['live.started']?.(
    createEvent('live.started', { id: model.id, slug: 'nina', until: null }, 1),
  );
  while (!text.includes('data:')) text += (await reader.read()).value ?? '';
  expect(text).toContain('event: live\ndata: {"slug":"nina","isLive":true,"until":null}');
  await reader.cancel();
});

test('serves the document of every call and a page without script', async () => {
  const { url } = await start({});
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  expect(Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length).toBeGreaterThanOrEqual(29);
  const page = await (await fetch(`${url}/api/docs`)).text();
  expect(page).toContain('/api/affiliates/{slug}/verify');
  expect(page).not.toContain('<script');
});

test('counts requests by row and cache hits apart, and publishes no metrics', async () => {
  const metrics = createGatewayMetrics();
  const { url } = await start(
    { catalogue: ping(), shell: (_request, response) => void response.writeHead(404).end() },
    { metrics },
  );
  await (await fetch(`${url}/api/models/nina`)).text();
  await (await fetch(`${url}/api/models/nina`)).text();
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  const text = await metrics.registry.metrics();
  expect(text).toContain(
    'http_request_duration_seconds_count{process="gateway",method="GET",route="/api/models/:slug",status="200"} 1',
  );
  expect(text).toContain('gateway_cache_hits_total{process="gateway"} 1');
  expect(text).not.toContain('nina');
});

test('counts the failures of promised routes from 0', async () => {
  const text = await createGatewayMetrics().registry.metrics();
  for (const route of ['/api/auth/check-payment', '/api/subscription', '/api/postbacks/*']) {
    expect(ROWS.map(({ path }) => path)).toContain(route);
    for (const status of [500, 502, 503, 504])
      expect(text).toContain(
        `http_request_duration_seconds_count{process="gateway",method="GET",route="${route}",status="${status}"} 0`,
      );
  }
});

test('limits event streams per address and in total', async () => {
  const { url } = await start({}, { liveStreamLimits: { total: 3, perAddress: 2 }, trustedProxies: 1 });
  const controllers: AbortController[] = [];
  const open = async (address: string) => {
    const controller = new AbortController();
    controllers.push(controller);
    const { status } = await fetch(`${url}/api/live`, {
      headers: { 'x-forwarded-for': address },
      signal: controller.signal,
    });
    return status;
  };
  expect([await open('2001:db8::1'), await open('2001:db8::2'), await open('2001:db8::3')]).toEqual([200, 200, 429]);
  expect([await open('192.0.2.1'), await open('192.0.2.2')]).toEqual([200, 429]);
  controllers[0]?.abort();
  await until(async () => (await open('2001:db8::1')) === 200);
  for (const controller of controllers) controller.abort();
});

test('serves no documentation where it is switched off', async () => {
  const { url } = await start({}, { hasApiDocs: false });
  for (const path of ['/api/docs', '/api/openapi.json', '/api/docs/style.css'])
    expect((await fetch(url + path)).status).toBe(404);
});

test.each(['/health/live', '/api/docs', '/api/nothing', '/nina/', '/%00', '/api/models', '/api/live'])(
  'sends its security headers with its own response to %s',
  async (path) => {
    const { url } = await start({});
    const { headers, body } = await fetch(url + path, { redirect: 'manual' });
    await body?.cancel();
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  },
);
