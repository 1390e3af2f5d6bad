import type { Event } from 'contracts/events';
import { saveEvents } from '../outbox.ts';
import type { Postgres } from '../postgres.ts';
import type { Collection } from './collection.ts';
import type { Target } from './protocol.ts';

/**
 * Creates the function that publishes the deletion of the targets that do not exist.
 * @param eventOf returns the event of a deletion, with a revision above the target's
 */
export const retractAbsent =
  (
    postgres: Postgres,
    present: NonNullable<Collection['present']>,
    eventOf: (target: Target) => Event,
  ): NonNullable<Collection['retract']> =>
  async (targets) => {
    const presentIds = await present(targets.map(({ id }) => id));
    const absent = targets.filter(({ id }) => !presentIds.has(id));
    await postgres.transaction((client) => saveEvents(client, ...absent.map(eventOf)));
  };
