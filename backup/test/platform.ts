import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAffiliateApp } from 'affiliate/app';
import { MIGRATIONS as AFFILIATE_MIGRATIONS } from 'affiliate/migrations';
import { createBillingApp } from 'billing/app';
import { MIGRATIONS as BILLING_MIGRATIONS } from 'billing/migrations';
import { createCatalogueApp } from 'catalogue/app';
import { createIndexes } from 'catalogue/indexes';
import { DEFAULT_COMMISSION_TERMS } from 'contracts/commissions';
import { recordOf, SERVICE_NAMES } from 'contracts/services';
import type { ServiceName } from 'contracts/services';
import { createIdentityApp } from 'identity/app';
import { MIGRATIONS as IDENTITY_MIGRATIONS } from 'identity/migrations';
import { createMediaApp } from 'media/app';
import { DEFAULT_LIMITS } from 'media/limits';
import { MIGRATIONS as MEDIA_MIGRATIONS } from 'media/migrations';
import { openStorage } from 'media/storage/open-storage';
import { createAdvisoryLocks } from 'service-kit/advisory-locks';
import { createVerifier } from 'service-kit/auth';
import { createLogger } from 'service-kit/logger';
import { createManagement } from 'service-kit/management';
import { createMongo } from 'service-kit/mongo';
import { createOutboxRelay } from 'service-kit/outbox';
import { hashPassword } from 'service-kit/passwords';
import { createPaymentHosts } from 'service-kit/payment-hosts';
import { migrate } from 'service-kit/migrate';
import { createPostgres } from 'service-kit/postgres';
import { createRevocations } from 'service-kit/revocations';
import { serve } from 'service-kit/serve';
import { createMetrics } from 'service-kit/telemetry';
import { createIssuer } from 'service-kit/tokens';
import request from 'supertest';
import { eventually } from 'testing/eventually';
import { newSigningKey } from 'testing/signing-keys';
import { NOTHING_REVOKED, tokenSession } from 'testing/token-sessions';
import type { StoreSettings } from '../src/config.ts';
import { createSmallBroker } from './small-broker.ts';

const PARTNER_KEY = 'key-of-the-sandbox-partner-in-tests';
/** Secrets are not part of the stores: they survive a loss of the stores. */
const KEYS = { identity: newSigningKey('identity'), affiliate: newSigningKey('affiliate') };
const MEDIA_URL_SECRET = 'a secret of the tests, long enough to be one';
const PASSWORD = 'rideau-rouge';

/** Returns the subject of a token. */
const subjectOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }).sub;

export interface Person {
  id: string;
  email: string;
  cookie: string;
}
export interface Photo {
  filename: string;
  slug: string;
}
export type Platform = Awaited<ReturnType<typeof startPlatform>>;

