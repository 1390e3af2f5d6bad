import type { EventData } from 'contracts/events';
import type { ModelView } from 'contracts/models';
import { createModelRepository } from '../src/models/model.repository.ts';
import { rankBetween } from '../src/models/model-rank.ts';
import { createHarness } from './harness.ts';
import type { Harness } from './harness.ts';

let harness: Harness;
let made: Record<string, ModelView>;
const QUIET_HOURS = { live_schedule_start: '03:00', live_schedule_end: '04:00' };
const create = async (name: string) => {
  harness.clock.now += 1_000;
  made[name] = await harness.newModel({ name, ...QUIET_HOURS });
};
const idOf = (name: string) => made[name]?.id ?? '';
beforeEach(async () => {
  harness = await createHarness();
  made = {};
  for (const name of ['A', 'B', 'C', 'D']) await create(name);
});
afterEach(() => harness.close());

const put = (path: string, body: object, token = harness.administrator) =>
  harness.api().put(`/api/models/${path}`).set('authorization', token).send(body);
const place = async (name: string, side: 'before' | 'after', neighbour: string) => {
  await put(`${idOf(name)}/place`, { side, neighbour: idOf(neighbour) }).expect(200);
};
const listed = async (sort = 'wall', token?: string) => {
  const call = harness.api().get(`/api/models?sort=${sort}`);
  const { body } = await (token ? call.set('authorization', token) : call);
  return (body as ModelView[]).map(({ name }) => name).join('');
};

