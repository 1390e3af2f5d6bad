import { createEvent } from 'service-kit/outbox';
import { deliver } from 'testing/events';
import { endOfBegun } from '../src/notifications/live-notices.ts';
import { readable } from './mail-server.ts';
import {
  addDevice,
  ALL,
  choose,
  identity,
  newModel,
  sendDue,
  startLive,
  stopClockAt,
  subscribed,
} from './notification-harness.ts';

describe('notifications', () => {
  test('announce three lives of a model a day, however often its owner changes their end', async () => {
    const { token, email, model } = await subscribed();
    const device = await addDevice(token);
    for (const hour of [18, 19, 20, 21, 22, 18]) await startLive(model, `2099-11-22T${hour}:00:00.000Z`);
    await identity.mails.runDue();
    expect(device.messages()).toHaveLength(3);
    const mails = identity.mailServer.messagesTo(email).map(({ source }) => readable(source));
    expect(mails.filter((mail) => mail.includes('est en live'))).toHaveLength(3);
    await identity.postgres.query('update models set announced_on = announced_on - 1 where id = $1', [model.id]);
    await startLive(model, '2099-11-23T18:00:00.000Z');
    expect(device.messages()).toHaveLength(4);
  });

  describe('a live that the schedule begins', () => {
    const MINUTE = 60_000;
    const inParis = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', hour: '2-digit', minute: '2-digit' });
    /** Returns a schedule of two hours that began some minutes ago. */
    const begun = (minutes: number) => {
      const start = Date.now() - minutes * MINUTE;
      return `${inParis.format(start)}-${inParis.format(start + 120 * MINUTE)}`;
    };
    /** Moves the end of the notified period back, as after a downtime of the service. */
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
      await identity.mails.runDue();
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
      const instant = Date.parse('2026-11-22T19:02:00.000Z');
      stopClockAt(instant);
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
});
