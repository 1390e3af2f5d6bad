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

/** Whether the environment names where traces go (OpenTelemetry's standard variables). */
export const isTracingWanted = (environment: NodeJS.ProcessEnv = process.env): boolean =>
  Boolean(environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || environment.OTEL_EXPORTER_OTLP_ENDPOINT) &&
  environment.OTEL_SDK_DISABLED !== 'true';

/** Called when the export starts or stops; without it no span is created. */
export const tracingIsOn = (on: boolean): void => {
  isOn = on;
};

/** The place in another process's trace that its traceparent names; none where it is not one. */
const contextFrom = (traceparent: string | undefined): Context => {
  const [, traceId = '', spanId = '', flags = '00'] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
};

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

interface SpanOptions {
  kind?: SpanKind;
  /** Attributes without personal data: routes and statements, no addresses and parameters. */
  attributes?: Attributes;
  /** Origin of the trace: another process's traceparent (undefined begins a trace; a span that is open here is linked), or by default the span that is open here. */
  from?: { traceparent?: string | undefined };
}

/** Attributes of the span of an event that is published or consumed (OpenTelemetry's conventions for messaging). */
export const messageAttributes = (id: string): Attributes => ({
  'messaging.system': 'rabbitmq',
  'messaging.message.id': id,
});

/**
 * Opens a span that its caller ends, or undefined where traces go nowhere.
 */
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
    /** Spans that `work` opens are children of this one. */
    within: <Result>(work: () => Result): Result => context.with(own, work),
    /** Records the error's type only: its message may hold personal data. */
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

/** Opens the span of a request that came in, with the traceparent that it brought; `endWithStatus` names it by its route and ends it. */
export const openRequest = (method: string, traceparent: string | undefined) => {
  const span = openSpan(method, {
    kind: SpanKind.SERVER,
    attributes: { 'http.request.method': method },
    from: { traceparent },
  });
  return (
    span && {
      ...span,
      /** @param route as it was declared: a path may hold what a person has given */
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

/** Does `work` in a span of its own; it is given the span, or undefined where traces go nowhere. */
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

/** Whether something is being traced here: what every process does again and again by itself is not. */
export const isInTrace = (): boolean => isOn && trace.getActiveSpan()?.isRecording() === true;

/** Trace context for another process: the span that is open here, else a new one of the request's or event's trace. */
export const currentTraceparent = (): string => {
  const open = isOn ? trace.getActiveSpan()?.spanContext() : undefined;
  return open ? traceparentOf(open) : childTraceparent(currentContext()?.traceparent);
};

/**
 * Calls another process, as a span of the trace that the other side continues.
 * @param service the called service
 * @param request sends the request with the given traceparent header
 */
export const traceCall = <Value>(service: string, request: (traceparent: string) => Promise<Value>): Promise<Value> =>
  inSpan(`request ${service}`, { kind: SpanKind.CLIENT, attributes: { 'peer.service': service } }, (span) =>
    request(span?.traceparent ?? currentTraceparent()),
  );
