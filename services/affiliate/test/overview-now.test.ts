import { randomUUID } from 'node:crypto';
import { createEvent } from 'service-kit/outbox';
import { modelFacts } from 'testing/events';
import { app, overviewOf, registers } from './overview-harness.ts';

describe('lives and latest events', () => {
  test('applies the newest live state in any order of events, and hides it from other affiliates', async () => {
    const [affiliate, other] = [await app.createAndLogIn(), await app.createAndLogIn()];
    const [live, ended] = [
      modelFacts({ affiliateId: affiliate.id, name: 'Nina' }),
      modelFacts({ affiliateId: affiliate.id }),
    ];
    const about = ({ id, slug }: { id: string; slug: string }) => ({ id, slug, until: null });
    await app.consume('live.started', about(live), 2);
    await app.consume('model.created', live, 1);
    await app.consume('model.created', ended, 1);
    await app.consume('live.ended', about(ended), 3);
    await app.consume('live.started', about(ended), 2);
    expect((await overviewOf(affiliate.slug, affiliate.bearer)).live).toMatchObject([
      { slug: live.slug, name: 'Nina' },
    ]);
    expect(await overviewOf(other.slug, other.bearer)).toMatchObject({ live: [], latest: [], models: [] });
  });

  describe('lives of schedules, which have no event', () => {
    const MINUTE = 60_000;
    const inParis = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', hour: '2-digit', minute: '2-digit' });
    const minute = (offset: number) => Math.floor(Date.now() / MINUTE + offset) * MINUTE;
    const ruleOf = (from: number, to: number) => `${inParis.format(minute(from))}-${inParis.format(minute(to))}`;
    const created = async (affiliateId: string, liveRule: string, minutesAgo = 60) => {
      const model = modelFacts({ affiliateId, liveRule });
      const occurredAt = new Date(Date.now() - minutesAgo * MINUTE).toISOString();
      await app.deliver({ ...createEvent('model.created', model, 1), occurredAt });
      return model;
    };

    test('are counted and listed with their beginning, and are among the latest', async () => {
      const affiliate = await app.createAndLogIn();
      const live = await created(affiliate.id, ruleOf(-10, 90));
      const ended = await created(affiliate.id, ruleOf(-50, -5));
      await created(affiliate.id, 'off');
      // The rule was set after its window had begun: the time of its event counts.
      const moved = await created(affiliate.id, ruleOf(-30, 90), 3);
      const { id, slug } = moved;
      const started = createEvent('live.started', { id, slug, until: null }, 2);
      await app.deliver({ ...started, occurredAt: new Date(minute(-3)).toISOString() });
      const overview = await overviewOf(affiliate.slug, affiliate.bearer);
      expect(overview.live.map((each) => [each.slug, each.since])).toEqual([
        [moved.slug, new Date(minute(-3)).toISOString()],
        [live.slug, new Date(minute(-10)).toISOString()],
      ]);
      expect(overview.live_count).toBe(2);
      expect(overview.latest.map(({ kind, model, at }) => [kind, model?.slug, at])).toEqual([
        ['live.started', moved.slug, new Date(minute(-3)).toISOString()],
        ['live.ended', ended.slug, new Date(minute(-5)).toISOString()],
        ['live.started', live.slug, new Date(minute(-10)).toISOString()],
      ]);
    });

    test('follow the newest rule, in any order of events', async () => {
      const affiliate = await app.createAndLogIn();
      const model = modelFacts({ affiliateId: affiliate.id });
      await app.consume('model.updated', { ...model, liveRule: 'on' }, 3);
      await app.consume('model.updated', { ...model, liveRule: 'off' }, 2);
      const liveSlugs = async () => (await overviewOf(affiliate.slug, affiliate.bearer)).live.map(({ slug }) => slug);
      expect(await liveSlugs()).toEqual([model.slug]);
      // A former version publishes the model without its rule.
      await app.consume('model.updated', model, 4);
      expect(await liveSlugs()).toEqual([model.slug]);
      await app.consume('model.updated', { ...model, liveRule: 'off' }, 5);
      expect(await liveSlugs()).toEqual([]);
    });

    test('are listed up to 200, with the number of all', async () => {
      const affiliate = await app.createAndLogIn();
      await app.postgres.query(
        `insert into models (id, slug, affiliate_id, revision, live_rule, live_rule_changed_at)
         select gen_random_uuid(), 'many-' || n, $1, 1, $2, now() - interval '1 day' from generate_series(1, 250) n`,
        [affiliate.id, ruleOf(-10, 90)],
      );
      const overview = await overviewOf(affiliate.slug, affiliate.bearer);
      expect([overview.live.length, overview.live_count]).toEqual([200, 250]);
    });
  });

  test('counts the subscribers with access now, in any order of events', async () => {
    const affiliate = await app.createAndLogIn();
    const [active, gone] = [randomUUID(), randomUUID()];
    const later = new Date(Date.now() + 86_400_000).toISOString();
    for (const id of [active, gone]) await registers(affiliate.slug, 'm', undefined, id);
    await app.consume('subscription.activated', { subscriberId: active, paidUntil: later }, 1);
    await app.consume('subscription.revoked', { subscriberId: gone, paidUntil: null }, 2);
    await app.consume('subscription.activated', { subscriberId: gone, paidUntil: later }, 1);
    expect((await overviewOf(affiliate.slug, affiliate.bearer)).active_subscribers).toBe(1);
  });
});
