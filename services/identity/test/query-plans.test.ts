import { startDatabase } from 'testing/databases';
import type { Database } from 'testing/databases';
import { sequentialScans } from 'testing/query-plans';
import { MIGRATIONS } from '../src/migrations.ts';
import { createNotificationRepository } from '../src/notifications/notification.repository.ts';
import { createSubscriberRepository } from '../src/subscribers/subscriber.repository.ts';

const SUBSCRIBERS = 20_000;

let database: Database;
beforeAll(async () => {
  database = await startDatabase('identity', MIGRATIONS);
  const { postgres } = database;
  await postgres.query(
    `insert into subscribers (id, email, first_name, last_name, username, password_hash, model_id, click_id, affiliate, pixel_id)
     select md5('subscriber ' || n)::uuid, 'subscriber.' || n || '@example.org', '', '', '', '', md5('model 1')::uuid, '', '', '' from generate_series(1, ${SUBSCRIBERS}) n`,
  );
  await postgres.query(
    `insert into notification_choices (subscriber_id, model_id, live_push, content_push, live_mail, unsubscribe_token)
     select md5('subscriber ' || n)::uuid, md5('model ' || model)::uuid, true, true, true, md5(n || ' of ' || model)::uuid
     from generate_series(1, ${SUBSCRIBERS}) n, generate_series(1, 5) model`,
  );
  for (const table of ['subscribers', 'notification_choices']) await postgres.query(`analyze ${table}`);
});
afterAll(() => database.stop());

test('an index finds the choice of a mail’s link among 100,000', async () => {
  const { rows } = await database.postgres.query<{ token: string }>(`select md5('7 of 3')::uuid as token`);
  const scans = await sequentialScans(database.postgres, (client) =>
    createNotificationRepository(client).unsubscribe(rows[0]!.token),
  );
  expect(scans).toEqual([]);
  const { rows: ended } = await database.postgres.query('select 1 from notification_choices where not live_mail');
  expect(ended).toHaveLength(1);
});

test('an index finds the subscriber of an address among 20,000', async () => {
  const scans = await sequentialScans(database.postgres, async (client) =>
    expect(await createSubscriberRepository(client).byEmail('Subscriber.7@example.org')).not.toBeNull(),
  );
  expect(scans).toEqual([]);
});
