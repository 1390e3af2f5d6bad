import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import type { EventData } from 'contracts/events';
import type { OutgoingPostbacks } from 'contracts/outgoing-postbacks';
import { modelFacts, subscriberFacts } from 'testing/events';
import { startHttpServer } from 'testing/http-server';
import { startAffiliate } from './harness.ts';
import type { AffiliateApp } from './harness.ts';

interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}
let received: Received[] = [];
let status = 200;
let retryAfter: string | undefined;
const recordAsTracker: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    received.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    });
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
  });
};

let tracker: Awaited<ReturnType<typeof startHttpServer>>;
let app: AffiliateApp;
beforeAll(async () => {
  tracker = await startHttpServer(recordAsTracker);
  app = await startAffiliate({ privatePostbackHosts: [new URL(tracker.url).host] });
});
afterAll(async () => {
  await app.stop();
  await tracker.close();
});
beforeEach(async () => {
  received = [];
  status = 200;
  retryAfter = undefined;
  // On a slow machine, a notification that another test left postponed would become due.
  await app.postgres.query('delete from outgoing_deliveries');
});

type Affiliate = Awaited<ReturnType<AffiliateApp['createAndLogIn']>>;
const EVENTS = ['registration', 'first_payment', 'renewal', 'refund'];
const save = (affiliate: Affiliate, changes: object = {}, bearer = affiliate.bearer) =>
  app.http
    .put(`/api/affiliates/${affiliate.slug}/outgoing`)
    .set('Authorization', bearer)
    .send({
      url: `${tracker.url}/postback?cid={click_id}&type={event}&amount={amount}&payout={payout}&tx={transaction_id}`,
      method: 'POST',
      events: EVENTS,
      is_enabled: true,
      ...changes,
    });
const readLog = ({ slug, bearer }: Pick<Affiliate, 'slug' | 'bearer'>, before?: string) =>
  app.http
    .get(`/api/affiliates/${slug}/outgoing`)
    .query(before === undefined ? {} : { before })
    .set('Authorization', bearer);
const logOf = async (affiliate: Affiliate, before?: string) =>
  (await readLog(affiliate, before).expect(200)).body as OutgoingPostbacks;
const post = (affiliate: Affiliate, path: string, bearer = affiliate.bearer) =>
  app.http.post(`/api/affiliates/${affiliate.slug}/outgoing/${path}`).set('Authorization', bearer);
const newAffiliate = async (changes: object = {}) => {
  const affiliate = await app.createAndLogIn();
  const { secret } = (await save(affiliate, changes).expect(200)).body as { secret: string };
  return { affiliate, secret };
};
const registered = (affiliateId: string | null): EventData<'subscriber.registered'> =>
  subscriberFacts({
    tracking: { clickId: 'CLIC é&1', affiliate: '', pixelId: 'PIX1' },
    attribution: {
      affiliateId,
      reason: affiliateId ? 'link' : 'none',
    } as EventData<'subscriber.registered'>['attribution'],
  });
const paid = (
  subscriberId: string,
  affiliateId: string | null,
  changes: object = {},
): EventData<'payment.recorded'> => ({
  id: randomUUID(),
  subscriberId,
  amountCents: 200,
  currency: 'EUR',
  kind: 'first',
  affiliateId,
  modelSlug: 'nina',
  ...changes,
});

test('an affiliate’s server is notified once of each fact, signed, with its values encoded', async () => {
  await app.consume('model.created', modelFacts());
  const { affiliate, secret } = await newAffiliate();
  const person = registered(affiliate.id);
  const first = paid(person.id, affiliate.id);
  const refund = paid(person.id, affiliate.id, { kind: 'refund', amountCents: -200, refundedId: first.id });
  for (const _again of [1, 2]) {
    await app.consume('subscriber.registered', person);
    await app.consume('payment.recorded', first);
    await app.consume('payment.recorded', refund);
  }
  await Promise.all([app.outgoing.runDue(), app.outgoing.runDue()]);
  expect(received.map(({ url }) => url).sort()).toEqual(
    [
      '/postback?cid=CLIC%20%C3%A9%261&type=registration&amount=&payout=&tx=',
      `/postback?cid=CLIC%20%C3%A9%261&type=first_payment&amount=2.00&payout=0.60&tx=${first.id}`,
      `/postback?cid=CLIC%20%C3%A9%261&type=refund&amount=-2.00&payout=-0.60&tx=${refund.id}`,
    ].sort(),
  );
  for (const { body, headers } of received) {
    const content = `${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(content).digest('base64')}`);
    expect(body).not.toContain('lea@');
  }
  const { deliveries, endpoint } = await logOf(affiliate);
  expect(deliveries).toHaveLength(3);
  expect(deliveries[0]).toMatchObject({ state: 'delivered', attempts: 1, last_status: 200, next_attempt_at: null });
  expect(JSON.stringify({ deliveries, hint: endpoint?.secret_hint })).not.toMatch(/CLIC|whsec_/);
});

