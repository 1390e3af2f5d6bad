import { startHttpServer } from 'testing/http-server';
import { createLogger } from '../src/logger.ts';
import { createManagement } from '../src/management.ts';
import { digestOf, entriesOf } from '../src/reconciliation/collection.ts';
import type { IdRange, StoredEntity } from '../src/reconciliation/collection.ts';
import { MAX_IDS, MAX_RANGE } from '../src/reconciliation/protocol.ts';
import { createMetrics } from '../src/telemetry.ts';

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const entity = (index: number, over: Partial<StoredEntity> = {}): StoredEntity => ({
  id: idOf(index),
  revision: 1,
  facts: { slug: `s${index}` },
  ...over,
});
const readerOf =
  (stored: readonly StoredEntity[], pageSizes: number[] = []) =>
  async ({ after = '', to = 'z', limit }: IdRange) => {
    pageSizes.push(limit);
    return stored.filter(({ id }) => id > after && id <= to).slice(0, limit);
  };
const facts = ['slug'];

describe('digestOf', () => {
  const digest = (stored: readonly StoredEntity[], options: { revisions?: boolean; limit?: number } = {}) =>
    digestOf(readerOf(stored), { facts, revisions: true, ...options });

  test('gives equal collections equal hashes, and collections that differ in a fact different ones', async () => {
    const one = [entity(1), entity(2)];
    const same = await digest(one);
    expect(await digest([entity(1), entity(2)])).toEqual(same);
    expect((await digest([entity(1), entity(2, { facts: { slug: 'other' } })])).hash).not.toBe(same.hash);
    expect((await digest([entity(1)])).hash).not.toBe(same.hash);
  });

  test('hashes revisions only where the copy stores them', async () => {
    const [one, other] = [[entity(1, { revision: 1 })], [entity(1, { revision: 2 })]];
    expect((await digest(one)).hash).not.toBe((await digest(other)).hash);
    expect((await digest(one, { revisions: false })).hash).toBe((await digest(other, { revisions: false })).hash);
  });

  test('leaves deleted entities out, which an owner deletes before its copies', async () => {
    expect((await digest([entity(1), entity(2, { facts: null })])).hash).toBe((await digest([entity(1)])).hash);
  });

  test('ends at its limit with the id at which the next range begins', async () => {
    const stored = [entity(1), entity(2), entity(3)];
    expect(await digest(stored, { limit: 2 })).toMatchObject({ count: 2, to: idOf(2) });
    expect(await digest(stored, { limit: 5 })).toMatchObject({ count: 3, to: null });
  });

  test('reads a large collection in pages of a fixed size', async () => {
    const pageSizes: number[] = [];
    const stored = Array.from({ length: MAX_RANGE * 2 + 1 }, (_none, index) => entity(index));
    expect(await digestOf(readerOf(stored, pageSizes), { facts, revisions: true })).toMatchObject({
      count: stored.length,
    });
    expect(pageSizes).toEqual([MAX_RANGE, MAX_RANGE, MAX_RANGE]);
  });
});

describe('entriesOf', () => {
  test('shows no fact of an entity', () => {
    const [entry] = entriesOf([entity(1, { facts: { email: 'claire@example.org' } })], ['email']);
    expect(JSON.stringify(entry)).not.toContain('claire');
  });
});

describe('the reconciliation routes of the management port', () => {
  const republished: string[] = [];
  let server: Awaited<ReturnType<typeof startHttpServer>>;
  let base: string;
  beforeAll(async () => {
    server = await startHttpServer(
      createManagement({
        readiness: {},
        metrics: createMetrics('test'),
        logger: createLogger('test', 'silent'),
        reconciliation: {
          models: {
            read: readerOf([entity(1), entity(2)]),
            present: async () => new Set([idOf(1)]),
            republish: async (targets) => void republished.push(...targets.map(({ id }) => id)),
          },
        },
      }),
    );
    base = `${server.url}/reconciliation`;
  });
  afterAll(() => server.close());

  const post = (path: string, body: unknown, type = 'application/json') =>
    fetch(`${base}/${path}`, { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) });

  test('return digests and entries of a range', async () => {
    expect(await (await fetch(`${base}/models/digest?facts=slug&after=${idOf(1)}`)).json()).toMatchObject({ count: 1 });
    expect(await (await fetch(`${base}/models/entries?facts=slug&limit=1`)).json()).toMatchObject([{ id: idOf(1) }]);
  });

  test('name the ids that the owner does not have', async () => {
    expect(await (await post('models/absent', [idOf(1), idOf(2)])).json()).toEqual([idOf(2)]);
  });

  test('republish the given entities', async () => {
    const response = await post('models/republish', [{ id: idOf(2), revision: 3, slug: '' }]);
    expect([response.status, republished]).toEqual([204, [idOf(2)]]);
  });

  test.each([
    ['an unknown collection', 'nothing/digest?facts=', 404],
    ['an action that the collection does not offer', 'models/checks/missing', 404],
    ['a property of every object', 'constructor/digest', 404],
    ['a malformed bound', 'models/digest?facts=slug&after=1', 400],
  ])('reject %s', async (_what, path, status) => {
    expect((await fetch(`${base}/${path}`)).status).toBe(status);
  });

  test('reject a body that is not JSON with 415, and more ids than a request may carry with 400', async () => {
    expect((await post('models/republish', [], 'text/plain')).status).toBe(415);
    const tooMany = Array.from({ length: MAX_IDS + 1 }, (_none, index) => idOf(index));
    expect((await post('models/absent', tooMany)).status).toBe(400);
  });
});
