import { randomUUID } from 'node:crypto';
import { createLogger } from 'service-kit/logger';
import { createRetention } from 'service-kit/retention';
import { eventually } from 'testing/eventually';
import { atThePartner, createHarness, newTransaction } from './harness.ts';

test('old checkouts of people who never paid, old requests of unknown people, old rejected calls and old tombstones of models go, everything else stays', async () => {
  const billing = await createHarness();
  const { postgres } = billing;
  const [paying, other] = [await atThePartner(billing), await billing.subscriber()];
  const open = (subscriberId: string, months: number) =>
    postgres.query(
      `insert into checkouts (reference, subscriber_id, affiliate, model_slug, source_id, opened_at)
       values ($1, $2, '', 'nina', 'BA', now() - make_interval(months => $3))`,
      [randomUUID(), subscriberId, months],
    );
  await billing.postback({ transaction_id: newTransaction(), sub4: paying.sub4 }).expect(200);
  for (const { id } of [paying, other]) for (const months of [1, 14]) await open(id, months);
  const [present, deleted, longDeleted] = [await billing.model(), await billing.model(), await billing.model()];
  for (const { id, slug } of [deleted, longDeleted])
    await billing.consume('model.deleted', { id, slug, assets: [] }, 2);
  await postgres.query("update models set removed_at = now() - interval '14 months' where id = $1", [longDeleted.id]);

  const request = (subscriberId: string | null, years: number) =>
    postgres.query(
      `insert into contract_requests (id, reference, kind, outcome, subscriber_id, received_at)
       values (gen_random_uuid(), $1, 'cancellation', $2, $3, now() - make_interval(years => $4, days => 1))`,
      [randomUUID(), subscriberId === null ? 'unknown-email' : 'no-contract', subscriberId, years],
    );
  for (const subscriberId of [null, other.id]) for (const years of [4, 5]) await request(subscriberId, years);

  const [late, unreadable, oldUnreadable] = [newTransaction(), newTransaction(), newTransaction()];
  await billing.postback({ transaction_id: late }).expect(200);
  for (const transaction_id of [unreadable, oldUnreadable])
    await billing.postback({ transaction_id, amount: 'two' }).expect(400);
  await postgres.query(
    `update postbacks set received_at = now() - interval '14 months' where transaction_id = $1 or call::text like $2`,
    [late, `%${oldUnreadable}%`],
  );

  const worker = createRetention({
    name: 'retention',
    expiries: billing.expiries,
    postgres,
    logger: createLogger('billing-test', 'silent'),
  });
  worker.start();
  const ids = async () => (await postgres.query<{ id: string }>('select id from models')).rows.map(({ id }) => id);
  await eventually(async () => (await ids()).length === 2, 'the tombstone to go');
  await worker.stop();
  expect((await ids()).sort()).toEqual([present.id, deleted.id].sort());
  const { rows } = await postgres.query<{ subscriber_id: string; isOld: boolean }>(
    `select subscriber_id, opened_at < now() - interval '13 months' as "isOld" from checkouts`,
  );
  const shown = rows.map(({ subscriber_id, isOld }) => [subscriber_id, isOld]);
  const calls = (await postgres.query<{ call: unknown }>('select call from postbacks')).rows.map(({ call }) =>
    JSON.stringify(call),
  );
  expect([late, unreadable, oldUnreadable].map((id) => calls.some((call) => call.includes(id)))).toEqual([
    true,
    true,
    false,
  ]);
  expect(shown).toContainEqual([paying.id, true]);
  expect(shown).toContainEqual([other.id, false]);
  expect(shown).not.toContainEqual([other.id, true]);
  const { rows: requests } = await postgres.query<{ isKnown: boolean; isOld: boolean }>(
    `select subscriber_id is not null as "isKnown", received_at < now() - interval '5 years' as "isOld" from contract_requests order by 1, 2`,
  );
  expect(requests).toEqual([
    { isKnown: false, isOld: false },
    { isKnown: true, isOld: false },
    { isKnown: true, isOld: true },
  ]);
  await billing.close();
});
