import { randomUUID } from 'node:crypto';
import { addDays, parisDay } from 'contracts/days';
import type { Overview } from 'contracts/overview';
import { createLogger } from 'service-kit/logger';
import { modelFacts, subscriberFacts } from 'testing/events';
import { eventually } from 'testing/eventually';
import { startAffiliate } from './harness.ts';
import type { AffiliateApp } from './harness.ts';
import { createVisitCleanup } from '../src/visits/visit-cleanup.ts';
import { TODAY } from '../src/visits/visit.repository.ts';

let app: AffiliateApp;
beforeAll(async () => {
  app = await startAffiliate();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.postgres.query('delete from visits');
  await app.postgres.query('truncate visitors_seen, visit_addresses, visit_keys');
});

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const visit = (
  path: string,
  trackingParams: Record<string, string> = {},
  {
    address = '203.0.113.7',
    userAgent = PHONE,
    isClick,
  }: { address?: string; userAgent?: string; isClick?: boolean } = {},
) =>
  app.http
    .post('/api/visits')
    .set('x-real-ip', address)
    .set('user-agent', userAgent)
    .send({ path, trackingParams, isClick })
    .expect(200, { ok: true });
const rows = async () =>
  (
    await app.postgres.query(
      'select affiliate_id, model_slug, source, visits, clicks from visits order by visits desc, model_slug, source',
    )
  ).rows;

