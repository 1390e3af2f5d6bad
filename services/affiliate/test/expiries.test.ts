import { createLogger } from 'service-kit/logger';
import { createRetention } from 'service-kit/retention';
import { eventually } from 'testing/eventually';
import { modelFacts } from 'testing/events';
import { startAffiliate } from './harness.ts';

test('entries of the trail go after three years, finished notifications after 90 days; deleted models stay, since overviews read their names', async () => {
  const app = await startAffiliate();
  const { postgres } = app;
  const model = modelFacts({ name: 'Nina' });
  await app.consume('model.created', model);
  await app.consume('model.deleted', { id: model.id, slug: model.slug, assets: [] }, 2);
  for (const years of [2, 4])
    await postgres.query(
      `insert into audit_entries (id, at, actor_role, action, subject_kind, subject_slug, subject_name, changes)
       values (gen_random_uuid(), now() - make_interval(years => $1), 'administrator', 'model.updated', 'model', $2, '', '[]')`,
      [years, `years-${years}`],
    );
  const { id: affiliateId } = await app.create();
  for (const days of [89, 91, null])
    await postgres.query(
      `insert into outgoing_deliveries (affiliate_id, event, fact, occurred_at, finished_at)
       values ($1, 'test', $2, now() - interval '1 year', now() - make_interval(days => $3))`,
      [affiliateId, String(days), days],
    );
  const worker = createRetention({
    name: 'retention',
    expiries: app.expiries,
    postgres,
    logger: createLogger('affiliate-test', 'silent'),
  });
  worker.start();
  const entries = async () =>
    (
      await postgres.query<{ slug: string }>(
        "select subject_slug as slug from audit_entries where subject_slug like 'years-%'",
      )
    ).rows.map(({ slug }) => slug);
  const facts = async () =>
    (await postgres.query<{ fact: string }>('select fact from outgoing_deliveries order by fact')).rows.map(
      ({ fact }) => fact,
    );
  await eventually(async () => (await entries()).length === 1, 'the old entry to go');
  await eventually(async () => (await facts()).length === 2, 'the old notification to go');
  await worker.stop();
  expect(await entries()).toEqual(['years-2']);
  expect(await facts()).toEqual(['89', 'null']);
  expect((await postgres.query('select name from models where id = $1', [model.id])).rows).toEqual([{ name: 'Nina' }]);
  await app.stop();
});
