import { eventually } from 'testing/eventually';
import { createHarness } from './harness.ts';
import type { Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const save = (id: string, body: object) =>
  harness.api().put(`/api/models/${id}`).set('authorization', harness.administrator).send(body);
const documents = () =>
  harness.mongo.connection.collection<{
    _id: string;
    slug?: string;
    outbox: { id: string }[];
    relayLease: Date | null;
    deletedAt?: Date;
  }>('models');

describe('the outbox inside the document', () => {
  test('stores events with the model while the broker is unavailable, and publishes them in order afterwards', async () => {
    harness.broker.isDown = true;
    const model = await harness.newModel();
    for (const age of [20, 21, 22]) await save(model.id, { age });
    expect((await documents().findOne({ _id: model.id }))?.outbox).toHaveLength(4);
    expect(harness.published.filter(({ data }) => (data as { id: string }).id === model.id)).toEqual([]);
    harness.broker.isDown = false;
    const events = await harness.publishedOf(model.id);
    expect(events.map(({ name, revision }) => [name, revision])).toEqual([
      ['model.created', 1],
      ['model.updated', 2],
      ['model.updated', 3],
      ['model.updated', 4],
    ]);
    expect(events[0]).toMatchObject({
      version: 1,
      actor: { role: 'administrator', id: 'main' },
      data: { id: model.id, slug: model.slug, affiliateId: null, assets: [] },
    });
  });

  test('does not publish confirmed events again when the broker rejects a later one', async () => {
    const model = await harness.newModel();
    await harness.publishedOf(model.id);
    harness.broker.isDown = true;
    for (const age of [20, 21]) await save(model.id, { age });
    const publish = harness.broker.publish;
    let left = 1;
    harness.broker.publish = async (event) => {
      if ((event.data as { id: string }).id === model.id && left-- <= 0)
        throw new Error('the broker did not confirm in time');
      return publish(event);
    };
    harness.broker.isDown = false;
    await eventually(
      async () => (await documents().findOne({ _id: model.id }))?.outbox.length === 1,
      'one of two is confirmed',
    );
    harness.broker.publish = publish;
    expect((await harness.publishedOf(model.id)).map(({ revision }) => revision)).toEqual([1, 2, 3]);
  });

  test('publishes the events of other models while the broker rejects those of one', async () => {
    harness.broker.isDown = true;
    const [rejected, other] = [await harness.newModel(), await harness.newModel()];
    const publish = harness.broker.publish;
    harness.broker.publish = async (event) => {
      if ((event.data as { id: string }).id === rejected.id) throw new Error('not acceptable');
      return publish(event);
    };
    harness.broker.isDown = false;
    await eventually(
      () => harness.published.some(({ data }) => (data as { id: string }).id === other.id),
      'the event of the other model',
    );
    expect((await documents().findOne({ _id: rejected.id }))?.outbox).toHaveLength(1);
    harness.broker.publish = publish;
    expect(await harness.publishedOf(rejected.id)).toHaveLength(1);
  });

  test('publishes the events of other models while the broker rejects those of more than a batch', async () => {
    const { publish } = harness.broker;
    const rejected = Array.from({ length: 120 }, (_, index) => `0-rejected-${index}`);
    harness.broker.publish = async (event) => {
      if (event.id.startsWith('0-rejected')) throw new Error('not acceptable');
      return publish(event);
    };
    await documents().insertMany(
      rejected.map((id) => ({ _id: id, slug: `~${id}`, outbox: [{ id }], relayLease: null, deletedAt: new Date() })),
    );
    const model = await harness.newModel();
    await eventually(
      () => harness.published.some(({ data }) => (data as { id: string }).id === model.id),
      'the event of the model behind them',
    );
    expect(await documents().countDocuments({ 'outbox.id': { $in: rejected } })).toBe(rejected.length);
    await documents().deleteMany({ _id: { $in: rejected } });
    harness.broker.publish = publish;
  });

  test('renews the claim of an outbox before the lease can end while an event is being confirmed', async () => {
    harness.broker.isDown = true;
    const model = await harness.newModel();
    for (const age of [20, 21]) await save(model.id, { age });
    const { publish } = harness.broker;
    const now = performance.now.bind(performance);
    let delay = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + delay);
    const leases: unknown[] = [];
    harness.broker.publish = async (event) => {
      if ((event.data as { id: string }).id === model.id) {
        leases.push((await documents().findOne({ _id: model.id }))?.relayLease?.getTime());
        delay += 9_000;
      }
      return publish(event);
    };
    harness.broker.isDown = false;
    expect((await harness.publishedOf(model.id)).map(({ revision }) => revision)).toEqual([1, 2, 3]);
    clock.mockRestore();
    harness.broker.publish = publish;
    expect(leases).toHaveLength(3);
    expect(new Set(leases).size).toBe(2);
  });

  test('leaves the lease to the replica that has it when an outbox is given back late', async () => {
    const model = await harness.newModel();
    await harness.publishedOf(model.id);
    const { publish } = harness.broker;
    const taken = new Date(Date.now() + 60_000);
    harness.broker.publish = async (event) => {
      if ((event.data as { id: string }).id === model.id)
        await documents().updateOne({ _id: model.id }, { $set: { relayLease: taken } });
      return publish(event);
    };
    await save(model.id, { age: 20 });
    await eventually(async () => (await documents().findOne({ _id: model.id }))?.outbox.length === 0, 'it is empty');
    expect((await documents().findOne({ _id: model.id }))?.relayLease).toEqual(taken);
    harness.broker.publish = publish;
  });

  test('publishes each event once with two replicas', async () => {
    const replica = await harness.createReplica();
    replica.relay.start();
    const models = await Promise.all(Array.from({ length: 5 }, () => harness.newModel()));
    await Promise.all(models.flatMap(({ id }) => [20, 21, 22].map((age) => save(id, { age }))));
    for (const { id } of models)
      expect((await harness.publishedOf(id)).map(({ revision }) => revision)).toEqual([1, 2, 3, 4]);
    await replica.relay.stop();
    await replica.close();
  });

  test('takes over the outbox of a dead replica once the lease has run out', async () => {
    harness.broker.isDown = true;
    const model = await harness.newModel();
    const lease = (date: Date) => ({ $set: { relayLease: date } });
    // Taken while it is free: otherwise the relay, which retries all the time, could release the lease of this test.
    await eventually(
      async () =>
        (await documents().updateOne({ _id: model.id, relayLease: null }, lease(new Date(Date.now() + 60_000))))
          .modifiedCount === 1,
      'the outbox was given back and taken',
    );
    harness.broker.isDown = false;
    const other = await harness.newModel();
    await eventually(
      () => harness.published.some(({ data }) => (data as { id: string }).id === other.id),
      'other models are published meanwhile',
    );
    expect(harness.published.some(({ data }) => (data as { id: string }).id === model.id)).toBe(false);
    await documents().updateOne({ _id: model.id }, lease(new Date(Date.now() - 1)));
    expect(await harness.publishedOf(model.id)).toHaveLength(1);
  });
});
