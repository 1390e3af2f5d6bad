import { versionOf } from 'contracts/event-envelope';
import type { envelope } from 'contracts/event-envelope';
import type { Event } from 'contracts/events';
import type { z } from 'zod';

/** Event as it arrives, possibly from another release. */
export type Envelope = z.output<typeof envelope>;

/** Events that a release supports. */
export interface EventContract {
  /** Schemas of the events' data, by name. */
  events: Readonly<Record<string, z.ZodType>>;
  versions: Readonly<Partial<Record<string, number>>>;
}

/**
 * Event that this release does not support. During a rolling update a replica of the next release shares the queue and may handle
 * it: the event is retried, and finally dead-lettered.
 */
export class UnsupportedEvent extends Error {
  constructor({ name, version }: Pick<Envelope, 'name' | 'version'>) {
    super(`this release does not handle ${name} of version ${version}`);
    this.name = 'UnsupportedEvent';
  }
}

/**
 * Creates a reader for events of this and former releases. Unknown fields are dropped.
 * @throws UnsupportedEvent for an unknown name or version, ZodError for invalid data
 */
export const createEventReader =
  ({ events, versions }: EventContract) =>
  (incoming: Envelope): Event => {
    const schema = events[incoming.name];
    if (!schema || incoming.version > versionOf(incoming.name, versions)) throw new UnsupportedEvent(incoming);
    return { ...incoming, data: schema.parse(incoming.data) } as Event;
  };
