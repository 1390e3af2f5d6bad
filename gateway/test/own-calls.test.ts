import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import { createEvent } from 'service-kit/outbox';
import { eventually } from 'testing/eventually';
import { createApiDocs } from '../src/api-docs.ts';
import { createGatewayMetrics } from '../src/metrics.ts';
import { ROWS } from '../src/routes.ts';
import { model, ping, start } from './start-gateway.ts';

const docs = createApiDocs('https://example.org');

describe('the gateway', () => {
  test('sends its clock and the start of a live to open event streams', async () => {
    const { url, gateway } = await start({});
    const stream = await fetch(`${url}/api/live`);
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader.read()).value ?? '';
    await gateway.listeners['live.started']?.(
      createEvent('live.started', { id: model.id, slug: 'nina', until: null }, 1),
    );
    while (!text.includes('event: live')) text += (await reader.read()).value ?? '';
    expect(text).toContain('event: live\ndata: {"slug":"nina","isLive":true,"until":null}');
    const [, clock] = /^retry: \d+\nevent: clock\ndata: (\d+)\n\n/.exec(text) ?? [];
    expect(Math.abs(Date.now() - Number(clock))).toBeLessThan(60_000);
    await reader.cancel();
  });

  test('sends another schedule of a model, which begins and ends no live by itself', async () => {
    const { url, gateway } = await start({});
    const stream = await fetch(`${url}/api/live?models=nina`);
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    const update = (liveRule: string, field: string) =>
      gateway.listeners['model.updated']?.(
        createEvent('model.updated', { ...model, liveRule, changes: [{ field }] }, 2),
      );
    await update('on', 'bio');
    await update('10:00-10:00', 'live_schedule_end');
    await update('on', 'manual_live_override');
    let text = '';
    while (!text.includes('"isLive":true')) text += (await reader.read()).value ?? '';
    expect([...text.matchAll(/event: live\ndata: (.*)/g)].map(([, data = '']) => JSON.parse(data) as unknown)).toEqual([
      { slug: 'nina', isLive: false, until: null },
      { slug: 'nina', isLive: true, until: null },
    ]);
    await reader.cancel();
  });

  test('sends nothing of a model that is hidden', async () => {
    const { url, gateway } = await start({});
    const stream = await fetch(`${url}/api/live`);
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    const update = (slug: string, isHidden: boolean) =>
      gateway.listeners['model.updated']?.(
        createEvent(
          'model.updated',
          { ...model, slug, isHidden, liveRule: 'off', changes: [{ field: 'live_schedule_start' }] },
          2,
        ),
      );
    await update('secret', true);
    await update('nina', false);
    let text = '';
    while (!text.includes('"nina"')) text += (await reader.read()).value ?? '';
    expect(text).not.toContain('secret');
    await reader.cancel();
  });

  test('sends the lives of the models that a stream names, and those of all to a stream that names none', async () => {
    const { url, gateway } = await start({});
    const open = async (query: string) => {
      const stream = await fetch(`${url}/api/live${query}`);
      return stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    };
    const streams = [await open('?models=nina,lola'), await open('?models=lola'), await open('')];
    for (const slug of ['nina', 'mila', 'lola'])
      await gateway.listeners['live.started']?.(createEvent('live.started', { id: model.id, slug, until: null }, 1));
    const slugsOf = async (reader: (typeof streams)[number]) => {
      let text = '';
      while (!text.includes('"lola"')) text += (await reader.read()).value ?? '';
      await reader.cancel();
      return [...text.matchAll(/"slug":"(\w+)"/g)].map(([, slug]) => slug);
    };
    expect(await Promise.all(streams.map(slugsOf))).toEqual([['nina', 'lola'], ['lola'], ['nina', 'mila', 'lola']]);
  });

  test('serves the document of every call and a page without script', async () => {
    const { url } = await start({});
    const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    expect(
      Object.values(document.paths)
        .flatMap((methods) => Object.keys(methods))
        .sort(),
    ).toEqual(
      Object.values(operations)
        .map(({ method }) => method.toLowerCase())
        .sort(),
    );
    const documentation = await fetch(`${url}/api/docs`);
    const page = await documentation.text();
    const style = await (await fetch(`${url}/api/docs/style.css`)).text();
    expect(documentation.headers.get('content-security-policy')).toContain("font-src 'self'");
    for (const [, font] of style.matchAll(/url\('([^']+)'\)/g)) expect((await fetch(url + font)).status).toBe(200);
    expect(style).toContain("font:16px/1.5 'Instrument Sans'");
    for (const { id } of Object.values(operations)) expect(page).toContain(`<article id="${id}"`);
    expect(page).not.toContain('<script');
    // The printed example includes required parameters: without them the call would fail.
    expect(page).toContain('/api/affiliates/overview/model-figures?slugs={slugs}&#39;');
  });

  type Content = Record<string, { example?: unknown }>;

  test.each((Object.values(operations) as Operation[]).map((declared) => [declared.id, declared] as const))(
    'documents %s with examples that its own schemas accept',
    (_id, { path, method, body, response, status = 200 }) => {
      const { paths } = JSON.parse(docs.json) as {
        paths: Record<
          string,
          Record<string, { requestBody?: { content: Content }; responses: Record<number, { content: Content }> }>
        >;
      };
      const call = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      const example = (content: Content | undefined) => content?.['application/json']?.example;
      if (body) expect(body.safeParse(example(call?.requestBody?.content))).toMatchObject({ success: true });
      expect(response.safeParse(example(call?.responses[status]?.content))).toMatchObject({ success: true });
    },
  );

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
      const { status, headers } = await fetch(`${url}/api/live`, {
        headers: { 'x-forwarded-for': address },
        signal: controller.signal,
      });
      if (status !== 200) expect(headers.get('retry-after')).toBe('30');
      return status;
    };
    expect([await open('2001:db8::1'), await open('2001:db8::2'), await open('2001:db8::3')]).toEqual([200, 200, 429]);
    expect([await open('192.0.2.1'), await open('192.0.2.2')]).toEqual([200, 503]);
    controllers[0]?.abort();
    await eventually(async () => (await open('2001:db8::1')) === 200);
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
});
