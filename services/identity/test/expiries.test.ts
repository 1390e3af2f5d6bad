import { createLogger } from 'service-kit/logger';
import { createRetention } from 'service-kit/retention';
import { eventually } from 'testing/eventually';
import { startIdentity } from './harness.ts';

test('expired tokens and consents, old causes of mails, records of sent mails, changes of address and pushes go, others stay', async () => {
  const identity = await startIdentity();
  const { postgres } = identity;
  const { email } = await identity.register();
  const { rows } = await postgres.query<{ id: string }>('select id from subscribers where email = $1', [email]);
  const subscriberId = rows[0]?.id;
  for (const [id, age] of [
    ['old', "interval '4 years'"],
    ['new', "interval '1 day'"],
  ] as const) {
    await postgres.query(
      `insert into mail_causes (subscriber_id, kind, cause, created_at) values ($1, 'receipt', $2, now() - ${age})`,
      [subscriberId, id],
    );
    await postgres.query(
      `insert into sent_mails (id, subscriber_id, kind, sent_at) values (gen_random_uuid(), $1, $2, now() - ${age})`,
      [subscriberId, id],
    );
  }
  await postgres.query(
    "insert into reset_tokens (token_hash, subscriber_id, expires_at) values ('old', $1, now()), ('new', $1, now() + interval '1 hour')",
    [subscriberId],
  );
  const { email: consenting } = await identity.register();
  await postgres.query(
    `insert into ad_consents (subscriber_id, is_granted, user_agent, changed_at)
     select id, true, case when email = $1 then 'new' else 'old' end, now() - case when email = $1 then interval '186 days' else interval '188 days' end
     from subscribers where email in ($1, $2)`,
    [consenting, email],
  );
  await postgres.query(
    `insert into ad_conversions (subscriber_id, event, fact, occurred_at) select subscriber_id, 'CompleteRegistration', subscriber_id, changed_at from ad_consents`,
  );
  await postgres.query(
    `insert into email_changes (subscriber_id, new_email, session_id, expires_at, requested_at)
     select id, case when email = $1 then 'new' else 'old' end, gen_random_uuid(), now(), now() - case when email = $1 then interval '47 hours' else interval '49 hours' end
     from subscribers where email in ($1, $2)`,
    [consenting, email],
  );
  await postgres.query(
    `with devices as (
       insert into push_devices (id, subscriber_id, session_id, endpoint, p256dh, auth)
       select gen_random_uuid(), $1, id, 'https://push.example', '', '' from sessions limit 1 returning id)
     insert into pushes (id, device_id, kind, model_id, cause, expires_at, created_at)
     select gen_random_uuid(), id, 'live', gen_random_uuid(), age, now(), now() - case when age = 'old' then interval '8 days' else interval '6 days' end
     from devices, unnest(array['old', 'new']) age`,
    [subscriberId],
  );
  const worker = createRetention({
    name: 'retention',
    expiries: identity.expiries,
    postgres,
    logger: createLogger('identity-test', 'silent'),
  });
  worker.start();
  const left = async () =>
    (
      await postgres.query(
        `select (select json_agg(cause) from mail_causes) as causes, (select json_agg(kind) from sent_mails) as mails,
           (select json_agg(convert_from(token_hash, 'UTF8')) from reset_tokens) as tokens,
           (select json_agg(new_email) from email_changes) as changes, (select json_agg(cause) from pushes) as pushes,
           (select json_agg(user_agent) from ad_consents) as consents, (select count(*)::integer from ad_conversions) as conversions`,
      )
    ).rows[0] as unknown;
  await eventually(async () => !JSON.stringify(await left()).includes('old'), 'the expired rows to go');
  await worker.stop();
  expect(await left()).toEqual({
    causes: ['new'],
    mails: ['new'],
    tokens: ['new'],
    changes: ['new'],
    pushes: ['new'],
    consents: ['new'],
    conversions: 1,
  });
  await identity.stop();
});
