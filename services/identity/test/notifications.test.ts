import { randomUUID } from 'node:crypto';
import { startIdentity } from './harness.ts';
import { readable } from './mail-server.ts';
import {
  addDevice,
  ALL,
  as,
  choose,
  identity,
  newModel,
  NONE,
  sendDue,
  service,
  settings,
  startLive,
  subscribed,
} from './notification-harness.ts';
import { claimsOf, createBrowser } from './push-service.ts';

describe('notifications', () => {
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
    // An event that arrives late, with a count from before.
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

  test('mails a live once, with a link that ends these mails without a login', async () => {
    const { token, email, model } = await subscribed({ ...NONE, live_mail: true });
    const mails = async () => {
      await identity.notices.runDue();
      await identity.mails.runDue();
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
