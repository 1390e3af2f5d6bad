import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { EventData } from 'contracts/events';
import { parseMediaList } from 'contracts/media-items';
import type { ModelView } from 'contracts/models';
import { fold } from 'contracts/search';
import { createModelRepository } from '../src/models/model.repository.ts';
import { createAssetProjection } from '../src/projections/asset.projection.ts';
import { createReconciliation } from '../src/reconciliation/reconciliation.ts';
import { createHarness } from './harness.ts';
import type { Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const ITEMS = 600;

describe('a large catalogue', () => {
  test('saves a model with 600 items in one request, in their order', async () => {
    const slug = 'six-cents';
    const assets = Array.from({ length: ITEMS }, () => ({
      _id: randomUUID(),
      revision: 2,
      state: 'ready',
      modelSlug: slug,
      uploaderAffiliateId: null,
      kind: 'photo',
      blurId: randomUUID(),
      durationMs: null,
      width: 1280,
      height: 720,
      placeholder: 'dGh1bWI=',
    }));
    await harness.mongo.connection.collection<{ _id: string }>('assets').insertMany(assets);
    const items = assets.map(({ _id }, index) => ({
      id: String(index),
      filename: `${_id}.webp`,
      likes: index,
      isLocked: index % 2 === 0,
    }));
    const model = await harness.newModel({ slug, photo_items: JSON.stringify(items) });
    expect(parseMediaList(model.photo_items)).toHaveLength(ITEMS);
    const seen = parseMediaList((await harness.read(slug)).photo_items);
    expect(seen.map(({ likes }) => likes)).toEqual(items.map(({ likes }) => likes));
    expect(seen.filter(({ isViewable }) => isViewable)).toHaveLength(ITEMS / 2);
    expect(((await harness.publishedOf(model.id))[0]?.data as EventData<'model.created'>).assets).toHaveLength(ITEMS);
  });

  test('divides all models among any number of parts of the sitemap, each in one part', async () => {
    for (let index = 0; index < 20; index += 1) await harness.newModel();
    const models = createModelRepository(harness.mongo.connection);
    const all = await models.slugs(1, 1);
    expect(all.length).toBeGreaterThanOrEqual(20);
    for (const parts of [2, 3, 7]) {
      const slugs = await Promise.all(Array.from({ length: parts }, (_, index) => models.slugs(index + 1, parts)));
      expect(slugs.flat()).toEqual(all);
      expect(slugs.filter((part) => part.length > 0).length).toBeGreaterThan(1);
    }
  });

  test('reads the assets of many models at once for a reconciliation', async () => {
    for (let index = 0; index < 5; index += 1) {
      const slug = `reconciled-${index}`;
      const photo = await harness.newAsset('photo', slug);
      await harness.newModel({ slug, photo_items: JSON.stringify([photo.item()]) });
    }
    const { connection } = harness.mongo;
    const assets = createAssetProjection(connection);
    const byIds = jest.spyOn(assets, 'byIds');
    const { models } = createReconciliation(connection, { assets, publisher: undefined as never, clock: Date.now });
    const entities = (await models?.read?.({ limit: 1_000 })) ?? [];
    const reconciled = entities.filter(({ slug }) => slug?.startsWith('reconciled-'));
    expect(reconciled.map(({ facts }) => (facts as { assetAccess: string[] }).assetAccess)).toEqual(
      Array.from({ length: 5 }, () => [expect.stringMatching(/ locked$/)]),
    );
    expect(byIds).toHaveBeenCalledTimes(Math.ceil(entities.length / 100));
  });

  test('lists all of 60 models in the order of their creation, without their items', async () => {
    for (let index = 0; index < 60; index += 1) {
      harness.clock.now += 1_000;
      await harness.newModel({ name: `Modèle ${index}` });
    }
    const listed = ((await harness.api().get('/api/models')).body as ModelView[]).filter(({ name }) =>
      name.startsWith('Modèle '),
    );
    expect(listed.map(({ name }) => name)).toEqual(Array.from({ length: 60 }, (_, index) => `Modèle ${index}`));
    expect(new Set(listed.map(({ photo_items }) => photo_items))).toEqual(new Set(['[]']));
  });

  describe('in pages', () => {
    const read = async (address: string) => {
      const response = await harness.api().get(address);
      const next = /<([^>]+)>; rel="next"/.exec(response.get('link') ?? '')?.[1];
      return { response, models: response.body as ModelView[], next };
    };
    const all = async () => (await read('/api/models')).models.map(({ id }) => id);
    /** Follows Link from a first page; the pages include models created at the same instant. */
    const follow = async (first: string): Promise<string[][]> => {
      const pages: string[][] = [];
      for (let address: string | undefined = first; address !== undefined;) {
        const { response, models, next } = await read(address);
        expect(response.status).toBe(200);
        pages.push(models.map(({ id }) => id));
        address = next;
      }
      return pages;
    };

    beforeAll(async () => {
      for (let index = 0; index < 7; index += 1) await harness.newModel({ name: `Ensemble ${index}` });
    });

    test('gives every model once, in the order of the whole list, when Link is followed', async () => {
      const pages = await follow('/api/models?limit=3');
      const ids = await all();
      expect(pages.flat()).toEqual(ids);
      expect(pages.slice(0, -1).every((page) => page.length === 3)).toBe(true);
      expect((await read('/api/models?limit=3')).response.get('x-total-count')).toBe(String(ids.length));
    });

    test('names no next page at the end of the list', async () => {
      const { models, next } = await read('/api/models?limit=200');
      expect([models.length, next]).toEqual([(await all()).length, undefined]);
    });

    test('continues after the last model of a page that is deleted meanwhile', async () => {
      harness.clock.now += 1_000;
      const extra = await harness.newModel({ name: 'Passagère' });
      harness.clock.now += 1_000;
      const ids = await all();
      const { models, next } = await read(`/api/models?limit=${ids.indexOf(extra.id) + 1}`);
      await harness.newModel({ name: 'Suivante' });
      expect([models.at(-1)?.id, next]).toEqual([extra.id, undefined]);
      const before = await read(`/api/models?limit=${ids.indexOf(extra.id) + 1}`);
      const deleted = await harness.api().delete(`/api/models/${extra.id}`).set('authorization', harness.administrator);
      expect(deleted.status).toBe(200);
      expect((await read(before.next!)).models.map(({ name }) => name)).toEqual(['Suivante']);
    });

    test('gives a page another ETag when it gains a next one', async () => {
      const limit = (await all()).length;
      const before = await read(`/api/models?limit=${limit}`);
      harness.clock.now += 1_000;
      await harness.newModel({ name: 'Nouvelle' });
      const after = await read(`/api/models?limit=${limit}`);
      expect(after.models).toEqual(before.models);
      expect(after.response.get('etag')).not.toBe(before.response.get('etag'));
    });

    test.each([
      'limit=0',
      'limit=201',
      'limit=1e2',
      'limit=-1',
      'limit=',
      'limit=5&limit=6',
      'cursor=',
      'cursor=abc',
      `cursor=${'a'.repeat(201)}`,
      `cursor=${Buffer.from('[{"$gt":""},"x"]').toString('base64url')}`,
      'cursor[$gt]=&limit=x',
      'filter=all',
      'sort=price',
      'sort=oldest&sort=newest',
      `q=${'a'.repeat(101)}`,
    ])('rejects %s with 400', async (query) => {
      const { response } = await read(`/api/models?${query}`);
      expect([response.status, (response.body as { code: string }).code]).toEqual([400, 'VALIDATION_FAILED']);
    });

    test('rejects a cursor for another list, limit or affiliate, and one whose position was changed', async () => {
      const { next = '' } = await read('/api/models?limit=2');
      const cursor = new URL(next, 'http://site.test').searchParams.get('cursor') ?? '';
      const [body = '', signature = ''] = cursor.split('.');
      const [at, id] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [number, string];
      const moved = Buffer.from(JSON.stringify([at + 1, id])).toString('base64url');
      /** Returns another spelling of the same bytes: the last letter for 16 bytes has four unused bits. */
      const respelt = (text: string) => text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
      for (const [query, status] of [
        [`limit=2&cursor=${cursor}`, 200],
        [`limit=3&cursor=${cursor}`, 400],
        [`limit=2&sort=newest&cursor=${cursor}`, 400],
        [`limit=2&filter=verified&cursor=${cursor}`, 400],
        [`limit=2&q=a&cursor=${cursor}`, 400],
        [`limit=2&cursor=${moved}.${signature}`, 400],
        // A cursor has a single valid spelling: any other one would be a separate entry in the gateway's cache.
        ...[`${cursor}.`, `${cursor}.x`, `${cursor}==`, `${cursor}!!`, `${cursor} `, respelt(cursor)].map(
          (spelling) => [new URLSearchParams({ limit: '2', cursor: spelling }).toString(), 400] as const,
        ),
      ] as const)
        expect([query, (await read(`/api/models?${query}`)).response.status]).toEqual([query, status]);
    });

    test('finds by the beginnings of words of name and slug, without accents and capitals', async () => {
      await harness.newModel({ name: 'Zoé d’Été', slug: 'soleil-du-nord' });
      const found = async (q: string) =>
        (await read(`/api/models?${new URLSearchParams({ q })}`)).models.map(({ name }) => name);
      for (const q of ['zoe', 'ZOÉ', 'ete zo', 'soleil', 'nord sol'])
        expect([q, await found(q)]).toEqual([q, ['Zoé d’Été']]);
      for (const q of ['oe', 'zoe x', '.*oe']) expect([q, await found(q)]).toEqual([q, []]);
      expect(await found('...')).toHaveLength((await all()).length);
    });

    test('finds by a new name after a change, and where a former version saved the model', async () => {
      const { id } = await harness.newModel({ name: 'Ancienne' });
      const found = async (q: string) => (await read(`/api/models?q=${q}`)).models.map((model) => model.id);
      await harness
        .api()
        .put(`/api/models/${id}`)
        .set('authorization', harness.administrator)
        .send({ name: 'Rebaptisée' })
        .expect(200);
      expect([await found('rebaptisee'), await found('rebapt')]).toEqual([[id], [id]]);
      const stored = harness.mongo.connection.collection<{ _id: string }>('models');
      await stored.updateOne({ _id: id }, { $unset: { foldedName: 1, searchWords: 1 } });
      expect(await found('rebaptisee')).toEqual([]);
      await createModelRepository(harness.mongo.connection).fillListFields();
      expect(await found('rebaptisee')).toEqual([id]);
    });

    test.each(['oldest', 'newest', 'likes', 'followers', 'name'])('sorts by %s over its pages', async (sort) => {
      for (const likes of [7, 7, 7, 900]) {
        harness.clock.now += 1_000;
        await harness.newModel({ name: `Égale ${likes}`, likes_count: likes, followers_count: likes });
      }
      const whole = (await read(`/api/models?sort=${sort}`)).models;
      const keys = whole.map(({ name, likes_count, followers_count }) =>
        sort === 'name' ? fold(name) : sort === 'likes' ? likes_count : sort === 'followers' ? followers_count : 0,
      );
      const order = [...keys].sort((one, other) =>
        typeof one === 'string' ? (one < String(other) ? -1 : 1) : Number(other) - one,
      );
      expect(keys).toEqual(order);
      expect((await follow(`/api/models?sort=${sort}&limit=3`)).flat()).toEqual(whole.map(({ id }) => id));
      if (sort === 'newest') expect(whole.map(({ id }) => id)).toEqual((await all()).reverse());
    });

    test('narrows to live, offline, new, popular and verified models, and counts them', async () => {
      const base = { live_schedule_start: '12:00', live_schedule_end: '13:00' };
      const live = await harness.newModel({ ...base, name: 'Filtre live', is_live: true });
      const verified = await harness.newModel({ ...base, name: 'Filtre verifiee', is_verified: true, likes_count: 5 });
      const scheduled = await harness.newModel({
        name: 'Filtre soir',
        live_schedule_start: '18:30',
        live_schedule_end: '19:00',
      });
      const found = async (filter: string) => {
        const { models, response } = await read(`/api/models?q=filtre&filter=${filter}`);
        expect(response.get('x-total-count')).toBe(String(models.length));
        return models.map(({ id }) => id).sort();
      };
      const sorted = (...models: { id: string }[]) => models.map(({ id }) => id).sort();
      expect(await found('live')).toEqual(sorted(live));
      expect(await found('offline')).toEqual(sorted(verified, scheduled));
      expect(await found('verified')).toEqual(sorted(verified));
      expect(await found('popular')).toEqual(sorted(verified));
      expect(await found('new')).toEqual(sorted(live, verified, scheduled));
      expect((await read('/api/models?q=filtre')).models.map(({ is_new }) => is_new)).toEqual([true, true, true]);
      // The window has begun without any write since.
      const before = harness.clock.now;
      harness.clock.now = Date.parse('2026-03-10T17:45:00Z');
      expect(await found('live')).toEqual(sorted(live, scheduled));
      harness.clock.now = before + 31 * 24 * 60 * 60_000;
      expect(await found('new')).toEqual([]);
      expect((await read('/api/models?q=filtre')).models.map(({ is_new }) => is_new)).toEqual([false, false, false]);
      harness.clock.now = before;
    });

    test('states when a schedule changes a page next, to shared caches alone', async () => {
      const changesAt = async (query: string, token?: string) => {
        const call = harness.api().get(`/api/models?${query}`);
        return (await (token ? call.set('authorization', token) : call)).get('changes-at');
      };
      const only = await harness.newModel({
        name: 'Horaire unique',
        live_schedule_start: '18:20',
        live_schedule_end: '18:25',
      });
      const manual = await harness.newModel({ name: 'Horaire manuel', is_live: true });
      const [begins, ends] = ['2026-03-10T17:20:00.000Z', '2026-03-10T17:25:00.000Z'];
      const before = harness.clock.now;
      harness.clock.now = Date.parse('2026-03-10T17:19:59Z');
      // A model outside the page changes the set of live models, and so the order of the wall.
      for (const query of ['q=horaire+unique', 'sort=wall&limit=1', 'filter=live&limit=1', 'filter=offline&limit=1'])
        expect([query, await changesAt(query)]).toEqual([query, begins]);
      expect(await changesAt('q=horaire+manuel')).toBeUndefined();
      expect(await changesAt('q=horaire+unique', harness.administrator)).toBeUndefined();
      const of = async (slug: string) => (await harness.api().get(`/api/models/${slug}`)).get('changes-at');
      expect([await of(only.slug), await of(manual.slug)]).toEqual([begins, undefined]);
      harness.clock.now = Date.parse(begins);
      expect(await changesAt('sort=wall&limit=1')).toBe(ends);
      harness.clock.now = before;
    });

    test('narrows to an affiliate or to manual lives for the administrator alone', async () => {
      for (const query of ['affiliate=-', 'filter=manual'])
        expect((await read(`/api/models?${query}`)).response.status).toBe(403);
      const of = async (query: string) =>
        harness.api().get(`/api/models?${query}`).set('authorization', harness.administrator);
      const ofPlatform = (await of('affiliate=-')).body as ModelView[];
      expect(ofPlatform.map(({ id }) => id)).toEqual(await all());
      expect(((await of('filter=manual&q=filtre')).body as ModelView[]).map(({ name }) => name)).toEqual([
        'Filtre live',
      ]);
      expect((await of('affiliate=absent')).status).toBe(404);
    });
  });
});
