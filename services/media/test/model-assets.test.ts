import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { itemPath } from 'contracts/media';
import type { AssetUse } from 'contracts/asset-use';
import type { Event, EventData } from 'contracts/events';
import { createLogger } from 'service-kit/logger';
import { createEvent } from 'service-kit/outbox';
import { createRetention } from 'service-kit/retention';
import { eventually } from 'testing/eventually';
import { deliver, modelFacts } from 'testing/events';
import { jpeg } from './fixtures.ts';
import { ADMINISTRATOR, idIn, newAffiliate, newSlug, newSubscriber, startMedia } from './harness.ts';
import type { Known, MediaHarness } from './harness.ts';

let media: MediaHarness;
let photo: Buffer;
beforeAll(async () => {
  [media, photo] = await Promise.all([startMedia(), jpeg()]);
});
afterAll(() => media.stop());

type Uses = ReadonlyMap<string, AssetUse>;
const LATER = '2030-03-11T18:00:00.000Z';
const ACCESS = ['public', 'unlocked', 'locked'] as const;

/** Returns media's data of a model, in the catalogue's terms. */
const copyOf = async (id: string) =>
  (await media.reconciliation.models?.read?.({ to: id, limit: 100_000 }))?.find((entity) => entity.id === id);
const assetsOf = async (id: string) => (await copyOf(id))?.facts?.assetAccess;
const upload = async (viewer: Known, slug: string) =>
  idIn((await media.upload(viewer, slug, photo)).body.filename as string);
const lock = (id: string): AssetUse => ({ id, access: 'locked' });

/** Creates the events of one model. */
const eventsOf = (facts: Partial<EventData<'model.created'>> = {}) => {
  const model = modelFacts(facts);
  const { assets: _assets, ...others } = model;
  return {
    model,
    created: (assets: AssetUse[], revision = 1) => createEvent('model.created', { ...model, assets }, revision),
    whole: (assets: AssetUse[], revision: number) => createEvent('model.updated', { ...model, assets }, revision),
    /** Creates an event as a former version publishes it. */
    former: (assets: AssetUse[], revision: number): Event<'model.updated'> => ({
      ...createEvent('model.updated', { ...model, assets }, revision),
      version: 1,
    }),
    changed: (used: AssetUse[], unused: string[], revision: number, changes: { slug?: string } = {}) =>
      createEvent('model.updated', { ...others, ...changes, assetChanges: { used, unused } }, revision),
    deleted: (assets: string[], revision: number) =>
      createEvent('model.deleted', { id: model.id, slug: model.slug, assets }, revision),
  };
};
const consume = async (...events: Event[]) => {
  for (const event of events) await deliver(media.listeners, event);
};

describe('the events of a model', () => {
  const use = fc.record({ access: fc.constantFrom(...ACCESS), isScheduled: fc.boolean() });
  const state = fc.array(fc.option(use), { minLength: 4, maxLength: 4 });
  const history = fc.record({
    first: state,
    steps: fc.array(fc.record({ state, kind: fc.constantFrom('changed', 'changed', 'whole', 'former') }), {
      minLength: 1,
      maxLength: 7,
    }),
    isDeleted: fc.boolean(),
    order: fc.array(fc.nat({ max: 1_000 }), { minLength: 12, maxLength: 12 }),
  });
  type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

  /** Creates the events of a history of a new model, with four new drafts for another slug. */
  const publish = async ({ first, steps, isDeleted }: History) => {
    const { rows } = await media.postgres.query<{ id: string }>(
      `insert into assets (id, model_slug, kind, state, revision, bytes)
       select gen_random_uuid(), 'draft', 'photo', 'ready', 2, 1 from generate_series(1, 4) returning id`,
    );
    const ids = rows.map(({ id }) => id);
    const of = eventsOf();
    const usesOf = (given: History['first']): Uses =>
      new Map(
        given.flatMap((one, index) => {
          const id = ids[index] ?? '';
          const scheduled = one?.isScheduled ? { publishAt: LATER } : {};
          return one ? [[id, { id, access: one.access, ...scheduled }]] : [];
        }),
      );
    let uses = usesOf(first);
    const events: Event[] = [of.created([...uses.values()])];
    for (const { state: next, kind } of steps) {
      const [before, revision] = [uses, events.length + 1];
      uses = usesOf(next);
      const all = [...uses.values()];
      if (kind !== 'changed') events.push(kind === 'whole' ? of.whole(all, revision) : of.former(all, revision));
      else
        events.push(
          of.changed(
            all.filter((one) => JSON.stringify(one) !== JSON.stringify(before.get(one.id))),
            [...before.keys()].filter((id) => !uses.has(id)),
            revision,
          ),
        );
    }
    if (isDeleted) events.push(of.deleted([...uses.keys()], events.length + 1));
    /** Returns the final stored state, independent of ids. */
    const outcome = async () => {
      const copy = await copyOf(of.model.id);
      const stored = await media.postgres.query<{ model_id: string | null }>(
        'select model_id from assets where id = any($1) order by array_position($1, id)',
        [ids],
      );
      const named = (text: string) => ids.reduce((named, id, index) => named.replaceAll(id, `asset ${index}`), text);
      return {
        revision: copy?.revision,
        assets: (copy?.facts?.assetAccess as string[] | undefined)?.map(named).sort() ?? null,
        bound: isDeleted ? null : stored.rows.map(({ model_id }) => model_id === of.model.id),
      };
    };
    const expected = isDeleted
      ? null
      : [...uses.values()].map((one) => [one.id, one.access, one.publishAt].filter(Boolean).join(' ')).sort();
    return { events, outcome, expected, id: of.model.id };
  };

  test('end in what the catalogue has, in any order and delivered twice', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (given) => {
        const straight = await publish(given);
        await consume(...straight.events);
        const stored = (await assetsOf(straight.id)) as string[] | undefined;
        expect(stored?.toSorted() ?? null).toEqual(straight.expected);

        const shuffled = await publish(given);
        const picked = given.order.flatMap((pick) => shuffled.events[pick % shuffled.events.length] ?? []);
        const rest = shuffled.events.toSorted((one, other) => (one.id < other.id ? -1 : 1));
        // Delivered twice: as a redelivered event, and as another event with the same content.
        await consume(...picked, ...rest, ...picked.map((event) => ({ ...event, id: randomUUID() })));
        expect(await shuffled.outcome()).toEqual(await straight.outcome());
      }),
      { numRuns: 30 },
    );
  });

  test('bring the assets of a creation that arrives after a change', async () => {
    const { model, created, changed } = eventsOf();
    const [present, lost, added] = [randomUUID(), randomUUID(), randomUUID()];
    await consume(changed([lock(added)], [lost], 2));
    expect(await assetsOf(model.id)).toEqual([`${added} locked`]);
    await consume(created([lock(present), lock(lost)]));
    expect(await assetsOf(model.id)).toEqual([`${added} locked`, `${present} locked`].sort());
  });

  test('changes nothing by events of a deleted model, however new they are', async () => {
    const { model, created, changed, whole, deleted } = eventsOf();
    const id = randomUUID();
    await consume(created([lock(id)]), deleted([id], 4), changed([lock(id)], [], 9), whole([lock(id)], 10));
    expect((await copyOf(model.id))?.facts).toBeNull();
    const { rowCount } = await media.postgres.query('select from model_assets where model_id = $1', [model.id]);
    expect(rowCount).toBe(0);
  });
});

