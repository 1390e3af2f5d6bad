import { createECDH, randomUUID } from 'node:crypto';
import { createLogger } from 'service-kit/logger';
import { createEvent } from 'service-kit/outbox';
import { deliver, modelFacts } from 'testing/events';
import { endOfBegun } from '../src/notifications/live-notices.ts';
import { createNoticeWorker } from '../src/notifications/notice-worker.ts';
import { createPushTransport, EndpointRejectedError } from '../src/notifications/push-transport.ts';
import { PASSWORD, startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';
import { readable } from './mail-server.ts';
import { claimsOf, createBrowser, startPushService } from './push-service.ts';
import type { PushService } from './push-service.ts';

const privateKey = () => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');
};
const ALL = { live_push: true, content_push: true, live_mail: true };
const NONE = { live_push: false, content_push: false, live_mail: false };
const UNTIL = '2099-11-22T23:00:00.000Z';

describe('notifications', () => {
  let identity: Identity;
  let service: PushService;
  /** Of identity's clock, where a test sets it. */
  let instant: number | undefined;
  beforeAll(async () => {
    service = await startPushService();
    identity = await startIdentity({
      push: { privateKey: privateKey(), services: [service.origin] },
      clock: () => instant ?? Date.now(),
    });
  });
  afterEach(() => {
    instant = undefined;
  });
  afterAll(async () => {
    await identity.stop();
    await service.close();
  });

  const as = (token: string) => ({ authorization: `Bearer ${token}` });
  const settings = async (token: string) =>
    (await identity.http.get('/api/auth/notifications').set(as(token)).expect(200)).body;
  const choose = (token: string, slug: string, choice: object) =>
    identity.http.put(`/api/auth/notifications/models/${slug}`).set(as(token)).send(choice);
  /** Makes a browser of its own the device of a token's session. */
  const addDevice = async (token: string, path = `/${randomUUID()}`) => {
    const browser = createBrowser();
    const body = { endpoint: service.origin + path, keys: browser.keys };
    await identity.http.put('/api/auth/notifications/device').set(as(token)).send(body).expect(200);
    return { path, messages: () => service.to(path).map((each) => browser.open(each.body)) };
  };
  const sendDue = async () => {
    await identity.notices.queueDue();
    await identity.pushes.sendDue();
  };
  const startLive = async (model: { id: string; slug: string }, until: string | null = UNTIL) => {
    await identity.consume('live.started', { id: model.id, slug: model.slug, until });
    await sendDue();
  };
  const newModel = async (changed: object = {}) => {
    const model = modelFacts({ name: 'Nina', ...changed });
    await identity.consume('model.created', model);
    return model;
  };
  const subscribed = async (choice = ALL) => {
    const subscriber = await identity.register();
    const model = await newModel();
    await choose(subscriber.token, model.slug, choice).expect(200);
    return { ...subscriber, model };
  };

  test('sends a sealed and signed message when a chosen live begins, once for each device', async () => {
    const { token, model } = await subscribed();
    const device = await addDevice(token);
    await startLive(model);
    await startLive(model);
    expect(device.messages()).toEqual([{ kind: 'live', slug: model.slug, name: 'Nina' }]);
    const [request] = service.to(device.path);
    expect(claimsOf(request?.headers.authorization)).toMatchObject({
      aud: service.origin,
      sub: 'mailto:bonjour@coulisses.example',
    });
    expect(Number(request?.headers.ttl)).toBeGreaterThan(3_500);
  });

  test('sends nothing to devices of who has not chosen it', async () => {
    const { token, model } = await subscribed({ ...NONE, content_push: true });
    const device = await addDevice(token);
    await startLive(model);
    await startLive(await newModel());
    expect(device.messages()).toEqual([]);
  });

  test('notifies of new content once a day, and neither of removed nor of first known content', async () => {
    const { token, model } = await subscribed();
    const device = await addDevice(token);
    const asset = () => ({ id: randomUUID(), access: 'locked' as const });
    const assets = [asset(), asset()];
    for (const [revision, count] of [
      [2, 1],
      [3, 2],
      [4, 1],
    ] as const)
      await identity.consume('model.updated', { ...model, assets: assets.slice(0, count) }, revision);
    await sendDue();
    expect(device.messages()).toEqual([{ kind: 'content', slug: model.slug, name: model.name }]);
  });

  test('notifies of new content where the event names only what has changed, by the number that it states', async () => {
    const { token, model } = await subscribed();
    const device = await addDevice(token);
    const { assets: _assets, ...facts } = model;
    const count = (contentCount: number, revision: number) =>
      identity.consume(
        'model.updated',
        { ...facts, contentCount, assetChanges: { used: [], unused: [randomUUID()] } },
        revision,
      );
    await count(0, 3);
    // Late: it was more before.
    await count(5, 2);
    await sendDue();
    expect(device.messages()).toEqual([]);
    await count(2, 4);
    await sendDue();
    expect(device.messages()).toEqual([{ kind: 'content', slug: model.slug, name: model.name }]);
  });

  test('notifies of a scheduled item when it is due, not when it is planned', async () => {
    const { token, model } = await subscribed();
    const device = await addDevice(token);
    const asset = { id: randomUUID(), access: 'locked' as const };
    const planned = { ...asset, publishAt: new Date(Date.now() + 60_000).toISOString() };
    await identity.consume('model.updated', { ...model, assets: [planned] }, 2);
    await sendDue();
    expect(device.messages()).toEqual([]);
    await identity.consume('model.updated', { ...model, assets: [asset] }, 3);
    await sendDue();
    expect(device.messages()).toEqual([{ kind: 'content', slug: model.slug, name: model.name }]);
  });

  test.each([404, 410])('removes a device whose push service responds %d', async (status) => {
    const { token, model } = await subscribed();
    const { path } = await addDevice(token);
    service.respond(path, status);
    await startLive(model);
    expect((await settings(token)).devices).toEqual([]);
  });

  test('waits as long as the push service requests', async () => {
    const { token, model } = await subscribed();
    const { path } = await addDevice(token);
    service.respond(path, 429, { 'retry-after': '120' });
    await startLive(model);
    const due = async () => {
      const { rows } = await identity.postgres.query<{ seconds: number }>(
        `select extract(epoch from p.due_at - now())::int as seconds from pushes p join push_devices d on d.id = p.device_id where d.endpoint = $1`,
        [service.origin + path],
      );
      return rows[0]?.seconds;
    };
    expect(await due()).toBeGreaterThan(110);
    await sendDue();
    expect(service.to(path)).toHaveLength(1);
    service.respond(path, 201);
    await identity.postgres.query('update pushes set due_at = now() where due_at is not null');
    await sendDue();
    expect(service.to(path)).toHaveLength(2);
  });

  test('gives up what the push service rejects, and what is too late', async () => {
    const { token, model } = await subscribed();
    const { path } = await addDevice(token);
    service.respond(path, 413);
    await startLive(model);
    await sendDue();
    expect(service.to(path)).toHaveLength(1);
    const late = await subscribed();
    const device = await addDevice(late.token);
    await identity.consume('live.started', { id: late.model.id, slug: late.model.slug, until: null });
    await identity.notices.queueDue();
    await identity.postgres.query('update pushes set expires_at = now() where due_at is not null');
    await sendDue();
    expect(device.messages()).toEqual([]);
  });

  test('ends a device with its session, on its removal, and with the account', async () => {
    const { token, email, cookies, model } = await subscribed();
    await addDevice(token);
    const [device] = (await settings(token)).devices;
    expect(device).toMatchObject({ current: true, device: expect.any(String) });
    await identity.http.delete(`/api/auth/notifications/devices/${device.id}`).set(as(token)).expect(200);
    expect((await settings(token)).devices).toEqual([]);

    const second = await identity.http.post('/api/auth/login').send({ email, password: PASSWORD }).expect(200);
    const left = await addDevice(token);
    const other = await addDevice(second.body.token);
    await identity.http
      .post('/api/auth/logout')
      .set('Cookie', cookies)
      .set('origin', 'http://localhost:8080')
      .set(as(token))
      .expect(200);
    await startLive(model);
    expect([left.messages().length, other.messages().length]).toEqual([0, 1]);

    await identity.http
      .post('/api/auth/delete-account')
      .set(as(second.body.token))
      .send({ password: PASSWORD })
      .expect(200);
    const { rows } = await identity.postgres.query(
      'select 1 from push_devices where endpoint = any($1) union all select 1 from notification_choices where model_id = $2',
      [[left.path, other.path].map((path) => service.origin + path), model.id],
    );
    expect(rows).toEqual([]);
  });

  test('does not let a subscriber end the device of another', async () => {
    const owner = await subscribed();
    const stranger = await subscribed();
    await addDevice(owner.token);
    const [device] = (await settings(owner.token)).devices;
    await identity.http.delete(`/api/auth/notifications/devices/${device.id}`).set(as(stranger.token)).expect(200);
    expect((await settings(owner.token)).devices).toHaveLength(1);
  });

  test('moves a browser to the account that logs in there', async () => {
    const former = await subscribed();
    const next = await subscribed();
    const { path } = await addDevice(former.token);
    await addDevice(next.token, path);
    expect((await settings(former.token)).devices).toEqual([]);
    expect((await settings(next.token)).devices).toHaveLength(1);
  });

  test.each(['https://169.254.169.254/latest', 'http://127.0.0.1:1/', 'https://evil.example/', 'nothing'])(
    'rejects the endpoint %s',
    async (endpoint) => {
      const { token } = await identity.register();
      const { body } = await identity.http
        .put('/api/auth/notifications/device')
        .set(as(token))
        .send({ endpoint, keys: createBrowser().keys })
        .expect(400);
      expect(body.code ?? body.error?.code).toBe('PUSH_REJECTED');
    },
  );

  test('does not connect to a name that leads into the internal network', async () => {
    const transport = createPushTransport({
      privateKey: privateKey(),
      services: ['https://localhost.localdomain', 'https://localhost'],
      contact: 'bonjour@coulisses.example',
    });
    const target = { endpoint: 'https://localhost/abc', ...createBrowser().keys };
    const message = { kind: 'live', slug: 'nina', name: 'Nina' } as const;
    await expect(
      transport.send(target, message, { lifetimeSeconds: 60, signal: new AbortController().signal }),
    ).rejects.toThrow(EndpointRejectedError);
  });

  test('mails a live once, with a link that ends these mails without a login', async () => {
    const { token, email, model } = await subscribed({ ...NONE, live_mail: true });
    const mails = async () => {
      await identity.notices.queueDue();
      await identity.mails.sendDue();
      return identity.mailServer.messagesTo(email).map(({ source }) => readable(source));
    };
    await startLive(model);
    await startLive(model);
    const [mail = ''] = (await mails()).filter((each) => each.includes('est en live'));
    expect((await mails()).filter((each) => each.includes('est en live'))).toHaveLength(1);
    const unsubscribe = /desabonnement\?token=([\w-]+)/.exec(mail)?.[1];
    await identity.http.post('/api/auth/unsubscribe').send({ token: 'unknown' }).expect(200);
    expect((await settings(token)).models).toHaveLength(1);
    await identity.http.post('/api/auth/unsubscribe').send({ token: unsubscribe }).expect(200);
    expect((await settings(token)).models[0]).toMatchObject(NONE);
    await startLive(model, '2099-11-23T23:00:00.000Z');
    expect((await mails()).filter((each) => each.includes('est en live'))).toHaveLength(1);
  });

  describe('a live that the schedule begins', () => {
    const MINUTE = 60_000;
    const inParis = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', hour: '2-digit', minute: '2-digit' });
    /** A schedule that has begun so many minutes ago, for two hours. */
    const begun = (minutes: number) => {
      const start = Date.now() - minutes * MINUTE;
      return `${inParis.format(start)}-${inParis.format(start + 120 * MINUTE)}`;
    };
    /** Puts the end of what has been notified of back, as after a time without the service. */
    const notifyAfter = async (minutes: number) => {
      await identity.postgres.query(
        "update live_notices set notified_until = date_trunc('minute', now()) - make_interval(mins => $1), minute = null, after_id = null",
        [minutes],
      );
      while (await identity.liveNotices.notifyOnce());
    };
    const push = (model: { slug: string }) => ({ kind: 'live', slug: model.slug, name: 'Nina' });
    const subscribedTo = async (changed: object) => {
      const { token, email } = await identity.register();
      const model = await newModel(changed);
      await choose(token, model.slug, ALL).expect(200);
      return { token, email, model };
    };

    test('is notified of once, although it has no event, however often and by however many replicas it is found', async () => {
      const { token, email, model } = await subscribedTo({ liveRule: begun(3) });
      const device = await addDevice(token);
      await notifyAfter(5);
      await Promise.all([notifyAfter(5), identity.liveNotices.notifyOnce()]);
      await sendDue();
      await identity.mails.sendDue();
      expect(device.messages()).toEqual([push(model)]);
      const mails = identity.mailServer.messagesTo(email).map(({ source }) => readable(source));
      expect(mails.filter((mail) => mail.includes('est en live'))).toHaveLength(1);
    });

    test('has the cause that its event would have', async () => {
      const rule = begun(3);
      const { token, model } = await subscribedTo({ liveRule: rule });
      const device = await addDevice(token);
      const until = new Date(endOfBegun(rule, Date.now() - 10 * MINUTE, Date.now()) ?? 0).toISOString();
      await startLive(model, until);
      await notifyAfter(5);
      await sendDue();
      expect(device.messages()).toEqual([push(model)]);
    });

    test.each([
      ['has begun before', { liveRule: begun(10) }],
      ['is switched by hand', { liveRule: 'on' }],
      ['is switched off', { liveRule: 'off' }],
      ['is of a hidden model', { liveRule: begun(3), isHidden: true }],
      ['has no known schedule', {}],
    ])('is not notified of where it %s', async (_, changed) => {
      const user = await identity.register();
      const model = await newModel({ liveRule: 'off' });
      await choose(user.token, model.slug, ALL).expect(200);
      const device = await addDevice(user.token);
      await identity.consume('model.updated', { ...model, liveRule: undefined, ...changed }, 2);
      await notifyAfter(5);
      await sendDue();
      expect(device.messages()).toEqual([]);
    });

    test('is notified of where the event of its schedule was late', async () => {
      const { token, model } = await subscribedTo({ liveRule: 'off' });
      const device = await addDevice(token);
      instant = Date.parse('2026-11-22T19:02:00.000Z');
      const event = createEvent('model.updated', { ...model, liveRule: '20:00-22:00' }, 2);
      await deliver(identity.listeners, { ...event, occurredAt: new Date(instant - 5 * MINUTE).toISOString() });
      await sendDue();
      expect(device.messages()).toEqual([push(model)]);
    });

    test('is no long transaction where it is that of many models', async () => {
      const { token, model } = await subscribedTo({ liveRule: begun(3) });
      const device = await addDevice(token);
      await identity.postgres.query(
        `with more as (
           insert into models (id, slug, name, email_from_name, email_from_email, revision, live_rule)
           select gen_random_uuid(), 'many-' || n, 'Nina', '', '', 1, $2 from generate_series(1, 249) n returning id)
         insert into notification_choices (subscriber_id, model_id, live_push, content_push, live_mail)
         select c.subscriber_id, more.id, true, false, false from notification_choices c, more where c.model_id = $1`,
        [model.id, begun(3)],
      );
      await identity.postgres.query(
        "update live_notices set notified_until = date_trunc('minute', now()) - interval '5 minutes'",
      );
      let batches = 1;
      while (await identity.liveNotices.notifyOnce()) batches += 1;
      expect(batches).toBeGreaterThanOrEqual(3);
      await sendDue();
      expect(device.messages()).toHaveLength(250);
    });
  });

  describe('a notice to more subscribers than a page has', () => {
    /** Queues pages of two subscribers, as one of several replicas does. */
    const worker = (postgres: Pick<Identity['postgres'], 'query' | 'transaction'> = identity.postgres) =>
      createNoticeWorker({
        postgres,
        wakeOn: () => undefined,
        logger: createLogger('identity-test', 'silent'),
        pageSize: 2,
      });
    const idOf = async (email: string) =>
      (await identity.postgres.query<{ id: string }>('select id from subscribers where email = $1', [email])).rows[0]
        ?.id ?? '';
    /** Subscribers with a device, in the order of the pages. */
    const chosenBy = async (count: number, choice = ALL) => {
      const model = await newModel();
      const subscribers = [];
      for (let n = 0; n < count; n += 1) {
        const { token, email } = await identity.register();
        await choose(token, model.slug, choice).expect(200);
        await addDevice(token);
        subscribers.push({ token, id: await idOf(email) });
      }
      return { model, subscribers: subscribers.sort((a, b) => (a.id < b.id ? -1 : 1)) };
    };
    const begin = (model: { id: string; slug: string }) =>
      identity.consume('live.started', { id: model.id, slug: model.slug, until: UNTIL });
    /** Subscribers of the queued mails and push messages about a model, in order. */
    const queued = async (model: { id: string; slug: string }) => {
      const { rows } = await identity.postgres.query<{ mails: string[]; pushes: string[] }>(
        `select array(select subscriber_id::text from mails where kind = 'live-started' and data ->> 'slug' = $2 order by 1) as mails,
           array(select subscriber_id::text from pushes p join push_devices d on d.id = device_id where model_id = $1 order by 1) as pushes`,
        [model.id, model.slug],
      );
      return rows[0];
    };
    const both = (subscribers: readonly { id: string }[]) => {
      const ids = subscribers.map(({ id }) => id);
      return { mails: ids, pushes: ids };
    };
    const due = async () =>
      (await identity.postgres.query<{ model_id: string }>('select model_id from due_notices')).rows;
    beforeEach(() => identity.notices.queueDue());

    test('is queued page by page, by nothing that waits for it', async () => {
      const { model, subscribers } = await chosenBy(5);
      await begin(model);
      expect(await queued(model)).toEqual(both([]));
      const { queueOnce } = worker();
      await queueOnce();
      expect(await queued(model)).toEqual(both(subscribers.slice(0, 2)));
      await queueOnce();
      expect(await queued(model)).toEqual(both(subscribers.slice(0, 4)));
      await queueOnce();
      expect(await queued(model)).toEqual(both(subscribers));
      expect(await queueOnce()).toBe(false);
      expect(await due()).toEqual([]);
    });

    test('loses and doubles nothing where a page fails, and does not hold up another notice', async () => {
      const { model, subscribers } = await chosenBy(5);
      const other = await chosenBy(1);
      await begin(model);
      await worker().queueOnce();
      await identity.postgres.query("update due_notices set due_at = now() - interval '1 minute'");
      await begin(other.model);
      const failing = worker({
        query: identity.postgres.query,
        transaction: (work) =>
          identity.postgres.transaction(async (client) => {
            await work(client);
            throw new Error('crash');
          }),
      });
      await failing.queueOnce();
      expect(await queued(model)).toEqual(both(subscribers.slice(0, 2)));
      await worker().queueOnce();
      expect(await queued(other.model)).toEqual(both(other.subscribers));
      await identity.postgres.query('update due_notices set due_at = now()');
      await worker().queueDue();
      expect(await queued(model)).toEqual(both(subscribers));
    });

    test('is queued once by several replicas', async () => {
      const { model, subscribers } = await chosenBy(5);
      const other = await chosenBy(3);
      await begin(model);
      await begin(other.model);
      await Promise.all([worker().queueDue(), worker().queueDue(), worker().queueDue()]);
      await worker().queueDue();
      expect(await queued(model)).toEqual(both(subscribers));
      expect(await queued(other.model)).toEqual(both(other.subscribers));
    });

    test('takes turns with the others', async () => {
      const { model } = await chosenBy(5);
      const other = await chosenBy(1);
      await begin(model);
      await begin(other.model);
      const { queueOnce } = worker();
      await queueOnce();
      await queueOnce();
      expect(await queued(other.model)).toEqual(both(other.subscribers));
    });

    test('does not reach who has ended it, or the account, before their page', async () => {
      const { model, subscribers } = await chosenBy(5);
      const [, , third, fourth] = subscribers;
      await begin(model);
      const { queueOnce, queueDue } = worker();
      await queueOnce();
      await choose(third?.token ?? '', model.slug, { ...ALL, live_mail: false }).expect(200);
      await identity.http
        .post('/api/auth/delete-account')
        .set(as(fourth?.token ?? ''))
        .send({ password: PASSWORD })
        .expect(200);
      await queueDue();
      const left = subscribers.filter((each) => each !== fourth);
      expect(await queued(model)).toEqual({
        pushes: both(left).pushes,
        mails: both(left.filter((each) => each !== third)).mails,
      });
    });

    test.each([
      [
        'the model is hidden',
        (model: ReturnType<typeof modelFacts>) => identity.consume('model.updated', { ...model, isHidden: true }, 2),
      ],
      ['it is too late', () => identity.postgres.query('update due_notices set expires_at = now()')],
    ])('ends where %s meanwhile', async (_, happen) => {
      const { model, subscribers } = await chosenBy(3);
      await begin(model);
      const { queueOnce, queueDue } = worker();
      await queueOnce();
      await happen(model);
      await queueDue();
      expect(await queued(model)).toEqual(both(subscribers.slice(0, 2)));
      expect(await due()).toEqual([]);
    });

    test('reaches who has chosen it since, where its live begins again', async () => {
      const { model, subscribers } = await chosenBy(3);
      await begin(model);
      await worker().queueDue();
      const { token, email } = await identity.register();
      await choose(token, model.slug, { ...NONE, live_mail: true }).expect(200);
      await begin(model);
      await worker().queueDue();
      expect(await queued(model)).toEqual({
        pushes: both(subscribers).pushes,
        mails: [...both(subscribers).mails, await idOf(email)].sort(),
      });
    });

    test('of new content is queued the same way', async () => {
      const { model, subscribers } = await chosenBy(3, { ...NONE, content_push: true });
      await identity.consume('model.updated', { ...model, assets: [{ id: randomUUID(), access: 'locked' }] }, 2);
      const { queueOnce, queueDue } = worker();
      await queueOnce();
      expect(await queued(model)).toEqual({ pushes: both(subscribers.slice(0, 2)).pushes, mails: [] });
      await queueDue();
      expect(await queued(model)).toEqual({ pushes: both(subscribers).pushes, mails: [] });
    });
  });

  test('lists and ends choices, and responds with 404 for an unknown model', async () => {
    const { token, model } = await subscribed();
    expect((await settings(token)).models).toEqual([{ slug: model.slug, name: 'Nina', ...ALL }]);
    await choose(token, model.slug, NONE).expect(200);
    expect((await settings(token)).models).toEqual([]);
    await choose(token, 'unknown-model', ALL).expect(404);
  });

  test('limits the models of a subscriber', async () => {
    const { token, model } = await subscribed();
    await identity.postgres.query(
      `insert into notification_choices (subscriber_id, model_id, live_push, content_push, live_mail)
       select subscriber_id, gen_random_uuid(), true, true, true from notification_choices, generate_series(1, 199) where model_id = $1`,
      [model.id],
    );
    await choose(token, (await newModel()).slug, ALL).expect(409);
    await choose(token, model.slug, { ...ALL, live_mail: false }).expect(200);
  });

  test('shows devices and choices in the export of personal data, without the address of a device', async () => {
    const { token, model } = await subscribed();
    await addDevice(token);
    const { body } = await identity.http.get('/api/account/data/identity').set(as(token)).expect(200);
    expect(body.notifications.models).toEqual([{ model_id: model.id, ...ALL }]);
    expect(JSON.stringify(body.notifications)).not.toContain(service.origin);
  });
});

describe('a site without a push key', () => {
  test('offers no push messages', async () => {
    const identity = await startIdentity();
    try {
      const { token } = await identity.register();
      const header = { authorization: `Bearer ${token}` };
      const { body } = await identity.http.get('/api/auth/notifications').set(header).expect(200);
      expect(body.push_key).toBeNull();
      await identity.http
        .put('/api/auth/notifications/device')
        .set(header)
        .send({ endpoint: 'https://fcm.googleapis.com/fcm/send/abc', keys: createBrowser().keys })
        .expect(400);
    } finally {
      await identity.stop();
    }
  });
});
