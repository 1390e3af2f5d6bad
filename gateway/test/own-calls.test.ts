import { createEvent } from 'service-kit/outbox';
import { createGatewayMetrics } from '../src/metrics.ts';
import { ROWS } from '../src/routes.ts';
import { model, ping, start } from './start-gateway.ts';

test('When a live starts, then those who listen are told', async () => {
  const { url, gateway } = await start({});
  const stream = await fetch(`${url}/api/live`);
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader.read()).value ?? '';
  await gateway.listeners['live.started']?.(createEvent('live.started', { id: model.id, slug: 'nina', until: null }, 1));
  while (!text.includes('data:')) text += (await reader.read()).value ?? '';
  expect(text).toContain('event: live\ndata: {"slug":"nina","isLive":true,"until":null}');
  await reader.cancel();
});

test('When the document is asked for, then it holds every call, and its page needs no script', async () => {
  const { url } = await start({});
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as { paths: Record<string, Record<string, unknown>> };
  expect(Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length).toBeGreaterThanOrEqual(29);
  const page = await (await fetch(`${url}/api/docs`)).text();
  expect(page).toContain('/api/affiliates/{slug}/verify');
  expect(page).not.toContain('<script');
});

test('When requests come, then they count by row, kept answers apart, and nobody outside sees the figures', async () => {
  const metrics = createGatewayMetrics();
  const { url } = await start({ catalogue: ping(), shell: (_request, response) => void response.writeHead(404).end() }, { metrics });
  await (await fetch(`${url}/api/models/nina`)).text();
  await (await fetch(`${url}/api/models/nina`)).text();
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  const text = await metrics.registry.metrics();
  expect(text).toContain('http_request_duration_seconds_count{process="gateway",method="GET",route="/api/models/:slug",status="200"} 1');
  expect(text).toContain('gateway_kept_answers_total{process="gateway"} 1');
  expect(text).not.toContain('nina');
});

test('When nothing has failed yet, then the failures of what is promised count 0: the first ones are growth', async () => {
  const text = await createGatewayMetrics().registry.metrics();
  for (const route of ['/api/auth/check-payment', '/api/subscription', '/api/postbacks/*']) {
    expect(ROWS.map(({ path }) => path)).toContain(route);
    for (const status of [500, 502, 503, 504]) expect(text).toContain(`http_request_duration_seconds_count{process="gateway",method="GET",route="${route}",status="${status}"} 0`);
  }
});