describe('the order of the wall', () => {
  test('begins with the newest where nothing was moved', async () => {
    expect(await listed()).toBe('DCBA');
  });

  test('follows each move, with new models after those that were placed at the top', async () => {
    await place('A', 'before', 'D');
    expect(await listed()).toBe('ADCB');
    await create('E');
    expect(await listed()).toBe('AEDCB');
    await place('B', 'after', 'A');
    await place('E', 'before', 'A');
    expect(await listed()).toBe('EABDC');
    await create('F');
    expect(await listed()).toBe('EABFDC');
    await place('E', 'after', 'D');
    await place('F', 'after', 'C');
    expect(await listed()).toBe('ABDECF');
    await create('G');
    expect(await listed()).toBe('ABGDECF');
    await place('C', 'after', 'C');
    expect(await listed('place', harness.administrator)).toBe('ABGDECF');
  });

  test('puts live models first, then featured ones', async () => {
    await put(`${idOf('B')}/featured`, { is_featured: true }).expect(200);
    expect(await listed()).toBe('BDCA');
    await put(idOf('A'), { is_live: true }).expect(200);
    expect(await listed()).toBe('ABDC');
    expect(await listed('place', harness.administrator)).toBe('BDCA');
    await put(`${idOf('A')}/featured`, { is_featured: true }).expect(200);
    await put(idOf('C'), { is_live: true }).expect(200);
    expect(await listed()).toBe('ACBD');
    await put(`${idOf('B')}/featured`, { is_featured: false }).expect(200);
    expect(await listed()).toBe('ACDB');
  });

  test('puts who is live by the schedule first, page by page, without a write', async () => {
    const stored = harness.mongo.connection.collection<{ _id: string }>('models');
    const evening = { live_schedule_start: '21:00', live_schedule_end: '01:00' };
    for (const name of ['A', 'C']) await put(idOf(name), evening).expect(200);
    await put(`${idOf('A')}/featured`, { is_featured: true }).expect(200);
    await put(idOf('B'), { is_live: true }).expect(200);
    await harness.publishedOf(idOf('B'));
    const before = await stored.find().sort({ _id: 1 }).toArray();
    const inPages = async () => {
      const names: string[] = [];
      for (let next: string | undefined = '/api/models?sort=wall&limit=1'; next !== undefined;) {
        const response = await harness.api().get(next);
        names.push(...(response.body as ModelView[]).map(({ name }) => name));
        next = /<([^>]+)>; rel="next"/.exec(response.get('link') ?? '')?.[1];
      }
      return names.join('');
    };
    expect([await listed(), await inPages()]).toEqual(['BADC', 'BADC']);
    harness.clock.now = Date.parse('2026-03-10T20:00:00Z');
    expect([await listed(), await inPages()]).toEqual(['ACBD', 'ACBD']);
    harness.clock.now = Date.parse('2026-03-11T00:00:00Z');
    expect([await listed(), await inPages()]).toEqual(['BADC', 'BADC']);
    expect(await stored.find().sort({ _id: 1 }).toArray()).toEqual(before);
  });

  test('writes the moved model alone, announces it, and leaves its edition as it is', async () => {
    const stored = harness.mongo.connection.collection<{ _id: string; revision: number }>('models');
    const revisions = async () =>
      Object.fromEntries((await stored.find().toArray()).map(({ _id, revision }) => [_id, revision]));
    const before = await revisions();
    await place('A', 'after', 'C');
    const after = await revisions();
    expect(Object.keys(after).filter((id) => after[id] !== before[id])).toEqual([idOf('A')]);
    const [, event] = await harness.publishedOf(idOf('A'));
    expect((event?.data as EventData<'model.updated'>).changes).toEqual([{ field: 'rank', before: 4, after: 3 }]);
    expect((await harness.read(made.A?.slug ?? '', harness.administrator)).edit_revision).toBe(made.A?.edit_revision);
  });

  test('counts featured models in the places before and after a move', async () => {
    await put(`${idOf('B')}/featured`, { is_featured: true }).expect(200);
    expect(await listed('place', harness.administrator)).toBe('BDCA');
    await place('A', 'before', 'D');
    const [, event] = await harness.publishedOf(idOf('A'));
    expect((event?.data as EventData<'model.updated'>).changes).toEqual([{ field: 'rank', before: 4, after: 2 }]);
  });

  test('continues over pages', async () => {
    await place('A', 'before', 'D');
    const names: string[] = [];
    for (let next: string | undefined = '/api/models?sort=wall&limit=1'; next !== undefined;) {
      const response = await harness.api().get(next);
      names.push(...(response.body as ModelView[]).map(({ name }) => name));
      next = /<([^>]+)>; rel="next"/.exec(response.get('link') ?? '')?.[1];
    }
    expect(names.join('')).toBe('ADCB');
  });

  test('includes documents of former versions once they are migrated', async () => {
    await harness.mongo.connection
      .collection<{ _id: string }>('models')
      .updateMany({}, { $unset: { rank: 1, isFeatured: 1, liveRule: 1, placeOrder: 1 } });
    await createModelRepository(harness.mongo.connection).fillListFields();
    expect(await listed()).toBe('DCBA');
    await place('A', 'after', 'D');
    expect(await listed()).toBe('DACB');
  });

  test('is the administrator’s', async () => {
    const { token } = await harness.newAffiliate();
    const subscriber = await harness.paidSubscriber();
    for (const other of [token, subscriber.token]) {
      await put(`${idOf('A')}/place`, { side: 'before', neighbour: idOf('B') }, other).expect(403);
      await put(`${idOf('A')}/featured`, { is_featured: true }, other).expect(403);
    }
    await harness
      .api()
      .put(`/api/models/${idOf('A')}/featured`)
      .send({ is_featured: true })
      .expect(401);
    const unknown = crypto.randomUUID();
    await put(`${unknown}/place`, { side: 'before', neighbour: idOf('B') }).expect(404);
    await put(`${idOf('A')}/place`, { side: 'before', neighbour: unknown }).expect(404);
    await put(`${idOf('A')}/place`, { side: 'above', neighbour: idOf('B') }).expect(400);
    expect(await listed()).toBe('DCBA');
  });
});

describe('rankBetween', () => {
  test('finds room a thousand times at one place', () => {
    let [low, high] = [rankBetween(null, null), rankBetween(rankBetween(null, null), null)];
    for (let move = 0; move < 1_000; move += 1) {
      const between = rankBetween(low, high);
      expect(low < between && between < high).toBe(true);
      if (move % 2 === 0) low = between;
      else high = between;
    }
  });
});