describe('a visit', () => {
  test('counts once a day for each browser, where it began', async () => {
    const model = modelFacts();
    await app.consume('model.created', model);
    await visit(`/${model.slug}`);
    await visit('/');
    await visit(`/${model.slug}/live`);
    await visit('/', {}, { address: '203.0.113.8' });
    expect(await rows()).toEqual([
      { affiliate_id: null, model_slug: '', source: '', visits: 1, clicks: 0 },
      { affiliate_id: null, model_slug: model.slug, source: '', visits: 1, clicks: 0 },
    ]);
  });

  test('counts once, however many pages report it at the same time', async () => {
    await Promise.all(Array.from({ length: 20 }, () => visit('/')));
    expect(await rows()).toMatchObject([{ visits: 1 }]);
  });

  test('is counted with the others that come at the same time', async () => {
    const { slug, id } = await app.create();
    await Promise.all(
      Array.from({ length: 120 }, (_, host) =>
        visit('/', { affiliateParam: slug, clickId: `campagne-${host % 3}` }, { address: `203.0.113.${host % 60}` }),
      ),
    );
    expect(await rows()).toEqual(
      [0, 1, 2].map((source) => ({
        affiliate_id: id,
        model_slug: '',
        source: `campagne-${source}`,
        visits: 20,
        clicks: 20,
      })),
    );
    expect(await app.figureCheck.check()).toEqual([]);
  });

  test('counts a hundred times for one address, also where they come at the same time', async () => {
    await Promise.all(
      Array.from({ length: 130 }, (_, version) => visit('/', {}, { userAgent: `${PHONE} Autre/${version}` })),
    );
    expect(await rows()).toMatchObject([{ visits: 100 }]);
  });

  test('counts beside one that the database rejects', async () => {
    await app.postgres.query("alter table visits add constraint rejects_poison check (source <> 'poison') not valid");
    const report = (clickId: string, host: number) =>
      app.http
        .post('/api/visits')
        .set('x-real-ip', `203.0.113.${host}`)
        .set('user-agent', PHONE)
        .send({ path: '/', trackingParams: { clickId } });
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, host) => report(host === 30 ? 'poison' : 'campaign', host)),
    );
    await app.postgres.query('alter table visits drop constraint rejects_poison');
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(39);
    expect(await rows()).toMatchObject([{ source: 'campaign', visits: 39 }]);
    expect(await app.figureCheck.check()).toEqual([]);
  });

  test('waits for a counter without holding up the other calls', async () => {
    const affiliate = await app.createAndLogIn();
    await visit('/', { affiliateParam: affiliate.slug });
    let counted = 0;
    const visits = await app.postgres.transaction(async (client) => {
      await client.query('select from day_figures where affiliate_id = $1 for update', [affiliate.id]);
      const waiting = Array.from({ length: 40 }, (_, host) =>
        visit('/', { affiliateParam: affiliate.slug }, { address: `203.0.113.${100 + host}` }).then(
          () => (counted += 1),
        ),
      );
      await app.http.get(`/api/affiliates/${affiliate.slug}`).expect(200);
      await app.http
        .get(`/api/affiliates/${affiliate.slug}/overview`)
        .set('Authorization', affiliate.bearer)
        .expect(200);
      expect(counted).toBe(0);
      return waiting;
    });
    await Promise.all(visits);
    expect(await rows()).toMatchObject([{ visits: 41 }]);
  });

  test('is credited as a registration would be, to active affiliates alone', async () => {
    const [named, owner, paused] = [await app.create(), await app.create(), await app.create()];
    const model = modelFacts({ affiliateId: owner.id });
    await app.consume('model.created', model);
    await app.postgres.query('update affiliates set is_active = false where id = $1', [paused.id]);
    await visit(`/${model.slug}`, { affiliateParam: named.slug, clickId: 'campagne-7' }, { address: '203.0.113.1' });
    await visit(`/partner/${named.slug}`, {}, { address: '203.0.113.2' });
    await visit(`/${model.slug}`, { affiliateParam: paused.slug }, { address: '203.0.113.3' });
    await visit('/', { affiliateParam: 'unknown' }, { address: '203.0.113.4' });
    expect((await rows()).map(({ affiliate_id, ...row }) => ({ ...row, affiliate: affiliate_id }))).toEqual(
      expect.arrayContaining([
        { affiliate: named.id, model_slug: model.slug, source: 'campagne-7', visits: 1, clicks: 1 },
        { affiliate: named.id, model_slug: '', source: '', visits: 1, clicks: 1 },
        { affiliate: owner.id, model_slug: model.slug, source: '', visits: 1, clicks: 1 },
        { affiliate: null, model_slug: '', source: '', visits: 1, clicks: 1 },
      ]),
    );
  });

  test('is a click on the day of its link, not on a direct return with what is remembered', async () => {
    const { slug } = await app.create();
    await visit('/', { affiliateParam: slug }, { address: '203.0.113.1', isClick: true });
    await visit('/', { affiliateParam: slug }, { address: '203.0.113.2', isClick: false });
    await visit(`/partner/${slug}`, {}, { address: '203.0.113.3', isClick: false });
    expect(await rows()).toMatchObject([{ visits: 3, clicks: 2 }]);
  });

  test('counts a hundred times a day for one address, however many browsers it claims to be', async () => {
    for (let version = 1; version <= 102; version += 1)
      await visit('/', {}, { userAgent: `${PHONE} Autre/${version}` });
    await visit('/', {}, { address: '203.0.113.8' });
    expect(await rows()).toMatchObject([{ visits: 101 }]);
    expect((await app.postgres.query('select from visitors_seen')).rowCount).toBe(101);
  });

  test('counts a visit by the link of another affiliate as another visit', async () => {
    const [first, second] = [await app.create(), await app.create()];
    for (const { slug } of [first, second, first]) await visit('/', { affiliateParam: slug });
    expect(await rows()).toMatchObject([{ visits: 1 }, { visits: 1 }]);
  });

  test.each([
    '',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    'curl/8.5.0',
  ])('does not count a visit of the bot %j', async (userAgent) => {
    await visit('/', {}, { userAgent });
    expect(await rows()).toEqual([]);
  });

  test.each(['/personne', '/../../etc/passwd', "/'; drop table visits; --", '/%00', 'https://evil.example/'])(
    'of the path %j is one of the site',
    async (path) => {
      await visit(path);
      expect(await rows()).toMatchObject([{ model_slug: '', visits: 1 }]);
    },
  );

  test('has one of 500 sources of its affiliate and day, else the one for all others', async () => {
    await app.postgres.query(
      `insert into visits (day, model_slug, source, visits)
       select (now() at time zone 'Europe/Paris')::date, '', 'campagne-' || n, 1 from generate_series(1, 500) as n`,
    );
    await visit('/', { clickId: 'une-de-plus' });
    await visit('/', { clickId: 'campagne-3' }, { address: '203.0.113.9' });
    const { rows: found } = await app.postgres.query(
      `select source, visits from visits where source in ('une-de-plus', 'autres', 'campagne-3') order by source`,
    );
    expect(found).toEqual([
      { source: 'autres', visits: 1 },
      { source: 'campagne-3', visits: 2 },
    ]);
  });

  test('leaves neither address nor browser, and nothing to recognise it by after its day', async () => {
    await visit('/');
    const text = JSON.stringify([
      (await app.postgres.query('select t::text from visits t')).rows,
      (await app.postgres.query('select t::text from visitors_seen t')).rows,
      (await app.postgres.query('select t::text from visit_addresses t')).rows,
    ]);
    for (const trace of ['203.0.113.7', 'iPhone', Buffer.from('203.0.113.7').toString('hex')])
      expect(text).not.toContain(trace);
    await app.postgres.query(`update visitors_seen set day = day - 1`);
    await app.postgres.query(`update visit_addresses set day = day - 1`);
    await app.postgres.query(`update visit_keys set day = day - 1`);
    await visit('/', {}, { address: '203.0.113.8' });
    const cleanup = createVisitCleanup({ postgres: app.postgres, logger: createLogger('visits-test', 'silent') });
    cleanup.start();
    const daysOf = async (table: string) =>
      (await app.postgres.query<{ is_today: boolean }>(`select distinct day = ${TODAY} as is_today from ${table}`))
        .rows;
    for (const table of ['visit_keys', 'visitors_seen', 'visit_addresses'])
      await eventually(async () => (await daysOf(table)).every((day) => day.is_today), `${table} of today alone`);
    await cleanup.stop();
    expect(await daysOf('visitors_seen')).toEqual([{ is_today: true }]);
  });
});

