import { startHttpServer } from 'testing/http-server';
import { createPushTransport, EndpointRejectedError } from '../src/notifications/push-transport.ts';
import { PASSWORD } from './harness.ts';
import {
  addDevice,
  as,
  identity,
  privateKey,
  sendDue,
  service,
  settings,
  startLive,
  subscribed,
} from './notification-harness.ts';
import { createBrowser } from './push-service.ts';

describe('notifications', () => {
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

  test('waits its own delay where the push service requests none', async () => {
    const { token, model } = await subscribed();
    const { path } = await addDevice(token);
    service.respond(path, 429, { 'retry-after': '0' });
    await startLive(model);
    await sendDue();
    expect(service.to(path)).toHaveLength(1);
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
    await identity.notices.runDue();
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

  test('ends with a response that switches to another protocol', async () => {
    const { url, close } = await startHttpServer((request) =>
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
    );
    const transport = createPushTransport({
      privateKey: privateKey(),
      services: [url],
      contact: 'a@coulisses.example',
    });
    const target = { endpoint: `${url}/abc`, ...createBrowser().keys };
    const options = { lifetimeSeconds: 60, signal: new AbortController().signal };
    await expect(transport.send(target, { kind: 'live', slug: 'nina', name: 'Nina' }, options)).resolves.toMatchObject({
      status: 101,
    });
    await close();
  });

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
});
