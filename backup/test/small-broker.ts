import type { Event } from 'contracts/events';
import type { Listeners } from 'service-kit/event-dispatch';

type Listener = (event: Event) => Promise<void>;

/** Stands where RabbitMQ stands: takes events for each service and gives them to it, again where it fails. What it carries dies with it. */
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
    /** From now on the queue of a service only grows. */
    hold: (name: string) => void held.set(name, []),
    heldFor: (name: string): number => held.get(name)?.length ?? 0,
    /** Whether nothing is on its way. @throws when a service has given an event up */
    isQuiet: (): boolean => {
      if (faults.length > 0) throw faults[0];
      return carried.size === 0;
    },
    /** What is on its way arrives, what is held is lost. */
    die: async (): Promise<void> => {
      isDead = true;
      await Promise.all(carried);
    },
  };
};
