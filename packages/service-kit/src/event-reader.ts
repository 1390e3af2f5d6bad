import { versionOf } from 'contracts/events';
import type { envelope, Event } from 'contracts/events';
import type { z } from 'zod';

/** An event as it arrives: perhaps of another release. */
export type Envelope = z.output<typeof envelope>;

/** Events that a release knows. */
export interface EventContract {
  /** Data of each event, by name. */
  events: Readonly<Record<string, z.ZodType>>;
  versions: Readonly<Partial<Record<string, number>>>;
}

/**
 * An event that this release does not handle. During a rolling update a replica of the next release shares the queue and may
 * handle it: it is retried, and dead-lettered at last.
 */
export class UnsupportedEvent extends Error {
  constructor({ name, version }: Pick<Envelope, 'name' | 'version'>) {
    super(`this release does not handle ${name} of version ${version}`);
    this.name = 'UnsupportedEvent';
  }
}

/**
 * Reads events of this release and of former ones. Fields that it does not know are dropped.
 * @throws UnsupportedEvent for a name or version that it does not know, ZodError for data that is invalid
 */
export const createEventReader =
  ({ events, versions }: EventContract) =>
  (incoming: Envelope): Event => {
    const schema = events[incoming.name];
    if (!schema || incoming.version > versionOf(incoming.name, versions)) throw new UnsupportedEvent(incoming);
    return { ...incoming, data: schema.parse(incoming.data) } as Event;
  };
