import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FOLDER } from 'media/testing/drivers';
import { jpeg } from 'media/testing/fixtures';
import type { StoreSettings } from '../src/config.ts';
import { reconcile } from '../src/reconcile/reconcile.ts';
import { printReport } from '../src/reconcile/report.ts';
import { createStores, removeFile } from './own-stores.ts';
import { startPlatform } from './platform.ts';
import type { Person, Platform } from './platform.ts';

describe('the comparison of the stores', () => {
  let stores: Awaited<ReturnType<typeof createStores>>;
  let platform: Platform;
  let settings: StoreSettings;
  let slug: string;
  let person: Person;
  beforeAll(async () => {
    stores = await createStores(FOLDER);
    settings = await stores.settings();
    platform = await startPlatform(settings);
    const affiliate = await platform.newAffiliate();
    slug = `model-${randomUUID().slice(0, 8)}`;
    await platform.newModel(slug, [await platform.upload(slug, await jpeg())]);
    await platform.settle();
    person = await platform.register(slug, affiliate);
    await platform.pay(person);
    await platform.settle();
  }, 60_000);
  afterAll(async () => {
    await platform.stop();
    await stores.remove();
  });

  const silent = () => undefined;
  const compare = (options: { repair?: boolean; remove?: boolean } = {}) =>
    reconcile(platform.management, {
      settle: platform.settle,
      repair: options.repair ?? false,
      remove: options.remove ?? false,
      print: silent,
    });
  const differences = async (options: { repair?: boolean; remove?: boolean } = {}) =>
    (await compare(options)).flatMap((pair) => pair.differences.map(({ kind }) => `${pair.name}: ${kind}`));
  const { identity, billing, media, affiliate } = {
    identity: 'identity',
    billing: 'billing',
    media: 'media',
    affiliate: 'affiliate',
  } as const;
  const query = (database: keyof Platform['databases'], sql: string, values: unknown[] = []) =>
    platform.databases[database].query(sql, values);
  const inMongo = (collection: string) => platform.mongo.connection.collection(collection);

  test('finds no difference once every event has had its effect', async () => {
    const pairs = await compare();
    expect(pairs.filter(({ differences: found }) => found.length > 0)).toEqual([]);
    expect(pairs.filter(({ compared }) => compared > 0).length).toBeGreaterThan(15);
  });

  test.each<[string, () => Promise<unknown>, string]>([
    [
      'billing has not consumed a registration',
      () => query(billing, 'delete from subscribers'),
      'identity.subscribers, billing.subscribers: missing',
    ],
    [
      'affiliate has not consumed a registration',
      () => query(affiliate, 'delete from registrations'),
      'identity.subscribers, affiliate.registrations: missing',
    ],
    [
      'identity has not consumed an affiliate',
      () => query(identity, 'delete from affiliates'),
      'affiliate.affiliates, identity.affiliates: missing',
    ],
    [
      'billing knows an affiliate as it was',
      () => query(billing, `update affiliates set base_url = 'http://partner.test/old'`),
      'affiliate.affiliates, billing.affiliates: different',
    ],
    [
      'the catalogue knows an affiliate as it never was, by an event that the affiliate service has deleted',
      () => inMongo('affiliates').updateMany({}, { $set: { revision: 40, name: 'Autre' } }),
      'affiliate.affiliates, catalogue.affiliates: different',
    ],
    [
      'the catalogue is ahead of the affiliate service, with equal data',
      () => inMongo('affiliates').updateMany({}, { $set: { revision: 90 } }),
      'affiliate.affiliates, catalogue.affiliates: different',
    ],
    [
      'media keeps a revoked access open',
      () => query(media, `update entitlements set paid_until = now() + interval '1 year', revision = 50`),
      'billing.subscriptions, media.entitlements: different',
    ],
    [
      'the catalogue has not consumed a payment',
      () => inMongo('entitlements').deleteMany({}),
      'billing.subscriptions, catalogue.entitlements: missing',
    ],
    [
      'affiliate has not consumed a payment',
      () => query(affiliate, 'delete from payments'),
      'billing.ledger, affiliate.payments: missing',
    ],
    [
      'the catalogue has not consumed an upload',
      () => inMongo('assets').deleteMany({}),
      'media.assets, catalogue.assets: missing',
    ],
    [
      'the catalogue leads to HLS that media does not have',
      () => inMongo('assets').updateMany({}, { $set: { hasHls: true } }),
      'media.assets, catalogue.assets: different',
    ],
    [
      'the catalogue takes an upload for another model’s',
      () => inMongo('assets').updateMany({}, { $set: { modelId: randomUUID() } }),
      'media.assets, catalogue.assets: different',
    ],
    [
      'billing does not know from which model’s page a subscriber came',
      () => query(billing, 'update subscribers set model_id = null'),
      'identity.subscribers, billing.subscribers: different',
    ],
    [
      'identity has not consumed a model',
      () => query(identity, 'delete from models'),
      'catalogue.models, identity.models: missing',
    ],
    [
      'media takes a locked photo for an unlocked one',
      () => query(media, `update model_assets set access = 'unlocked'`),
      'catalogue.models, media.models: different',
    ],
    [
      'affiliate knows a model by another name',
      () => query(affiliate, `update models set name = 'Autre', revision = revision + 9`),
      'catalogue.models, affiliate.models: different',
    ],
  ])(
    'reports that %s, and a repair publishes it again',
    async (_what, damage, expected) => {
      await damage();
      expect(await differences()).toContain(expected);
      expect(await differences({ repair: true })).toEqual([]);
      await platform.settle();
      expect((await platform.see(slug, person)).map((photo) => photo !== null && photo.length > 0)).toEqual([true]);
    },
    60_000,
  );

  test.each<[string, () => Promise<unknown>, string]>([
    [
      'a file has no row',
      async () => {
        const path = join((settings as { STORAGE_DIR: string }).STORAGE_DIR, 'files', 'ab', `ab${'0'.repeat(30)}`);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, 'orphan');
      },
      'storage, media.files: orphan',
    ],
    [
      'billing has a subscriber that identity does not have',
      () =>
        query(
          billing,
          `insert into subscribers select gen_random_uuid(), 'x@example.org', '', '', '', '', '', '', false, 3, '', null`,
        ),
      'identity.subscribers, billing.subscribers: orphan',
    ],
    [
      'media grants access to a subscriber that billing does not know',
      () => query(media, `insert into entitlements values (gen_random_uuid()::text, now() + interval '1 day', 4)`),
      'billing.subscriptions, media.entitlements: orphan',
    ],
    [
      'the catalogue knows an upload that media does not',
      () =>
        inMongo('assets').insertOne({
          _id: randomUUID(),
          revision: 2,
          state: 'ready',
          modelSlug: slug,
          kind: 'photo',
          uploaderAffiliateId: null,
        } as never),
      'media.assets, catalogue.assets: orphan',
    ],
    [
      'identity knows a model that the catalogue does not',
      () => query(identity, `insert into models values (gen_random_uuid(), 'orphan', null, '', '', 2)`),
      'catalogue.models, identity.models: orphan',
    ],
  ])(
    'reports that %s, and removes it only with --remove',
    async (_what, damage, expected) => {
      await damage();
      expect(await differences()).toEqual([expected]);
      expect(await differences({ repair: true })).toEqual([expected]);
      expect(await differences({ repair: true, remove: true })).toEqual([]);
    },
    60_000,
  );

  test('names the key of a missing file, and no person', async () => {
    const { rows } = await platform.databases.media.query<{ key: string }>(
      `select key from files where name = 'original'`,
    );
    const key = rows[0]?.key ?? '';
    await removeFile(settings, key);
    const lines: string[] = [];
    printReport(await compare(), (line) => lines.push(line));
    expect(lines.join('\n')).toMatch(
      new RegExp(`media.files, storage +\\d+ compared, 1 differ\\n {2}${key} {2}missing`),
    );
    expect(lines.join('\n')).not.toContain(person.email);
  });
});
