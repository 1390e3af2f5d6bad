import { randomUUID } from 'node:crypto';
import type { ModelView } from 'contracts/models';
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

describe('live', () => {
  it('is live during its schedule, and publishes beginning and end once', async () => {
    const model = await harness.newModel();
    const replica = await harness.createReplica();
    const tick = () =>
      Promise.all([harness.catalogue.ticker.tick(), replica.ticker.tick(), harness.catalogue.ticker.tick()]);
    const isLive = async () => (await harness.read(model.slug)).is_live;
    await tick();
    expect(await isLive()).toBe(false);
    harness.clock.now = START;
    expect(await isLive()).toBe(true);
    await tick();
    expect(await isLive()).toBe(true);
    harness.clock.now = END;
    expect(await isLive()).toBe(false);
    await tick();
    await tick();
    expect(await publishedLive(model.id)).toEqual([
      ['live.started', new Date(END).toISOString()],
      ['live.ended', '2026-03-11T20:00:00.000Z'],
    ]);
    expect((await harness.read(model.slug, harness.administrator)).edit_revision).toBe(1);
    await replica.close();
  });

  it('publishes nothing for a live that passed without a tick, and the next one as usual', async () => {
    const model = await harness.newModel();
    harness.clock.now = END + 3_600_000;
    await harness.catalogue.ticker.tick();
    expect(await publishedLive(model.id)).toEqual([]);
    harness.clock.now = START + 24 * 3_600_000;
    await harness.catalogue.ticker.tick();
    expect(await publishedLive(model.id)).toHaveLength(1);
  });

  it('follows the override at once, against the schedule, and publishes each change', async () => {
    const model = await harness.newModel();
    expect(await save(model.id, { manual_live_override: true })).toMatchObject({
      is_live: true,
      manual_live_override: true,
    });
    harness.clock.now = END;
    await harness.catalogue.ticker.tick();
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

  it('sets no override for is_live as it was shown, and one where it was toggled', async () => {
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

  it('makes the model live without an override when the schedule is moved over the present', async () => {
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

  it('publishes the live of a model that is created live', async () => {
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

  it('loses neither saves nor changes of the schedule that happen at once', async () => {
    const model = await harness.newModel();
    harness.clock.now = START;
    await Promise.all([
      save(model.id, { bio: 'Pendant' }),
      harness.catalogue.ticker.tick(),
      save(model.id, { age: 44 }),
      harness.catalogue.ticker.tick(),
    ]);
    expect(await harness.read(model.slug, harness.administrator)).toMatchObject({
      bio: 'Pendant',
      age: 44,
      is_live: true,
      edit_revision: 3,
    });
    expect(await publishedLive(model.id)).toHaveLength(1);
  });

  it('lets the owning affiliate reset the override, and reports an unknown model', async () => {
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
