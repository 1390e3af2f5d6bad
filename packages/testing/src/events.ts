import { randomUUID } from 'node:crypto';
import type { Event, EventData, EventName } from 'contracts/events';
import type { Listeners } from 'service-kit/event-dispatch';
import { createEvent } from 'service-kit/outbox';
import type { Queryable } from 'service-kit/postgres';

/** Builds the event data of a model that the administrator owns. */
export const modelFacts = (facts: Partial<EventData<'model.created'>> = {}): EventData<'model.created'> => ({
  id: randomUUID(),
  slug: `modele-${randomUUID().slice(0, 8)}`,
  previousSlugs: [],
  name: 'Nina',
  affiliateId: null,
  emailFromName: '',
  emailFromEmail: '',
  telegramLink: '',
  adexicoBaseUrl: '',
  adexicoSourceId: 'BA',
  assets: [],
  ...facts,
});

/** Builds the event data of an active affiliate without settings. */
export const affiliateFacts = (
  facts: Partial<EventData<'affiliate.created'>> = {},
): EventData<'affiliate.created'> => ({
  id: randomUUID(),
  slug: `aff-${randomUUID().slice(0, 8)}`,
  name: 'Affilié',
  isActive: true,
  isSuspended: false,
  telegramLink: '',
  emailFromName: '',
  emailFromEmail: '',
  adexicoBaseUrl: '',
  adexicoSourceId: '',
  ...facts,
});

/** Builds the event data of a subscriber whose link had a click id and a pixel id, without an affiliate. */
export const subscriberFacts = (
  facts: Partial<EventData<'subscriber.registered'>> = {},
): EventData<'subscriber.registered'> => {
  const { id = randomUUID() } = facts;
  return {
    id,
    email: `${id}@example.org`,
    firstName: 'Anaïs',
    lastName: 'Le Goff',
    username: 'anais',
    tracking: { clickId: 'CLICK1', affiliate: '', pixelId: 'PIX1' },
    modelSlug: 'nina',
    ...facts,
  };
};

/** Delivers an event as the bus does. @throws when the service does not consume it */
export const deliver = async (listeners: Listeners, event: Event): Promise<void> => {
  const listener = listeners[event.name] as ((event: Event) => Promise<void>) | undefined;
  if (!listener) throw new Error(`the service does not consume ${event.name}`);
  await listener(event);
};

/** Creates an event, delivers it and returns it. */
export const deliverNew = async <Name extends EventName>(
  listeners: Listeners,
  name: Name,
  data: EventData<Name>,
  revision = 1,
  changes: Partial<Pick<Event, 'id' | 'actor'>> = {},
): Promise<Event<Name>> => {
  const event = { ...createEvent(name, data, revision), ...changes };
  await deliver(listeners, event);
  return event;
};

/** Reads the outbox, oldest first. */
export const outboxEvents = async (postgres: Queryable): Promise<Event[]> =>
  (await postgres.query<{ event: Event }>('select event from outbox order by sequence')).rows.map(({ event }) => event);

/** Reads the events in the outbox whose data has this value in a field, oldest first. */
export const outboxEventsWith = async (
  postgres: Queryable,
  field: 'id' | 'subjectId' | 'subscriberId',
  value: string,
): Promise<Event[]> =>
  (await outboxEvents(postgres)).filter(({ data }) => (data as Record<string, unknown>)[field] === value);
