import { SpanKind } from '@opentelemetry/api';
import type { Event, EventName, QUEUES } from 'contracts/events';
import { UnsupportedEvent } from './event-reader.ts';
import type { Envelope } from './event-reader.ts';
import { withContext } from './request-context.ts';
import { childTraceparent } from './telemetry.ts';
import { inSpan, messageAttributes } from './tracing.ts';

/** Handlers of the events that a service consumes; an event whose handler throws is retried. */
export type Listeners = { [Name in EventName]?: (event: Event<Name>) => Promise<void> };

/** Handlers of exactly the events that are bound to a queue. */
export type ListenersOf<Queue extends keyof typeof QUEUES> = Required<Pick<Listeners, (typeof QUEUES)[Queue][number]>>;

/** Thrown when no retry can succeed: the listener has recorded the consequence, and the dead letter stores the reason. */
export class UnretryableEvent extends Error {
  /** Must not contain personal data. */
  readonly reason: string;
  constructor(reason: string) {
    super(`no further attempt helps: ${reason}`);
    this.name = 'UnretryableEvent';
    this.reason = reason;
  }
}

interface DispatchOptions {
  listeners: Listeners;
  readEvent: (incoming: Envelope) => Event;
}

/**
 * Returns a function that calls the listener of an event, in the event's context and trace.
 * @throws UnsupportedEvent when only another version of this service handles the event
 */
export const createDispatch =
  ({ listeners, readEvent }: DispatchOptions) =>
  async (incoming: Envelope): Promise<void> => {
    const event = readEvent(incoming);
    const { id, name, traceparent, actor } = event;
    const listener = listeners[name] as ((event: Event) => Promise<void>) | undefined;
    if (!listener) throw new UnsupportedEvent(incoming);
    await inSpan(
      `process ${name}`,
      { kind: SpanKind.CONSUMER, attributes: messageAttributes(id), from: { traceparent } },
      (span) =>
        withContext({ requestId: id, traceparent: span?.traceparent ?? childTraceparent(traceparent), actor }, () =>
          listener(event),
        ),
    );
  };