test('attempts are counted by their outcome, and what waits is measured', async () => {
  const { affiliate } = await newAffiliate();
  const metric = async (name: string) => {
    // The first scrape only updates the age.
    await app.metrics.registry.metrics();
    const lines = (await app.metrics.registry.metrics()).split('\n');
    return Number(
      lines
        .find((line) => line.startsWith(name))
        ?.split(' ')
        .at(-1),
    );
  };
  const counts = async () =>
    Promise.all(
      ['sent', 'postponed'].map((outcome) =>
        metric(`outgoing_delivery_attempts_total{kind="test",outcome="${outcome}"`),
      ),
    );
  const [sent = 0, postponed = 0] = await counts();
  await post(affiliate, 'test').expect(201);
  await app.postgres.query(
    `update outgoing_deliveries set created_at = now() - interval '2 hours' where state = 'waiting'`,
  );
  status = 500;
  await app.outgoing.runDue();
  expect(await counts()).toEqual([sent, postponed + 1]);
  expect(await metric('outgoing_delivery_queue_length')).toBe(1);
  expect(await metric('outgoing_delivery_queue_oldest_seconds')).toBeGreaterThan(7_000);
  status = 200;
  await app.postgres.query(`update outgoing_deliveries set due_at = now() where state = 'waiting'`);
  await app.outgoing.runDue();
  expect(await counts()).toEqual([sent + 1, postponed + 1]);
  expect(await metric('outgoing_delivery_queue_length')).toBe(0);
});

test('nothing is sent of what was not chosen, of other affiliates, or from before it was enabled', async () => {
  const { affiliate } = await newAffiliate({ events: ['renewal'] });
  const { affiliate: disabled } = await newAffiliate({ is_enabled: false });
  const { affiliate: other } = await newAffiliate({ events: [] });
  await app.consume('subscriber.registered', registered(affiliate.id));
  const [early, none] = [registered(disabled.id), registered(null)];
  await app.consume('subscriber.registered', early);
  await app.consume('subscriber.registered', none);
  await save(disabled).expect(200);
  await app.consume('subscriber.registered', early);
  await app.outgoing.runDue();
  expect(received).toEqual([]);
  for (const one of [affiliate, disabled, other]) expect((await logOf(one)).deliveries).toEqual([]);
});

test('a failed postback is retried for three days, and on demand afterwards', async () => {
  const { affiliate } = await newAffiliate();
  await app.consume('subscriber.registered', registered(affiliate.id));
  status = 500;
  await app.outgoing.runDue();
  const [failed] = (await logOf(affiliate)).deliveries;
  expect(failed).toMatchObject({ state: 'waiting', attempts: 1, last_status: 500, last_error: 'statut 500' });
  expect(Date.parse(failed?.next_attempt_at ?? '')).toBeGreaterThan(Date.now() + 5_000);
  await app.postgres.query(
    "update outgoing_deliveries set due_at = now(), expires_at = now() - interval '1 second' where id = $1",
    [failed?.id],
  );
  await app.outgoing.runDue();
  expect((await logOf(affiliate)).deliveries[0]).toMatchObject({ state: 'abandoned', attempts: 2 });
  status = 204;
  await post(affiliate, `${failed?.id}/retry`).expect(200);
  await app.outgoing.runDue();
  const [delivered] = (await logOf(affiliate)).deliveries;
  expect(delivered).toMatchObject({ state: 'delivered', attempts: 3, last_error: null });
  const { host } = new URL(tracker.url);
  expect(delivered?.attempt_log).toEqual(
    [500, 500, 204].map((code, index) => ({
      number: index + 1,
      ended_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      host,
      status: code,
      error: code === 204 ? null : 'statut 500',
    })),
  );
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await post(affiliate, `${failed?.id}/retry`).expect(404);
});

test.each([
  { name: 'seconds', status: 429, retryAfter: '7200', seconds: 7_200 },
  { name: 'a date', status: 503, retryAfter: new Date(Date.now() + 7_200_000).toUTCString(), seconds: 7_200 },
  { name: 'more than the longest delay', status: 429, retryAfter: '864000', seconds: 14_400 },
  { name: 'less than the own delay', status: 429, retryAfter: '1', seconds: 10 },
  { name: 'another status', status: 500, retryAfter: '7200', seconds: 10 },
  { name: 'nonsense', status: 429, retryAfter: 'soon', seconds: 10 },
])('a server that states when to call again is called then: $name', async ({ seconds, ...response }) => {
  const { affiliate } = await newAffiliate();
  await post(affiliate, 'test').expect(201);
  ({ status, retryAfter } = response);
  const startedAt = Date.now();
  await app.outgoing.runDue();
  const [delivery] = (await logOf(affiliate)).deliveries;
  const delaySeconds = (Date.parse(delivery?.next_attempt_at ?? '') - startedAt) / 1_000;
  // The retry delay varies by a fifth; the test itself takes the remaining time.
  expect(delaySeconds).toBeGreaterThan(seconds * 0.8 - 2);
  expect(delaySeconds).toBeLessThan(seconds * 1.2 + 300);
});