describe('an asset that a model ceases to use', () => {
  const pass = (id: string, hours: number) =>
    media.postgres.query(
      'update assets set unattached_since = unattached_since - make_interval(hours => $2) where id = $1',
      [id, hours],
    );
  const isRequested = async (id: string) => (await media.eventsOf(id)).some(({ name }) => name === 'asset.unattached');

  test('is shown no longer, counts as unattached from then on, and is shown again once it is used again', async () => {
    const { model, created, changed } = eventsOf();
    const id = await upload(ADMINISTRATOR, model.slug);
    const subscriber = newSubscriber();
    await media.pays(subscriber, Date.now() + 3_600_000);
    const open = async () =>
      (
        await media.api
          .get(media.sign(itemPath(id, '640.webp'), subscriber))
          .set('authorization', await media.bearer(subscriber))
      ).status;
    await consume(created([{ id, access: 'unlocked' }]));
    expect(await open()).toBe(200);
    await pass(id, 1_000);
    await consume(changed([], [id], 2));
    expect(await open()).not.toBe(200);
    await media.sweep();
    expect(await isRequested(id)).toBe(false);
    await consume(changed([lock(id)], [], 3));
    await pass(id, 1_000);
    await media.sweep();
    expect([await open(), await isRequested(id)]).toEqual([200, false]);
    await consume(changed([], [id], 4));
    await pass(id, 25);
    await media.sweep();
    expect(await isRequested(id)).toBe(true);
  });

  test('leaves a mark for late events, for 13 months', async () => {
    const { model, created, changed } = eventsOf();
    const [old, recent] = [randomUUID(), randomUUID()];
    await consume(created([lock(old), lock(recent)]), changed([], [old, recent], 2));
    const marks = async () =>
      (
        await media.postgres.query<{ asset_id: string }>('select asset_id from model_assets where model_id = $1', [
          model.id,
        ])
      ).rows.map((row) => row.asset_id);
    expect((await marks()).sort()).toEqual([old, recent].sort());
    await media.postgres.query(
      `update model_assets set unused_since = now() - interval '14 months' where asset_id = $1`,
      [old],
    );
    const worker = createRetention({
      name: 'retention',
      expiries: media.expiries,
      postgres: media.postgres,
      logger: createLogger('media-test', 'silent'),
    });
    worker.start();
    await eventually(async () => (await marks()).length === 1, 'the old mark to go');
    await worker.stop();
    expect(await marks()).toEqual([recent]);
    await consume(eventsOf({ ...model }).whole([], 3));
    expect(await marks()).toEqual([]);
  });
});

test('a change of a model binds the drafts that it names, also when it arrives after the model was renamed', async () => {
  const owner = newAffiliate();
  const { model, created, changed } = eventsOf({ affiliateId: owner.id });
  const [draftSlug, nextSlug] = [newSlug(), newSlug()];
  const [named, late, other] = [
    await upload(owner, draftSlug),
    await upload(owner, draftSlug),
    await upload(owner, draftSlug),
  ];
  await consume(
    created([]),
    changed([lock(named)], [], 2),
    changed([], [], 4, { slug: nextSlug }),
    changed([lock(late)], [], 3),
  );
  const { rows } = await media.postgres.query<{ id: string; model_id: string | null }>(
    'select id, model_id from assets where id = any($1)',
    [[named, late, other]],
  );
  expect(new Map(rows.map(({ id, model_id }) => [id, model_id]))).toEqual(
    new Map([
      [named, model.id],
      [late, model.id],
      [other, null],
    ]),
  );
});
