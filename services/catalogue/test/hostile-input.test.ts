import { randomUUID } from 'node:crypto';
import type { ModelView } from 'contracts/models';
import { createHarness } from './harness.ts';
import type { Harness } from './harness.ts';

let harness: Harness;
let model: ModelView;
beforeAll(async () => {
  harness = await createHarness();
  model = await harness.newModel({ bio: 'Intacte', slug: 'intacte' });
});
afterAll(() => harness.close());

const headers = () => ({ authorization: harness.administrator, 'content-type': 'application/json' });
const item = { id: 'a', filename: `${randomUUID()}.webp`, likes: 1, isLocked: true };
const lists = [
  'not json',
  '{',
  '{}',
  '"x"',
  'null',
  '[null]',
  '[1]',
  '[[]]',
  '[{}]',
  '[{"id":"a","filename":"../../etc/passwd"}]',
  '[{"id":{"$gt":""},"filename":"x"}]',
  JSON.stringify([item, item]),
  JSON.stringify([{ ...item, likes: -1 }]),
  JSON.stringify([{ ...item, isLocked: 'yes' }]),
  JSON.stringify([{ ...item, filename: { $gt: '' } }]),
  JSON.stringify(Array.from({ length: 1_001 }, () => ({ ...item, filename: `${randomUUID()}.webp` }))),
  '['.repeat(200_000),
];
const bodies: Record<string, unknown>[] = [
  ...lists.map((photo_items) => ({ photo_items })),
  { photo_items: [] },
  { video_items: { $gt: '' } },
  { live_replays: 5 },
  { name: '' },
  { name: null },
  { name: { $gt: '' } },
  { name: ['x'] },
  { name: 'x'.repeat(81) },
  { name: 'a\u0000b' },
  { slug: 'Majuscule' },
  { slug: 'admin' },
  { slug: '../x' },
  { slug: { $ne: null } },
  { slug: 'x'.repeat(61) },
  { age: 17 },
  { age: 'dix-huit' },
  { age: 1.5 },
  { age: 1e300 },
  { age: { $inc: 1 } },
  { age: true },
  { likes_count: -1 },
  { medias_count: [] },
  { followers_count: '1e9' },
  { is_live: 'true' },
  { is_verified: 1 },
  { manual_live_override: 'null' },
  { bio: 'x'.repeat(2_001) },
  { bio: 5 },
  { custom_title: {} },
  { email_from_email: 'not an address' },
  { telegram_link: 'https://evil.example' },
  { telegram_link: 'javascript:alert(1)' },
  { live_schedule_start: '24:00' },
  { live_schedule_end: '9:00' },
  { live_schedule_start: null },
  { adexico_base_url: 'ftp://pay.example' },
  { adexico_base_url: {} },
  { adexico_source_id: 'a b' },
  { adexico_source_id: { $gt: '' } },
  { avatar_image: 5 },
  { cover_image: {} },
  { cover_video: 'x' },
  { social_preview_image: 'http://site.fr/a.png' },
];

describe('hostile input', () => {
  test.each(bodies.map((body) => [JSON.stringify(body).slice(0, 60), body]))(
    'rejects a save with %s in French and writes nothing',
    async (_text, body) => {
      for (const call of [harness.api().put(`/api/models/${model.id}`), harness.api().post('/api/models')]) {
        const response = await call.set(headers()).send({ name: 'Autre', slug: 'autre', bio: 'Changée', ...body });
        expect(response.status).toBe(400);
        expect(response.body).toMatchObject({ error: expect.any(String), requestId: expect.any(String) });
        expect((response.body as { error: string }).error).not.toMatch(/expected|invalid input/i);
      }
      expect(await harness.read('intacte', harness.administrator)).toMatchObject({ bio: 'Intacte', edit_revision: 1 });
      expect((await harness.api().get('/api/models/autre')).status).toBe(404);
    },
  );

  test.each([
    ['broken JSON', '{"name":', 400, 'INVALID_JSON'],
    ['a bare text', '"x"', 400, 'INVALID_JSON'],
    ['a list', '[]', 400, 'VALIDATION_FAILED'],
    ['nothing', '', 400, 'VALIDATION_FAILED'],
    ['10 MB', JSON.stringify({ name: 'x', slug: 'autre', bio: 'x'.repeat(10 * 1024 * 1024) }), 413, 'BODY_TOO_LARGE'],
  ])('rejects the body %s', async (_name, body, status, code) => {
    const response = await harness.api().post('/api/models').set(headers()).send(body);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ code });
  });

  test('rejects a body that is not JSON', async () => {
    const response = await harness
      .api()
      .post('/api/models')
      .set({ ...headers(), 'content-type': 'application/x-www-form-urlencoded' })
      .send('name=x&slug=autre');
    expect(response.status).toBe(415);
  });

  test('ignores keys of prototypes, of operators, and the server’s own', async () => {
    const own = await harness.newModel();
    const sent = `{"__proto__":{"is_verified":true},"constructor":{"prototype":{"is_verified":true}},"$set":{"age":99},"outbox":[{"id":"x"}],"revision":99,"edit_revision":99,"affiliateId":"x","affiliate_id":"x","deletedAt":"2020-01-01","lengths":{"photos":9},"id":"x","_id":"x","avatar_version":50,"bio":"Vraie"}`;
    const response = await harness.api().put(`/api/models/${own.id}`).set(headers()).send(sent);
    expect(response.body).toEqual({ ...own, bio: 'Vraie', edit_revision: 2 });
    expect(({} as { is_verified?: boolean }).is_verified).toBeUndefined();
  });

  test('responds with a 4xx to unknown and malformed ids and slugs', async () => {
    const as = { authorization: harness.administrator };
    expect((await harness.api().put(`/api/models/${randomUUID()}`).set(as).send({})).body).toMatchObject({
      code: 'MODEL_NOT_FOUND',
    });
    expect((await harness.api().delete(`/api/models/${randomUUID()}`).set(as)).body).toMatchObject({
      code: 'MODEL_NOT_FOUND',
    });
    for (const id of ['x', '1', '%00', '[object Object]', `${model.id}x`])
      expect(
        (
          await harness
            .api()
            .delete(`/api/models/${encodeURIComponent(id)}`)
            .set(as)
        ).status,
      ).toBe(400);
    for (const slug of ['unknown', `~${model.id}`, '%00', '..%2f..', '%E0%A4%A', '$ne', 'x'.repeat(5_000)]) {
      const { status } = await harness.api().get(`/api/models/${slug}`);
      expect([400, 404]).toContain(status);
    }
    expect((await harness.api().get('/api/models?slug[$ne]=x')).status).toBe(200);
    expect((await harness.api().patch('/api/models')).status).toBe(405);
    expect((await harness.api().get('/api/nothing')).status).toBe(404);
  });
});
