import { createHash, randomUUID } from 'node:crypto';
import type { EventData } from 'contracts/events';
import { createLogger } from 'service-kit/logger';
import { createMetrics } from 'service-kit/telemetry';
import { modelFacts } from 'testing/events';
import { PASSWORD, startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';
import { startMetaServer } from './meta-server.ts';
import type { MetaServer } from './meta-server.ts';

const PIXEL = '1234567890123456';
const TOKEN = 'a-token-of-the-operator';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

let meta: MetaServer;
let identity: Identity;
let lines: string[] = [];
const metrics = createMetrics('identity');
beforeAll(async () => {
  meta = await startMetaServer();
  identity = await startIdentity({
    meta: { url: meta.url, pixels: { [PIXEL]: TOKEN } },
    metrics,
    logger: createLogger('identity', 'warn', { write: (line) => void lines.push(line) }),
  });
});
afterAll(async () => {
  await identity.stop();
  await meta.close();
});
beforeEach(() => {
  lines = [];
  meta.respondWith(200);
});

/** Registers a user with a unique user agent, by which their conversions are found. */
const register = async (changed: Record<string, unknown> = {}) => {
  const model = modelFacts();
  await identity.consume('model.created', model);
  const userAgent = `Mozilla/5.0 ${randomUUID()}`;
  const email = `Claire.${randomUUID()}@Example.org`;
  const body = { firstName: 'Claire', lastName: 'Fontaine', email, password: PASSWORD, modelSlug: model.slug };
  const response = await identity.http
    .post('/api/auth/register')
    .set('user-agent', userAgent)
    .send({ ...body, trackingParams: { fbPixelId: PIXEL }, adConsent: true, ...changed })
    .expect(201);
  const { rows } = await identity.postgres.query<{ id: string }>('select id from subscribers where email = $1', [
    email,
  ]);
  const token = response.body.token as string;
  return { id: rows[0]?.id ?? '', email, userAgent, token, events: () => meta.eventsFrom(userAgent) };
};
const payment = (
  subscriberId: string,
  changed: Partial<EventData<'payment.recorded'>> = {},
): EventData<'payment.recorded'> => ({
  id: randomUUID(),
  subscriberId,
  amountCents: 200,
  currency: 'EUR',
  kind: 'first',
  modelSlug: 'nina',
  receipt: { number: 'R1', paidAt: new Date().toISOString(), nextCharge: null },
  ...changed,
});
const send = () => identity.conversions.runDue();
const consent = (token: string, granted?: boolean) => {
  const call =
    granted === undefined ? identity.http.get('/api/auth/ad-consent') : identity.http.put('/api/auth/ad-consent');
  call.set('authorization', `Bearer ${token}`).set('user-agent', 'Mozilla/5.0 later');
  return granted === undefined ? call : call.send({ granted });
};
const becomeDue = (id: string) =>
  identity.postgres.query('update ad_conversions set due_at = now() where subscriber_id = $1 and due_at is not null', [
    id,
  ]);
const metric = async (name: string) =>
  Number(
    (await metrics.registry.metrics())
      .split('\n')
      .find((line) => line.startsWith(`${name}`))
      ?.split(' ')
      .at(-1),
  );
const names = (events: { event_name: string }[]) => events.map(({ event_name }) => event_name);

describe('a consented conversion', () => {
  test('reports registration and first payment to the pixel of the link, with nothing readable of the person', async () => {
    const { id, email, userAgent, events } = await register();
    const paid = payment(id);
    await identity.consume('payment.recorded', paid);
    await send();
    const [registration, purchase] = events().sort((a, b) => a.event_name.localeCompare(b.event_name));
    const user_data = {
      em: [sha256(email.toLowerCase())],
      external_id: [sha256(id)],
      client_user_agent: userAgent,
    };
    const page = { action_source: 'website', event_source_url: 'http://localhost:8080', user_data };
    expect(registration).toMatchObject({ event_name: 'CompleteRegistration', ...page });
    expect(registration).not.toHaveProperty('custom_data');
    expect(purchase).toMatchObject({
      event_name: 'Purchase',
      event_time: Math.floor(Date.parse(paid.receipt?.paidAt ?? '') / 1_000),
      custom_data: { value: 2, currency: 'EUR' },
      ...page,
    });
    const calls = meta.received.filter(({ body }) => body.data[0]?.user_data.client_user_agent === userAgent);
    for (const { path, body } of calls) expect([path, body.access_token]).toEqual([`/v25.0/${PIXEL}/events`, TOKEN]);
    expect(JSON.stringify(calls)).not.toMatch(/claire|fontaine|nina/i);
  });

  test('is sent once for each fact, with an id that stays the same at every attempt', async () => {
    const { id, events } = await register();
    const paid = payment(id);
    await identity.consume('payment.recorded', paid);
    meta.respondWith(500);
    await send();
    meta.respondWith(200);
    await becomeDue(id);
    await identity.consume('payment.recorded', paid);
    await send();
    await identity.consume('payment.recorded', paid);
    await send();
    const ids = (name: string) => events().flatMap((event) => (event.event_name === name ? [event.event_id] : []));
    expect(names(events()).sort()).toEqual(['CompleteRegistration', 'CompleteRegistration', 'Purchase', 'Purchase']);
    for (const name of ['CompleteRegistration', 'Purchase']) expect(new Set(ids(name)).size).toBe(1);
  });

  test('is the first payment alone: neither a renewal, nor a refund, nor an old one that is published again', async () => {
    const { id, events } = await register();
    const weekAgo = new Date(Date.now() - 8 * 24 * 60 * 60_000).toISOString();
    await identity.consume('payment.recorded', payment(id, { kind: 'renewal' }));
    await identity.consume('payment.recorded', payment(id, { kind: 'refund', amountCents: -200 }));
    await identity.consume('payment.recorded', payment(id, { receipt: undefined }));
    await identity.consume(
      'payment.recorded',
      payment(id, { receipt: { number: 'R2', paidAt: weekAgo, nextCharge: null } }),
    );
    await send();
    expect(names(events())).toEqual(['CompleteRegistration']);
  });

  test('is tried again with a growing delay and given up after seven days, in a log without the person', async () => {
    const { id, email, events, userAgent } = await register();
    meta.respondWith(400);
    await send();
    const due = async () =>
      (
        await identity.postgres.query<{ seconds: number | null }>(
          'select extract(epoch from due_at - now())::int as seconds from ad_conversions where subscriber_id = $1',
          [id],
        )
      ).rows[0]?.seconds;
    expect(await due()).toBeLessThanOrEqual(30);
    await becomeDue(id);
    await send();
    expect(await due()).toBeGreaterThan(200);
    await identity.postgres.query(
      `update ad_conversions set due_at = now(), occurred_at = now() - interval '7 days' where subscriber_id = $1`,
      [id],
    );
    await send();
    expect([events().length, await due()]).toEqual([2, null]);
    const log = lines.join('');
    expect(log).toContain('conversion given up');
    expect(log).toContain('"code":190');
    for (const trace of [email, email.toLowerCase(), id, userAgent, TOKEN, 'secret']) expect(log).not.toContain(trace);
  });
});

test('the queue of conversions is measured, and attempts are counted by their outcome', async () => {
  await send();
  const { id } = await register();
  const attempts = (outcome: string) =>
    metric(`ad_conversion_attempts_total{kind="CompleteRegistration",outcome="${outcome}"`);
  const [sent, postponed] = [await attempts('sent'), await attempts('postponed')];
  await identity.postgres.query(
    "update ad_conversions set occurred_at = now() - interval '1 hour' where subscriber_id = $1",
    [id],
  );
  meta.respondWith(500);
  await send();
  expect([await attempts('postponed'), await metric('ad_conversion_queue_length')]).toEqual([postponed + 1, 1]);
  expect(await metric('ad_conversion_queue_oldest_seconds')).toBeGreaterThanOrEqual(3_600);
  meta.respondWith(200);
  await becomeDue(id);
  await send();
  expect([await attempts('sent'), await metric('ad_conversion_queue_length')]).toEqual([sent + 1, 0]);
});

describe('without consent', () => {
  test.each([
    ['that was declined', { adConsent: false }],
    ['that was never requested', { adConsent: undefined }],
    ['to a pixel that is not the operator’s', { trackingParams: { fbPixelId: '999' } }],
    ['to a pixel that is a name of Object', { trackingParams: { fbPixelId: 'constructor' } }],
    ['to no pixel', { trackingParams: {} }],
  ])('%s, nothing is stored and nothing sent', async (_what, changed) => {
    const { id, events, token } = await register(changed);
    await identity.consume('payment.recorded', payment(id));
    await send();
    expect(events()).toEqual([]);
    const { rowCount } = await identity.postgres.query('select from ad_consents where subscriber_id = $1', [id]);
    expect(rowCount).toBe(0);
    expect((await consent(token).expect(200)).body).toMatchObject({ granted: false, changed_at: null });
  });

  test('sends nothing more after a withdrawal, and deletes the user agent', async () => {
    const { id, events, token } = await register();
    expect((await consent(token).expect(200)).body).toMatchObject({ applies: true, granted: true });
    expect((await consent(token, false).expect(200)).body).toMatchObject({ applies: true, granted: false });
    await identity.consume('payment.recorded', payment(id));
    await send();
    expect(events()).toEqual([]);
    const { rows } = await identity.postgres.query('select user_agent from ad_consents where subscriber_id = $1', [id]);
    expect(rows).toEqual([{ user_agent: null }]);
  });

  test('sends only the facts that follow a consent given later', async () => {
    const { id, token } = await register({ adConsent: false });
    expect((await consent(token, true).expect(200)).body).toMatchObject({ applies: true, granted: true });
    await identity.consume('payment.recorded', payment(id));
    await send();
    expect(names(meta.eventsFrom('Mozilla/5.0 later'))).toEqual(['Purchase']);
  });

  test('sends nothing with a consent older than six months', async () => {
    const { id, events } = await register();
    await send();
    await identity.postgres.query(
      `update ad_consents set changed_at = now() - interval '180 days' where subscriber_id = $1`,
      [id],
    );
    await identity.consume('payment.recorded', payment(id));
    await send();
    expect(names(events())).toEqual(['CompleteRegistration']);
  });

  test('needs a subscriber to be read or changed', async () => {
    await identity.http.get('/api/auth/ad-consent').expect(401);
    await identity.http.put('/api/auth/ad-consent').send({ granted: true }).expect(401);
    const { token } = await register();
    await identity.http.put('/api/auth/ad-consent').set('authorization', `Bearer ${token}`).send({}).expect(400);
  });
});

describe('personal data', () => {
  test('names the consent and what was reported', async () => {
    const { token, userAgent, events } = await register();
    await send();
    const { body } = await identity.http
      .get('/api/account/data/identity')
      .set('authorization', `Bearer ${token}`)
      .expect(200);
    expect(body).toMatchObject({
      ad_consent: { granted: true, user_agent: userAgent },
      ad_conversions: [{ event: 'CompleteRegistration', event_id: events()[0]?.event_id, sent_at: expect.any(String) }],
    });
  });

  test('takes consent and waiting conversions with the account', async () => {
    const { id, token, events } = await register();
    await identity.http
      .post('/api/auth/delete-account')
      .set('authorization', `Bearer ${token}`)
      .send({ password: PASSWORD })
      .expect(200);
    await send();
    expect(events()).toEqual([]);
    for (const table of ['ad_consents', 'ad_conversions'])
      expect((await identity.postgres.query(`select from ${table} where subscriber_id = $1`, [id])).rowCount).toBe(0);
  });
});
