import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import type { Attributes, Context, SpanContext } from '@opentelemetry/api';
import { currentContext } from './request-context.ts';
import { childTraceparent, TRACEPARENT } from './telemetry.ts';

const tracer = trace.getTracer('service-kit');
let isOn = false;

/** Whether the environment configures an export of traces (OpenTelemetry's standard variables). */
export const isTracingWanted = (environment: NodeJS.ProcessEnv = process.env): boolean =>
  Boolean(environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || environment.OTEL_EXPORTER_OTLP_ENDPOINT) &&
  environment.OTEL_SDK_DISABLED !== 'true';

/** Enables or disables tracing when the export starts or stops; while disabled, no span is created. */
export const tracingIsOn = (on: boolean): void => {
  isOn = on;
};

/** Returns the context of a traceparent from another process; the root context when it is invalid. */
const contextFrom = (traceparent: string | undefined): Context => {
  const [, traceId = '', spanId = '', flags = '00'] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
};

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

interface SpanOptions {
  kind?: SpanKind;
  /** Attributes without personal data: routes and statements, never addresses or parameters. */
  attributes?: Attributes;
  /**
   * Parent of the span: another process's traceparent (undefined starts a trace, linked to the current span), or by default the
   * current span.
   */
  from?: { traceparent?: string | undefined };
}

/** Returns the span attributes of an event that is published or consumed (OpenTelemetry's messaging conventions). */
export const messageAttributes = (id: string): Attributes => ({
  'messaging.system': 'rabbitmq',
  'messaging.message.id': id,
});

/** Opens a span that its caller ends, or returns undefined when tracing is off. */
export const openSpan = (name: string, { kind = SpanKind.INTERNAL, attributes = {}, from }: SpanOptions = {}) => {
  if (!isOn) return undefined;
  const parent = from ? contextFrom(from.traceparent) : context.active();
  const here = from && trace.getActiveSpan()?.spanContext();
  const span = tracer.startSpan(name, { kind, attributes, ...(here && { links: [{ context: here }] }) }, parent);
  const own = trace.setSpan(parent, span);
  return {
    /** W3C Trace Context of this span, for requests to other services. */
    traceparent: traceparentOf(span.spanContext()),
    rename: (newName: string) => void span.updateName(newName),
    /** Runs `work`, whose spans become children of this one. */
    within: <Result>(work: () => Result): Result => context.with(own, work),
    /** Records only the error's type: its message may contain personal data. */
    end: ({ attributes: last = {}, error }: { attributes?: Attributes; error?: unknown } = {}): void => {
      span.setAttributes(last);
      if (error !== undefined)
        span
          .setStatus({ code: SpanStatusCode.ERROR })
          .setAttribute('error.type', error instanceof Error ? error.name : typeof error);
      span.end();
    },
  };
};
export type OpenSpan = NonNullable<ReturnType<typeof openSpan>>;

/** Opens the span of an incoming request with its traceparent; `endWithStatus` names the span by the route and ends it. */
export const openRequest = (method: string, traceparent: string | undefined) => {
  const span = openSpan(method, {
    kind: SpanKind.SERVER,
    attributes: { 'http.request.method': method },
    from: { traceparent },
  });
  return (
    span && {
      ...span,
      /** @param route the declared route: the path itself may contain personal data */
      endWithStatus: (route: string, status: number): void => {
        span.rename(`${method} ${route}`);
        span.end({
          attributes: { 'http.route': route, 'http.response.status_code': status },
          error: status >= 500 ? String(status) : undefined,
        });
      },
    }
  );
};

/** Runs `work` in a new span, passed as the argument, or undefined when tracing is off. */
export const inSpan = async <Result>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan | undefined) => Promise<Result>,
): Promise<Result> => {
  const span = openSpan(name, options);
  if (!span) return work(undefined);
  try {
    const result = await span.within(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end({ error });
    throw error;
  }
};

/** Whether a trace is active: recurring background work is not traced. */
export const isInTrace = (): boolean => isOn && trace.getActiveSpan()?.isRecording() === true;

/**
 * Returns the traceparent for another process: that of the current span, else of a new span in the trace of the request or event.
 */
export const currentTraceparent = (): string => {
  const open = isOn ? trace.getActiveSpan()?.spanContext() : undefined;
  return open ? traceparentOf(open) : childTraceparent(currentContext()?.traceparent);
};

/**
 * Calls another process, as a span whose trace the other process continues.
 * @param service the called service
 * @param request sends the request with the given traceparent header
 */
export const traceCall = <Value>(service: string, request: (traceparent: string) => Promise<Value>): Promise<Value> =>
  inSpan(`request ${service}`, { kind: SpanKind.CLIENT, attributes: { 'peer.service': service } }, (span) =>
    request(span?.traceparent ?? currentTraceparent()),
  );
