import { randomUUID } from 'node:crypto';
import type { AuditPage } from 'contracts/audit';
import type { Actor, Event, EventData, EventName } from 'contracts/events';
import { modelFacts } from 'testing/events';
import { SITE_TERMS, startAffiliate } from './harness.ts';
import type { AffiliateApp } from './harness.ts';

let app: AffiliateApp;
beforeAll(async () => {
  app = await startAffiliate();
});
afterAll(() => app.stop());

const ADMINISTRATOR: Actor = { role: 'administrator', id: 'administrator' };
const as = (id: string): Actor => ({ role: 'affiliate', id });
const happens = async <Name extends EventName>(
  name: Name,
  actor: Actor,
  data: EventData<Name>,
  occurredAt = new Date().toISOString(),
): Promise<Event> => {
  const event: Event = { id: randomUUID(), name, version: 1, occurredAt, revision: 1, actor, data };
  await app.deliver(event);
  return event;
};
const auditOf = async (path: string, bearer: string, query = ''): Promise<AuditPage> =>
  (await app.http.get(`/api/affiliates/${path}?${query}`).set('Authorization', bearer).expect(200)).body as AuditPage;

describe('the audit trail', () => {
  test('lists changes by the administrator and by the affiliate in the trail, without the password or an address', async () => {
    const affiliate = await app.createAndLogIn();
    const { bearer, id, slug } = affiliate;
    await app.http
      .put(`/api/affiliates/${slug}`)
      .set('Authorization', bearer)
      .send({ email_from_email: 'secret@example.org', is_active: false })
      .expect(200);
    await app.http
      .put(`/api/affiliates/id/${id}`)
      .set('Authorization', app.administrator)
      .send({ name: 'Studio Sud', custom_password: 'nouveau-rideau' })
      .expect(200);
    await app.http
      .put(`/api/affiliates/id/${id}`)
      .set('Authorization', app.administrator)
      .send({ name: 'Studio Sud' })
      .expect(200);
    for (const event of await app.eventsOf(id)) await app.deliver(event);
    for (const event of await app.eventsOf(id)) await app.deliver(event);
    const { entries } = await auditOf(`${slug}/audit`, app.administrator);
    expect(entries.map(({ action, actor, changes }) => [action, actor.role, actor.name, changes])).toEqual([
      [
        'affiliate.updated',
        'administrator',
        null,
        [{ field: 'name', before: 'Studio Nord', after: 'Studio Sud' }, { field: 'custom_password' }],
      ],
      [
        'affiliate.updated',
        'affiliate',
        'Studio Sud',
        [
          { field: 'is_active', before: true, after: false },
          { field: 'email_from_email', before: '', after: 's…@example.org' },
        ],
      ],
      ['affiliate.created', 'administrator', null, []],
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/rideau|secret|hash/);
  });

  test('lists new terms and another address of notifications, of which the host alone, once each', async () => {
    const { id, slug, bearer } = await app.createAndLogIn();
    const put = (path: string, authorization: string, body: object) =>
      app.http.put(path).set('Authorization', authorization).send(body).expect(200);
    for (let time = 0; time < 2; time += 1) {
      await put(`/api/payouts/terms/${id}`, app.administrator, { ...SITE_TERMS, holding_days: 5 });
      await put(`/api/affiliates/${slug}/outgoing`, bearer, {
        url: 'https://tracker.example/secret?c={click_id}',
        method: 'GET',
        events: ['registration', 'refund'],
        is_enabled: true,
      });
    }
    const { entries } = await auditOf(`${slug}/audit`, bearer);
    expect(entries.map(({ action, actor, subject, changes }) => [action, actor.role, subject.kind, changes])).toEqual([
      [
        'outgoing.updated',
        'affiliate',
        'affiliate',
        [
          { field: 'outgoing_host', before: null, after: 'tracker.example' },
          { field: 'outgoing_method', before: null, after: 'GET' },
          { field: 'outgoing_events', before: null, after: 'registration, refund' },
          { field: 'outgoing_is_enabled', before: null, after: true },
        ],
      ],
      ['terms.updated', 'administrator', 'payout', [{ field: 'holding_days', before: 30, after: 5 }]],
    ]);
  });

  test('shows a changed model to its affiliate alone, and stores only what a person changed', async () => {
    const [affiliate, other] = [await app.createAndLogIn(), await app.createAndLogIn()];
    const model = modelFacts({ affiliateId: affiliate.id, name: 'Inès' });
    await happens('model.created', as(affiliate.id), model, '2026-03-10T10:00:00.000Z');
    await happens(
      'model.updated',
      ADMINISTRATOR,
      { ...model, changes: [{ field: 'is_verified', before: false, after: true }] },
      '2026-03-10T11:00:00.000Z',
    );
    await happens('model.updated', ADMINISTRATOR, { ...model, changes: [] });
    await happens(
      'model.updated',
      { role: 'system', id: null },
      { ...model, changes: [{ field: 'photo_items', before: 2, after: 1 }] },
    );
    await happens(
      'model.deleted',
      ADMINISTRATOR,
      { id: model.id, slug: model.slug, assets: [], name: 'Inès', affiliateId: affiliate.id },
      '2026-03-10T12:00:00.000Z',
    );
    const { entries } = await auditOf(`${affiliate.slug}/audit`, affiliate.bearer);
    expect(
      entries.map(({ action, at, actor, subject: { link: _, ...subject } }) => [action, at, actor.slug, subject]),
    ).toEqual([
      ['model.deleted', '2026-03-10T12:00:00.000Z', null, { kind: 'model', slug: model.slug, name: 'Inès' }],
      ['model.updated', '2026-03-10T11:00:00.000Z', null, { kind: 'model', slug: model.slug, name: 'Inès' }],
      ['model.created', '2026-03-10T10:00:00.000Z', affiliate.slug, { kind: 'model', slug: model.slug, name: 'Inès' }],
    ]);
    expect((await auditOf(`${other.slug}/audit`, other.bearer)).entries).toEqual([]);
  });

  test('merges many files of one hour into one line, at the first moment', async () => {
    const affiliate = await app.createAndLogIn();
    const model = modelFacts({ affiliateId: affiliate.id, name: 'Malik' });
    await app.consume('model.created', model);
    const file = () => ({
      id: randomUUID(),
      modelSlug: model.slug,
      modelId: model.id,
      uploaderAffiliateId: affiliate.id,
      kind: 'photo' as const,
      bytes: 1,
    });
    for (const minute of ['12', '10', '11'])
      await happens('asset.uploaded', as(affiliate.id), file(), `2026-03-10T10:${minute}:00.000Z`);
    await happens(
      'asset.deleted',
      ADMINISTRATOR,
      { id: randomUUID(), modelSlug: model.slug, modelId: model.id },
      '2026-03-10T09:00:00.000Z',
    );
    const { entries } = await auditOf(`${affiliate.slug}/audit`, affiliate.bearer);
    expect(entries.map(({ action, count, at, subject }) => [action, count, at, subject.name])).toEqual([
      ['asset.uploaded', 3, '2026-03-10T10:10:00.000Z', 'Malik'],
      ['asset.deleted', 1, '2026-03-10T09:00:00.000Z', 'Malik'],
    ]);
  });

  test('pages by cursor with the same filter; rejects an invented cursor', async () => {
    const affiliate = await app.createAndLogIn();
    const at = '2026-04-01T10:00:00.000Z';
    for (const name of ['Un', 'Deux', 'Trois %'])
      await happens('model.created', as(affiliate.id), modelFacts({ affiliateId: affiliate.id, name }), at);
    await happens('model.deleted', ADMINISTRATOR, {
      id: randomUUID(),
      slug: 'quatre',
      assets: [],
      affiliateId: affiliate.id,
    });
    const path = `${affiliate.slug}/audit`;
    const first = await auditOf(path, affiliate.bearer, 'limit=2&actor=affiliate&kind=model');
    const rest = await auditOf(path, affiliate.bearer, `limit=2&actor=affiliate&kind=model&before=${first.next}`);
    expect(first.entries).toHaveLength(2);
    expect(rest).toMatchObject({ entries: [{ action: 'model.created' }], next: null });
    expect(new Set([...first.entries, ...rest.entries].map(({ subject }) => subject.name))).toEqual(
      new Set(['Un', 'Deux', 'Trois %']),
    );
    expect((await auditOf(path, affiliate.bearer, `subject=${encodeURIComponent('trois %')}`)).entries).toHaveLength(1);
    expect((await auditOf(path, affiliate.bearer, 'subject=%25')).entries).toHaveLength(1);
    for (const query of ['before=abc', 'kind=x', 'limit=0', 'limit=101'])
      await app.http.get(`/api/affiliates/${path}?${query}`).set('Authorization', affiliate.bearer).expect(400);
  });

  test('exports a spreadsheet with French dates, and disarms names that would be formulas', async () => {
    const affiliate = await app.createAndLogIn();
    await happens(
      'model.created',
      as(affiliate.id),
      modelFacts({ affiliateId: affiliate.id, name: '=cmd()' }),
      '2026-03-10T10:00:00.000Z',
    );
    const { text } = await app.http
      .get(`/api/affiliates/${affiliate.slug}/audit?format=csv`)
      .set('Authorization', affiliate.bearer)
      .expect(200);
    expect(text).toContain(";'=cmd();");
    expect(text).toContain('\r\n2026-03-10 11:00:00;');
    expect(text).toContain('Modèle créé;Modèles;');
  });

  test('a spreadsheet that ends before the oldest change states it', async () => {
    const affiliate = await app.createAndLogIn();
    const linesOf = async () => {
      const { text } = await app.http
        .get(`/api/affiliates/${affiliate.slug}/audit?format=csv`)
        .set('Authorization', affiliate.bearer)
        .expect(200);
      return text.trim().split('\r\n');
    };
    const add = (count: number) =>
      app.postgres.query(
        `insert into audit_entries (id, at, actor_role, affiliate_id, action, subject_kind, subject_slug, subject_name, changes)
       select gen_random_uuid(), now(), 'affiliate', $1, 'model.created', 'model', 'nina', 'Nina', '[]' from generate_series(1, $2)`,
        [affiliate.id, count],
      );
    await add(5_000);
    expect(await linesOf()).toHaveLength(5_001);
    await add(1);
    const lines = await linesOf();
    expect(lines).toHaveLength(5_002);
    expect(lines.at(-1)).toContain('Seuls les 5\u00a0000 derniers changements figurent ici');
  });

  test('shows changes of files to the owner of their model, not to the affiliate who has the slug of their upload now', async () => {
    const [owner, other] = [await app.createAndLogIn(), await app.createAndLogIn()];
    const model = modelFacts({ affiliateId: owner.id, name: 'Inès' });
    const former = model.slug;
    await app.consume('model.created', model);
    await app.consume('model.updated', { ...model, slug: `${former}-neuf`, previousSlugs: [former] }, 2);
    await app.consume('model.created', modelFacts({ slug: former, affiliateId: other.id, name: 'Jade' }));
    await happens('asset.deleted', ADMINISTRATOR, { id: randomUUID(), modelSlug: former, modelId: model.id });
    await happens('asset.uploaded', ADMINISTRATOR, {
      id: randomUUID(),
      modelSlug: former,
      modelId: null,
      uploaderAffiliateId: null,
      kind: 'photo',
      bytes: 1,
    });
    const { entries } = await auditOf(`${owner.slug}/audit`, owner.bearer);
    expect(entries.map(({ action, subject: { link: _, ...subject } }) => [action, subject])).toEqual([
      ['asset.deleted', { kind: 'media', slug: `${former}-neuf`, name: 'Inès' }],
    ]);
    expect((await auditOf(`${other.slug}/audit`, other.bearer)).entries).toEqual([]);
  });

  test('leads to the model under its slug of today, for those who may open it, with the version that a change made', async () => {
    const [owner, other] = [await app.createAndLogIn(), await app.createAndLogIn()];
    const model = modelFacts({ affiliateId: owner.id, name: 'Inès' });
    await happens('model.created', as(owner.id), { ...model, editRevision: 1 });
    const entryOf = async (path: string, bearer: string) => (await auditOf(path, bearer, 'kind=model')).entries[0];
    expect(await entryOf(`${owner.slug}/audit`, owner.bearer)).toMatchObject({
      subject: { link: model.slug },
      version: { model_id: model.id, edit_revision: 1 },
    });
    const renamed = { ...model, slug: `${model.slug}-neuf`, affiliateId: other.id };
    await app.consume('model.updated', renamed, 2);
    expect(await entryOf(`${owner.slug}/audit`, app.administrator)).toMatchObject({ subject: { link: renamed.slug } });
    expect(await entryOf(`${owner.slug}/audit`, owner.bearer)).toMatchObject({
      subject: { link: null },
      version: null,
    });
  });

  test('narrows the trail to days in Paris', async () => {
    const affiliate = await app.createAndLogIn();
    const bornAt = async (name: string, at: string) =>
      happens('model.created', as(affiliate.id), modelFacts({ affiliateId: affiliate.id, name }), at);
    await bornAt('Veille', '2026-03-09T22:59:59.000Z');
    await bornAt('Premier', '2026-03-09T23:00:00.000Z');
    await bornAt('Dernier', '2026-03-11T22:59:59.000Z');
    await bornAt('Lendemain', '2026-03-11T23:00:00.000Z');
    const names = async (query: string) =>
      (await auditOf(`${affiliate.slug}/audit`, affiliate.bearer, query)).entries
        .filter(({ subject }) => subject.kind === 'model')
        .map(({ subject }) => subject.name);
    expect(await names('from=2026-03-10&to=2026-03-11')).toEqual(['Dernier', 'Premier']);
    expect(await names('to=2026-03-10')).toEqual(['Premier', 'Veille']);
    await app.http
      .get(`/api/affiliates/${affiliate.slug}/audit?from=10.03.2026`)
      .set('Authorization', affiliate.bearer)
      .expect(400);
  });
});