describe('the overview', () => {
  test('shows visits and clicks of the affiliate alone', async () => {
    const [own, other] = [await app.createAndLogIn(), await app.createAndLogIn()];
    await visit('/', { affiliateParam: own.slug });
    await visit('/', { affiliateParam: other.slug });
    await visit('/', {}, { address: '203.0.113.5' });
    const today = parisDay(Date.now());
    const overviewOf = async (path: string, bearer: string) =>
      (
        await app.http
          .get(`/api/affiliates/${path}?from=${addDays(today, -1)}&to=${addDays(today, 1)}`)
          .set('Authorization', bearer)
          .expect(200)
      ).body as Overview;
    expect((await overviewOf(`${own.slug}/overview`, own.bearer)).totals).toMatchObject({ visits: 1, clicks: 1 });
    expect((await overviewOf('overview', app.administrator)).totals).toMatchObject({ visits: 3, clicks: 2 });
  });
});

describe('the erasure of a person', () => {
  const register = async (clickId: string) => {
    const person = subscriberFacts({ tracking: { clickId, affiliate: '', pixelId: '' } });
    await app.consume('subscriber.registered', person);
    return person;
  };
  const sources = async () =>
    (
      await app.postgres.query<{ source: string; visits: number }>(
        'select source, sum(visits)::int as visits from visits group by 1 order by 1',
      )
    ).rows;

  test('puts the visits of a link that few have followed among the others, without losing one', async () => {
    // Outside the Basic Multilingual Plane: one character in the database, two in a JavaScript string.
    const clickId = `😀-click-${randomUUID()}-${'x'.repeat(64)}`;
    const person = await register(clickId);
    await visit('/', { clickId });
    await visit('/', { clickId }, { address: '203.0.113.8' });
    await visit('/', { clickId: 'autres' }, { address: '203.0.113.9' });
    await app.consume('subscriber.erased', { id: person.id });
    expect(await sources()).toEqual([{ source: 'autres', visits: 3 }]);
    const { rows } = await app.postgres.query("select from source_figures where source like '😀%'");
    expect(rows).toEqual([]);
    expect(await app.figureCheck.check()).toEqual([]);
  });

  test('leaves the visits of a link that many have followed, by visits or registrations', async () => {
    const [visited, registered] = [`campaign-${randomUUID()}`, `campaign-${randomUUID()}`];
    const person = await register(visited);
    for (let host = 1; host <= 5; host += 1) await visit('/', { clickId: visited }, { address: `203.0.113.${host}` });
    await visit('/', { clickId: registered }, { address: '203.0.113.6' });
    const [other] = await Promise.all(Array.from({ length: 6 }, () => register(registered)));
    await app.consume('subscriber.erased', { id: person.id });
    await app.consume('subscriber.erased', { id: other?.id ?? '' });
    expect(await sources()).toEqual(
      [
        { source: visited, visits: 5 },
        { source: registered, visits: 1 },
      ].sort((one, two) => (one.source < two.source ? -1 : 1)),
    );
  });
});
