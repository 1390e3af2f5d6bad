import type { Event } from 'contracts/events';
import type { Listeners } from 'service-kit/event-dispatch';

type Listener = (event: Event) => Promise<void>;

/**
 * Stands in for RabbitMQ: delivers each event to the subscribed services, and retries a failed delivery. Its content is lost when
 * it stops.
 */
export const createSmallBroker = () => {
  const services: { name: string; listeners: Listeners }[] = [];
  const carried = new Set<Promise<void>>();
  const faults: unknown[] = [];
  const held = new Map<string, (() => void)[]>();
  let isDead = false;

  const deliver = async (listener: Listener, event: Event, attempt = 1): Promise<void> => {
    if (isDead) return;
    try {
      await listener(event);
    } catch (error) {
      if (isDead) return;
      if (attempt === 5) return void faults.push(error);
      await deliver(listener, event, attempt + 1);
    }
  };
  return {
    subscribe: (name: string, listeners: Listeners) => void services.push({ name, listeners }),
    publish: async (event: Event): Promise<void> => {
      for (const { name, listeners } of services) {
        const listener = listeners[event.name] as Listener | undefined;
        if (!listener) continue;
        const waiting = held.get(name);
        if (waiting) {
          waiting.push(() => void deliver(listener, event));
          continue;
        }
        const done: Promise<void> = deliver(listener, event).finally(() => carried.delete(done));
        carried.add(done);
      }
    },
    /** Holds back the events for a service from now on. */
    hold: (name: string) => void held.set(name, []),
    heldFor: (name: string): number => held.get(name)?.length ?? 0,
    /** Whether no delivery is in progress. @throws when a service has failed every attempt to handle an event */
    isQuiet: (): boolean => {
      if (faults.length > 0) throw faults[0];
      return carried.size === 0;
    },
    /** Drops the held messages and waits for the deliveries in progress, without retries. */
    die: async (): Promise<void> => {
      isDead = true;
      await Promise.all(carried);
    },
  };
};
