import { lockByName } from 'service-kit/lock-by-name';
import type { Queryable } from 'service-kit/postgres';

/** Registration and payments of one person come from two services: they are credited one after the other, whichever comes first. */
export const lockSubscriber = (client: Queryable, subscriberId: string): Promise<void> =>
  lockByName(client, subscriberId);
