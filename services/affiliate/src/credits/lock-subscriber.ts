import { lockByName } from 'service-kit/lock-by-name';
import type { Queryable } from 'service-kit/postgres';

/** Serialises the credits of one subscriber, since registration and payments come from two services, in any order. */
export const lockSubscriber = (client: Queryable, subscriberId: string): Promise<void> =>
  lockByName(client, subscriberId);
