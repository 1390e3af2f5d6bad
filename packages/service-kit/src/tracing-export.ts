import { setTimeout as pause } from 'node:timers/promises';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Sampler, SpanExporter } from '@opentelemetry/sdk-trace';
import { z } from 'zod';
import { readConfig } from './config.ts';
import { tracingIsOn } from './tracing.ts';

/** OpenTelemetry's standard variables that its SDK does not read in this setup; the exporter reads its own. */
const settings = z.object({
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** Delay between two exports, in milliseconds. */
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().positive().default(5_000),
  OTEL_BSP_MAX_QUEUE_SIZE: z.coerce.number().int().positive().default(2_048),
});

/** Time that a stopping process waits for the collector. */
const FLUSH_TIMEOUT_MS = 3_000;

const samplerOf = (name: z.output<typeof settings>['OTEL_TRACES_SAMPLER'], ratio: number): Sampler => {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
};

/**
 * Exports the spans of this process by OTLP over HTTP. Loaded only when enabled: it takes 20 MB.
 * @param process default for OTEL_SERVICE_NAME
 * @param exporter replaces the collector in tests
 * @throws ConfigError for a variable with a value that the standard does not allow
 */
export const startTracing = (process: string, exporter: SpanExporter = new OTLPTraceExporter()) => {
  const {
    OTEL_SERVICE_NAME,
    OTEL_TRACES_SAMPLER,
    OTEL_TRACES_SAMPLER_ARG,
    OTEL_BSP_SCHEDULE_DELAY,
    OTEL_BSP_MAX_QUEUE_SIZE,
  } = readConfig(settings);
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ 'service.name': OTEL_SERVICE_NAME ?? process })),
    sampler: samplerOf(OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: OTEL_BSP_SCHEDULE_DELAY,
        maxQueueSize: OTEL_BSP_MAX_QUEUE_SIZE,
      }),
    ],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  trace.setGlobalTracerProvider(provider);
  tracingIsOn(true);
  return {
    /** Exports pending spans, as far as the collector accepts them at once. */
    stop: async (): Promise<void> => {
      tracingIsOn(false);
      await Promise.race([provider.shutdown(), pause(FLUSH_TIMEOUT_MS, undefined, { ref: false })]);
      trace.disable();
      context.disable();
    },
  };
};
