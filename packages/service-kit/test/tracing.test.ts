import { expect, test } from '@jest/globals';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { startTracing } from '../src/tracing-export.ts';
import { currentTraceparent, inSpan, isTracingWanted, openRequest } from '../src/tracing.ts';

const BROWSER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const STORY = '00-1bf7651916cd43dd8448eb211c80319c-c7ad6b7169203331-01';

test('a process traces nothing without a collector', () => {
  expect(isTracingWanted({})).toBe(false);
  expect(isTracingWanted({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' })).toBe(
    false,
  );
  expect(openRequest('GET', BROWSER)).toBeUndefined();
});

test('a trace has parts of a request as its children, and links another trace that continues within it', async () => {
  const spans: ReadableSpan[] = [];
  const tracing = startTracing('test', {
    export: (ended, done) => {
      spans.push(...ended);
      done({ code: 0 });
    },
    shutdown: async () => undefined,
  });
  const request = openRequest('GET', BROWSER);
  let seen = '';
  await request?.within(async () => {
    await inSpan('query', {}, async () => undefined);
    await inSpan('first payment', { from: { traceparent: STORY } }, async () => {
      seen = currentTraceparent();
    });
  });
  request?.endWithStatus('/api/things/:id', 200);
  await tracing.stop();
  const named = (name: string) => spans.find((span) => span.name === name);
  const root = named('GET /api/things/:id');
  const idsOf = (span: ReadableSpan | undefined) => ({
    trace: span?.spanContext().traceId,
    parent: span?.parentSpanContext?.spanId,
    links: span?.links.map(({ context }) => context.spanId),
  });
  const ownId = root?.spanContext().spanId;
  expect(idsOf(root)).toEqual({ trace: BROWSER.slice(3, 35), parent: BROWSER.slice(36, 52), links: [] });
  expect(idsOf(named('query'))).toEqual({ trace: BROWSER.slice(3, 35), parent: ownId, links: [] });
  expect(idsOf(named('first payment'))).toEqual({
    trace: STORY.slice(3, 35),
    parent: STORY.slice(36, 52),
    links: [ownId],
  });
  expect(seen.slice(3, 35)).toBe(STORY.slice(3, 35));
});
