import { randomUUID } from 'node:crypto';
import type { ModelView } from 'contracts/models';
import request from 'supertest';
import { createHarness, QUIET } from './harness.ts';
import type { Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
beforeEach(() => {
  harness.clock.now = QUIET;
});
afterAll(() => harness.close());

/** 21:00 and 01:00 in Paris, after QUIET. */
const START = Date.parse('2026-03-10T20:00:00Z');
const END = Date.parse('2026-03-11T00:00:00Z');
const save = async (id: string, body: object) => {
  const response = await harness.api().put(`/api/models/${id}`).set('authorization', harness.administrator).send(body);
  expect(response.status).toBe(200);
  return response.body as ModelView;
};
const reset = (id: string, token = harness.administrator) =>
  harness.api().post(`/api/models/${id}/reset-live-override`).set('authorization', token);
const publishedLive = async (id: string) =>
  (await harness.publishedOf(id))
    .filter(({ name }) => name.startsWith('live.'))
    .map(({ name, data }) => [name, (data as { until: string | null }).until]);

/** Returns the model's stored document. */
const stored = (id: string) => harness.mongo.connection.collection<{ _id: string }>('models').findOne({ _id: id });

describe('live', () => {
  test('begins and ends by its schedule without a write and without an event', async () => {
    const model = await harness.newModel();
    await harness.publishedOf(model.id);
    const before = await stored(model.id);
    const shown = async () => {
      const { is_live, live_changes_at } = await harness.read(model.slug);
      return [is_live, live_changes_at];
    };
    expect(await shown()).toEqual([false, new Date(START).toISOString()]);
    harness.clock.now = START;
    expect(await shown()).toEqual([true, new Date(END).toISOString()]);
    harness.clock.now = END;
    expect(await shown()).toEqual([false, '2026-03-11T20:00:00.000Z']);
    expect(await publishedLive(model.id)).toEqual([]);
    expect(await stored(model.id)).toEqual(before);
  });

  test('begins those of 2,000 models at the same minute without a write and without an event', async () => {
    const model = await harness.newModel({ live_schedule_start: '20:30', live_schedule_end: '20:45' });
    await harness.publishedOf(model.id);
    const models = harness.mongo.connection.collection<{ _id: string }>('models');
    const copied = await stored(model.id);
    const copies = Array.from({ length: 1_999 }, (_, index) => ({
      ...copied,
      _id: randomUUID(),
      slug: `copie-${index}`,
    }));
    await models.insertMany(copies);
    const [published, before] = [harness.published.length, await models.find().sort({ _id: 1 }).toArray()];
    const live = async () => {
      const [count, wall] = await Promise.all([
        harness.api().get('/api/models?filter=live&limit=1'),
        harness.api().get('/api/models?sort=wall'),
      ]);
      const states = new Set((wall.body as ModelView[]).map(({ is_live }) => is_live));
      return [count.get('x-total-count'), [...states], wall.get('changes-at')];
    };
    const [start, end] = ['2026-03-10T19:30:00.000Z', '2026-03-10T19:45:00.000Z'];
    harness.clock.now = Date.parse(start) - 1;
    expect(await live()).toEqual(['0', [false], start]);
    harness.clock.now += 1;
    expect(await live()).toEqual(['2000', [true], end]);
    harness.clock.now = Date.parse(end);
    expect(await live()).toEqual(['0', [false], new Date(START).toISOString()]);
    expect(harness.published).toHaveLength(published);
    expect(await models.find().sort({ _id: 1 }).toArray()).toEqual(before);
    await models.deleteMany({ _id: { $in: copies.map(({ _id }) => _id) } });
  });

  test('follows the override at once, against the schedule, and publishes each change', async () => {
    const model = await harness.newModel();
    expect(await save(model.id, { manual_live_override: true })).toMatchObject({
      is_live: true,
      manual_live_override: true,
      live_changes_at: null,
    });
    harness.clock.now = END;
    expect((await harness.read(model.slug)).is_live).toBe(true);
    const response = await reset(model.id);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ is_live: false, manual_live_override: null, edit_revision: 3 });
    expect(await publishedLive(model.id)).toEqual([
      ['live.started', null],
      ['live.ended', '2026-03-11T20:00:00.000Z'],
    ]);
    const revisions = (await harness.publishedOf(model.id)).map(({ revision }) => revision);
    expect(revisions).toEqual([1, 2, 3, 4, 5]);
  });

  test('publishes neither a beginning nor an end where the override agrees with the schedule, but the rule', async () => {
    const model = await harness.newModel();
    harness.clock.now = START;
    await save(model.id, { manual_live_override: true });
    await save(model.id, { manual_live_override: null });
    expect(await publishedLive(model.id)).toEqual([]);
    const rules = (await harness.publishedOf(model.id)).map(({ data }) => (data as { liveRule?: string }).liveRule);
    expect(rules).toEqual(['21:00-01:00', 'on', '21:00-01:00']);
  });

  test('gives a hidden model no live, whatever its schedule', async () => {
    harness.clock.now = START;
    const model = await harness.newModel();
    await save(model.id, { state: 'archived' });
    await save(model.id, { state: 'published' });
    expect(await publishedLive(model.id)).toEqual([
      ['live.started', new Date(END).toISOString()],
      ['live.ended', new Date(END).toISOString()],
      ['live.started', new Date(END).toISOString()],
    ]);
    const rules = (await harness.publishedOf(model.id)).flatMap(
      ({ data }) => (data as { liveRule?: string }).liveRule ?? [],
    );
    expect(rules).toEqual(['21:00-01:00', 'off', '21:00-01:00']);
  });

  test('sets no override for is_live as it was shown, and one where it was toggled', async () => {
    const model = await harness.newModel({ is_live: false });
    expect(model.manual_live_override).toBeNull();
    expect(await save(model.id, { is_live: false })).toMatchObject({ manual_live_override: null });
    expect(await save(model.id, { is_live: true })).toMatchObject({ manual_live_override: true, is_live: true });
    expect(await save(model.id, { is_live: false })).toMatchObject({ manual_live_override: false, is_live: false });
    expect(await save(model.id, { is_live: true, manual_live_override: null })).toMatchObject({
      manual_live_override: null,
      is_live: false,
    });
  });

  test('compares is_live with what a replica with a fast clock showed', async () => {
    const model = await harness.newModel();
    harness.clock.now = START - 180_000;
    const replica = await harness.createReplica(harness.url, { clock: () => START + 120_000 });
    const saveThere = async (is_live: boolean) => {
      const response = await request(replica.http)
        .put(`/api/models/${model.id}`)
        .set('authorization', harness.administrator)
        .send({ is_live });
      return (response.body as ModelView).manual_live_override;
    };
    const shown = (await request(replica.http).get(`/api/models/${model.slug}`)).body as ModelView;
    expect(shown.is_live).toBe(true);
    expect(await saveThere(true)).toBeNull();
    expect(await saveThere(false)).toBe(false);
    await replica.close();
  });

  test('makes the model live without an override when the schedule is moved over the present', async () => {
    const model = await harness.newModel();
    expect(
      await save(model.id, { live_schedule_start: '17:30', live_schedule_end: '18:30', is_live: false }),
    ).toMatchObject({ is_live: true, manual_live_override: null });
    expect(await save(model.id, { live_schedule_start: '18:00', live_schedule_end: '18:00' })).toMatchObject({
      is_live: false,
    });
    expect(await publishedLive(model.id)).toEqual([
      ['live.started', '2026-03-10T17:30:00.000Z'],
      ['live.ended', null],
    ]);
  });

  test('publishes the live of a model that is created live', async () => {
    harness.clock.now = START;
    const model = await harness.newModel();
    expect(model.is_live).toBe(true);
    expect((await harness.publishedOf(model.id)).map(({ name, revision }) => [name, revision])).toEqual([
      ['model.created', 1],
      ['live.started', 2],
    ]);
    const off = await harness.newModel({ is_live: false });
    expect(off).toMatchObject({ is_live: false, manual_live_override: false });
  });

  test('lets the owning affiliate reset the override, and reports an unknown model', async () => {
    const affiliate = await harness.newAffiliate();
    const model = await harness.newModel(
      { manual_live_override: true },
      affiliate.token,
      `/api/affiliates/${affiliate.slug}/models`,
    );
    expect((await reset(model.id, affiliate.token)).body).toMatchObject({ manual_live_override: null });
    expect((await reset(randomUUID())).body).toMatchObject({ code: 'MODEL_NOT_FOUND' });
  });
});