test('the log of a notification holds its latest attempts, however often it is sent by hand', async () => {
  const { affiliate } = await newAffiliate();
  await post(affiliate, 'test').expect(201);
  await app.postgres.query(
    `update outgoing_deliveries set attempts = 120, attempt_log =
       (select jsonb_agg(jsonb_build_object('number', n, 'ended_at', '2026-03-02T20:00:00.000Z', 'host', 'a', 'status', null, 'error', 'b') order by n)
        from generate_series(71, 120) n)`,
  );
  await app.outgoing.runDue();
  const [delivery] = (await logOf(affiliate)).deliveries;
  expect(delivery?.attempt_log.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, n) => 72 + n));
});

test('a test carries samples; GET is signed over its address', async () => {
  const { affiliate, secret } = await newAffiliate({ method: 'GET' });
  await post(affiliate, 'test').expect(201);
  await app.outgoing.runDue();
  const [{ url, headers, method, body } = {} as Received] = received;
  expect({ method, body }).toEqual({ method: 'GET', body: '' });
  expect(url).toBe('/postback?cid=CLIC-DE-TEST&type=test&amount=2.00&payout=0.60&tx=TEST');
  const content = `${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${tracker.url}${url}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(content).digest('base64')}`);
});

test('the secret is shown once; a new one signs beside the former', async () => {
  const { affiliate, secret } = await newAffiliate();
  expect((await save(affiliate).expect(200)).body.secret).toBeNull();
  const renewed = (await save(affiliate, { renews_secret: true }).expect(200)).body.secret as string;
  expect(renewed).not.toBe(secret);
  await post(affiliate, 'test').expect(201);
  await app.outgoing.runDue();
  expect((received[0]?.headers['webhook-signature'] as string).split(' ')).toHaveLength(2);
});

test('the log is for the affiliate itself and the administrator, settings have public addresses alone', async () => {
  const [{ affiliate }, { affiliate: other }] = [await newAffiliate(), await newAffiliate()];
  await app.consume('subscriber.registered', registered(other.id));
  const [delivery] = (await logOf(other)).deliveries;
  await save(affiliate, {}, other.bearer).expect(403);
  await post(affiliate, 'test', other.bearer).expect(403);
  await post(affiliate, `${delivery?.id}/retry`).expect(404);
  await save(affiliate, {}, app.subscriber).expect(403);
  await save(affiliate, {}, app.administrator).expect(200);
  await save(affiliate, {}, app.oldAdministrator).expect(403);
  for (const url of ['http://example.org/', 'https://127.0.0.1/', 'https://localhost/{event}', 'https://10.0.0.1/'])
    expect((await save(affiliate, { url }).expect(400)).body.code).toBe('OUTGOING_HOST_REFUSED');
  await post(await app.createAndLogIn(), 'test').expect(409);
});

test('the log comes in pages, each notification once, for its affiliate alone', async () => {
  const [{ affiliate }, { affiliate: other }] = [await newAffiliate(), await newAffiliate()];
  await app.postgres.query(
    `insert into outgoing_deliveries (affiliate_id, event, fact, occurred_at, state, finished_at, created_at)
     select $1, 'test', number, now(), 'delivered', now(), now() - make_interval(secs => number / 3) from generate_series(1, 120) number`,
    [affiliate.id],
  );
  const pages = [await logOf(affiliate)];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await logOf(affiliate, next));
  expect(pages.map(({ deliveries }) => deliveries.length)).toEqual([50, 50, 20]);
  const all = pages.flatMap(({ deliveries }) => deliveries);
  expect(new Set(all.map(({ id }) => id)).size).toBe(120);
  const times = all.map(({ created_at }) => created_at);
  expect(times).toEqual(times.toSorted().reverse());
  for (const bearer of [other.bearer, app.administrator])
    expect((await readLog({ slug: other.slug, bearer }, pages[0]?.next ?? '').expect(400)).body.code).toBe(
      'VALIDATION_FAILED',
    );
});

test('a person’s notifications are exported, and erased with the person', async () => {
  const { affiliate } = await newAffiliate();
  const person = registered(affiliate.id);
  await app.consume('subscriber.registered', person);
  const token = await app.subscriberToken(person.id);
  const exported = async () =>
    (await app.http.get('/api/account/data/affiliate').set('Authorization', token).expect(200)).body
      .outgoing_postbacks as unknown[];
  expect(await exported()).toMatchObject([{ event: 'registration', affiliate_id: affiliate.id, delivered_at: null }]);
  await app.consume('subscriber.erased', { id: person.id });
  await app.consume('payment.recorded', paid(person.id, affiliate.id));
  expect(await exported()).toEqual([]);
  await app.outgoing.runDue();
  expect(received.filter(({ body }) => body.includes(affiliate.slug))).toEqual([]);
});
