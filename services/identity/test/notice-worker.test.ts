import { randomUUID } from 'node:crypto';
import { createLogger } from 'service-kit/logger';
import type { modelFacts } from 'testing/events';
import { createNoticeWorker } from '../src/notifications/notice-worker.ts';
import { PASSWORD } from './harness.ts';
import type { Identity } from './harness.ts';
import { addDevice, ALL, as, choose, identity, newModel, NONE, UNTIL } from './notification-harness.ts';

describe('notifications', () => {
  describe('a notice to more subscribers than a page has', () => {
    /** Creates a worker with pages of two subscribers, as one of several replicas. */
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
    /** Creates subscribers with a device, in the order of the pages. */
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
    /** Returns the subscribers of the queued mails and push messages about a model, in order. */
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
    beforeEach(() => identity.notices.runDue());

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
      await worker().runDue();
      expect(await queued(model)).toEqual(both(subscribers));
    });

    test('is queued once by several replicas', async () => {
      const { model, subscribers } = await chosenBy(5);
      const other = await chosenBy(3);
      await begin(model);
      await begin(other.model);
      await Promise.all([worker().runDue(), worker().runDue(), worker().runDue()]);
      await worker().runDue();
      expect(await queued(model)).toEqual(both(subscribers));
      expect(await queued(other.model)).toEqual(both(other.subscribers));
    });

    test('alternates with other notices', async () => {
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
      const { queueOnce, runDue } = worker();
      await queueOnce();
      await choose(third?.token ?? '', model.slug, { ...ALL, live_mail: false }).expect(200);
      await identity.http
        .post('/api/auth/delete-account')
        .set(as(fourth?.token ?? ''))
        .send({ password: PASSWORD })
        .expect(200);
      await runDue();
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
      const { queueOnce, runDue } = worker();
      await queueOnce();
      await happen(model);
      await runDue();
      expect(await queued(model)).toEqual(both(subscribers.slice(0, 2)));
      expect(await due()).toEqual([]);
    });

    test('reaches who has chosen it since, where its live begins again', async () => {
      const { model, subscribers } = await chosenBy(3);
      await begin(model);
      await worker().runDue();
      const { token, email } = await identity.register();
      await choose(token, model.slug, { ...NONE, live_mail: true }).expect(200);
      await begin(model);
      await worker().runDue();
      expect(await queued(model)).toEqual({
        pushes: both(subscribers).pushes,
        mails: [...both(subscribers).mails, await idOf(email)].sort(),
      });
    });

    test('queues a notice of new content the same way', async () => {
      const { model, subscribers } = await chosenBy(3, { ...NONE, content_push: true });
      await identity.consume('model.updated', { ...model, assets: [{ id: randomUUID(), access: 'locked' }] }, 2);
      const { queueOnce, runDue } = worker();
      await queueOnce();
      expect(await queued(model)).toEqual({ pushes: both(subscribers.slice(0, 2)).pushes, mails: [] });
      await runDue();
      expect(await queued(model)).toEqual({ pushes: both(subscribers).pushes, mails: [] });
    });
  });
});