/** Starts all five services on the given stores, in this process, with a small broker between them. */
export const startPlatform = async (settings: StoreSettings) => {
  const logger = createLogger('platform', 'silent');
  const [identityIssuer, affiliateIssuer] = await Promise.all([
    createIssuer('identity', KEYS.identity),
    createIssuer('affiliate', KEYS.affiliate),
  ]);
  const verifier = createVerifier({ identity: identityIssuer.jwks, affiliate: affiliateIssuer.jwks }, NOTHING_REVOKED);
  const paymentHosts = createPaymentHosts(['partner.test'], true);
  const database = async (url: string, migrations: URL) => {
    await migrate(url, migrations);
    return createPostgres({ url, logger, max: 6 });
  };
  const [identityDatabase, mediaDatabase, affiliateDatabase, billingDatabase] = await Promise.all([
    database(settings.IDENTITY_DATABASE_URL, IDENTITY_MIGRATIONS),
    database(settings.MEDIA_DATABASE_URL, MEDIA_MIGRATIONS),
    database(settings.AFFILIATE_DATABASE_URL, AFFILIATE_MIGRATIONS),
    database(settings.BILLING_DATABASE_URL, BILLING_MIGRATIONS),
  ]);
  const mongo = await createMongo(settings.MONGO_URL);
  await createIndexes(mongo);
  const broker = createSmallBroker();

  const site = {
    title: 'Coulisses',
    publicUrl: 'http://site.test',
    sender: { name: 'Coulisses', email: 'bonjour@coulisses.example' },
  };
  const identity = await createIdentityApp({
    postgres: identityDatabase,
    logger,
    revocations: createRevocations({ logger }),
    mailPostgres: identityDatabase,
    smtp: { send: async () => undefined },
    signingKey: KEYS.identity,
    adminPasswordHash: await hashPassword(PASSWORD),
    site,
  });
  const affiliate = await createAffiliateApp({
    postgres: affiliateDatabase,
    logger,
    revocations: createRevocations({ logger }),
    signingKey: KEYS.affiliate,
    identityKeys: identityIssuer.jwks,
    catalogueUrl: 'http://catalogue.test',
    paymentHosts,
    site,
    commissionTerms: DEFAULT_COMMISSION_TERMS,
  });
  const billing = createBillingApp({
    postgres: billingDatabase,
    logger,
    verifier,
    defaultOfferUrl: 'http://partner.test/offer',
    paymentHosts,
    postbackKeys: { sandbox: [PARTNER_KEY] },
    partnerApis: {},
    defaultTelegramLink: 'https://t.me/+default',
    publicUrl: site.publicUrl,
    siteTitle: site.title,
    operator: {},
    graceDays: 3,
    fraudThresholds: { minPaySeconds: 0, maxRegistrationsPerHour: 1_000 },
  });
  const catalogue = createCatalogueApp({
    mongo,
    bus: broker,
    verifier,
    paymentHosts,
    mediaUrlSecrets: [MEDIA_URL_SECRET],
    logger,
  });
  // With a bucket, media still needs a folder for unfinished uploads.
  const folder = await mkdtemp(join(tmpdir(), 'backup-media-'));
  const { storage, parts, folders } = await openStorage(
    settings.STORAGE_DRIVER === 's3' ? { ...settings, STORAGE_DIR: folder } : settings,
  );
  const advisoryLocks = createAdvisoryLocks({ url: settings.MEDIA_DATABASE_URL, logger });
  const media = createMediaApp({
    postgres: mediaDatabase,
    storage,
    parts,
    advisoryLocks,
    folders,
    verifier,
    mediaUrlSecrets: [MEDIA_URL_SECRET],
    limits: DEFAULT_LIMITS,
    logger,
  });
  const services = { identity, affiliate, billing, catalogue, media } satisfies Record<ServiceName, unknown>;
  for (const [name, service] of Object.entries(services)) broker.subscribe(name, service.listeners);
  const management = new Map<string, Awaited<ReturnType<typeof serve>>>();
  for (const [name, { readiness, reconciliation }] of Object.entries(services))
    management.set(
      name,
      await serve(createManagement({ readiness, reconciliation, metrics: createMetrics(name), logger }), {
        port: 0,
        host: '127.0.0.1',
      }),
    );
  const managementUrl = (name: keyof typeof services) => `http://127.0.0.1:${management.get(name)?.port}`;
  const databases = [identityDatabase, mediaDatabase, affiliateDatabase, billingDatabase];
  const relays = databases.map((postgres) => createOutboxRelay({ postgres, bus: broker, logger }));
  for (const relay of [...relays, catalogue.relay]) relay.start();

  const administrator = `Bearer ${await identityIssuer.sign('access', { role: 'administrator', id: 'main' }, tokenSession())}`;
  const bearer = async ({ id }: Person) =>
    `Bearer ${await identityIssuer.sign('access', { role: 'subscriber', id }, tokenSession())}`;

  const outboxesAreEmpty = async () => {
    const waiting = await Promise.all(
      databases.map(
        async (postgres) =>
          (await postgres.query<{ count: number }>('select count(*)::int as count from outbox')).rows[0]?.count ?? 0,
      ),
    );
    return (
      waiting.every((count) => count === 0) &&
      (await mongo.connection.collection('models').countDocuments({ 'outbox.id': { $gt: '' } })) === 0
    );
  };

  return {
    broker,
    management: recordOf(SERVICE_NAMES, (name) => [name, managementUrl(name)]),
    databases: {
      identity: identityDatabase,
      media: mediaDatabase,
      affiliate: affiliateDatabase,
      billing: billingDatabase,
    },
    mongo,
    /** Waits until the broker has delivered every event. */
    settle: () =>
      eventually(
        async () => (await outboxesAreEmpty()) && broker.isQuiet() && (await outboxesAreEmpty()),
        'every event has had its effect',
      ),
    /** Runs one round of media's sweeper. */
    sweepMedia: async (): Promise<void> => {
      media.sweeper.start();
      await media.sweeper.stop();
    },
    newAffiliate: async (): Promise<string> => {
      const body = {
        name: 'Studio',
        slug: `studio-${randomUUID().slice(0, 8)}`,
        custom_password: 'studio-nord',
        adexico_base_url: 'http://partner.test/offer',
      };
      return (
        (
          await request(affiliate.http)
            .post('/api/affiliates')
            .set('authorization', administrator)
            .send(body)
            .expect(201)
        ).body as { slug: string }
      ).slug;
    },
    upload: async (slug: string, picture: Buffer): Promise<Photo> => {
      const { body } = await request(media.http)
        .post(`/api/upload/photos/${slug}`)
        .set('authorization', administrator)
        .attach('file', picture, 'photo.jpg')
        .expect(201);
      return { filename: (body as { filename: string }).filename, slug };
    },
    newModel: async (slug: string, photos: readonly Photo[]): Promise<void> => {
      const items = photos.map(({ filename }) => ({ id: randomUUID(), filename, likes: 3, isLocked: true }));
      await request(catalogue.http)
        .post('/api/models')
        .set('authorization', administrator)
        .send({ name: 'Maëlle', slug, photo_items: JSON.stringify(items) })
        .expect(201);
    },
    register: async (modelSlug: string, affiliateSlug: string): Promise<Person> => {
      const email = `claire.${randomUUID()}@example.org`;
      const body = {
        firstName: 'Claire',
        lastName: 'Fontaine',
        email,
        password: PASSWORD,
        trackingParams: { sub1: 'CLICK', sub2: affiliateSlug, sub5: 'PIX' },
        modelSlug,
      };
      const response = await request(identity.http).post('/api/auth/register').send(body).expect(201);
      // Name and value only, as a browser sends cookies back.
      const cookie = response
        .get('Set-Cookie')
        ?.map((set) => set.split(';', 1)[0])
        .join('; ');
      return { id: subjectOf((response.body as { token: string }).token), email, cookie: cookie ?? '' };
    },
    pay: async (person: Person): Promise<void> => {
      const opened = await request(billing.http)
        .get('/redirect/payment')
        .query({ affiliate: 'default' })
        .set('cookie', person.cookie)
        .expect(303);
      const reference = new URL(opened.headers.location ?? '').searchParams.get('sub4') ?? '';
      await request(billing.http)
        .get('/api/postbacks/sandbox')
        .query({ key: PARTNER_KEY, transaction_id: randomUUID(), sub4: reference })
        .expect(200, { ok: true, verdict: 'recorded' });
    },
    logIn: async ({ email }: Person): Promise<number> =>
      (await request(identity.http).post('/api/auth/login').send({ email, password: PASSWORD })).status,
    hasPaid: async (person: Person): Promise<boolean> =>
      (
        (
          await request(billing.http)
            .get('/api/auth/check-payment')
            .set('authorization', await bearer(person))
            .expect(200)
        ).body as { hasPaid: boolean }
      ).hasPaid,
    /** Fetches the largest rendition of each photo of a model as a viewer gets it; null where it is locked. */
    see: async (slug: string, person: Person): Promise<(Buffer | null)[]> => {
      const token = await bearer(person);
      const { body } = await request(catalogue.http).get(`/api/models/${slug}`).set('authorization', token).expect(200);
      const items = JSON.parse((body as { photo_items: string }).photo_items) as {
        filePath: string;
        isViewable: boolean;
      }[];
      return Promise.all(
        items.map(async ({ filePath, isViewable }) =>
          isViewable
            ? ((await request(media.http).get(filePath).set('authorization', token).expect(200)).body as Buffer)
            : null,
        ),
      );
    },
    /** Stops everything at once; the broker loses what it carries, as in a power cut. */
    stop: async (): Promise<void> => {
      await Promise.all([...relays.map((relay) => relay.stop()), catalogue.relay.stop()]);
      await broker.die();
      await Promise.all([...management.values()].map((server) => server.close(0)));
      await Promise.all([mongo.close(), advisoryLocks.close(), ...databases.map((postgres) => postgres.close())]);
      await rm(folder, { recursive: true, force: true });
    },
  };
};
