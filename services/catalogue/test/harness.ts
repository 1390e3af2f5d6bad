import { randomUUID } from 'node:crypto';
import { usesNamedBy } from 'contracts/events';
import type { AssetUse } from 'contracts/asset-use';
import type { Event, EventData, EventName } from 'contracts/events';
import type { AssetKind } from 'contracts/media';
import { filenameOf } from 'contracts/media';
import { modelView } from 'contracts/models';
import type { ModelView } from 'contracts/models';
import { createVerifier } from 'service-kit/auth';
import { createLogger } from 'service-kit/logger';
import { createMongo } from 'service-kit/mongo';
import { createPaymentHosts } from 'service-kit/payment-hosts';
import type { Person } from 'service-kit/viewer';
import request from 'supertest';
import { newMongoUrl } from 'testing/databases';
import { affiliateFacts, deliverNew } from 'testing/events';
import { eventually } from 'testing/eventually';
import { newIssuer } from 'testing/signing-keys';
import { NOTHING_REVOKED, oldTokenSession, tokenSession } from 'testing/token-sessions';
import { createCatalogueApp } from '../src/app.ts';
import { createIndexes } from '../src/indexes.ts';

export const MEDIA_URL_SECRET = 'a secret of the tests, long enough to be one';
/** An evening without a live: 18:00 in Paris. */
export const QUIET = Date.parse('2026-03-10T17:00:00Z');

/** Counts the revisions of a test's events, by object. */
const createRevisions = () => {
  const known = new Map<string, number>();
  return (id: string): number => {
    const next = (known.get(id) ?? 0) + 1;
    known.set(id, next);
    return next;
  };
};

export type Harness = Awaited<ReturnType<typeof createHarness>>;

/** Starts the real catalogue on a new database, with a recording in place of the broker and a clock set by the test. */
export const createHarness = async ({ isMigrated = true } = {}) => {
  const url = newMongoUrl('catalogue');
  const [mongo, identity, affiliate] = await Promise.all([
    createMongo(url),
    newIssuer('identity'),
    newIssuer('affiliate'),
  ]);
  if (isMigrated) await createIndexes(mongo);

  const published: Event[] = [];
  const broker = {
    isDown: false,
    publish: async (event: Event) => {
      if (broker.isDown) throw new Error('no connection to the broker');
      published.push(event);
    },
  };
  const clock = { now: QUIET };
  const dependencies = {
    mongo,
    bus: broker,
    verifier: createVerifier({ identity: identity.jwks, affiliate: affiliate.jwks }, NOTHING_REVOKED),
    paymentHosts: createPaymentHosts(['pay.example'], true),
    mediaUrlSecrets: [MEDIA_URL_SECRET] as const,
    logger: createLogger('catalogue', 'silent'),
    clock: () => clock.now,
    databaseTime: async () => clock.now,
  };
  const catalogue = createCatalogueApp(dependencies);
  /** Starts a second replica on the same database, at another address if given. */
  const createReplica = async (address = url, changes: Partial<Parameters<typeof createCatalogueApp>[0]> = {}) => {
    const other = await createMongo(address);
    return { ...createCatalogueApp({ ...dependencies, mongo: other, ...changes }), close: () => other.close() };
  };
  catalogue.relay.start();

  const api = () => request(catalogue.http);
  const tokenOf = (viewer: Person, session = tokenSession()) =>
    (viewer.role === 'affiliate' ? affiliate : identity).sign('access', viewer, session);
  /** Signs a token of the same user whose login is too old for sensitive changes. */
  const oldTokenOf = async (viewer: Person) => `Bearer ${await tokenOf(viewer, oldTokenSession())}`;
  const administrator = `Bearer ${await tokenOf({ role: 'administrator', id: 'main' })}`;
  const nextRevision = createRevisions();

  const send = async <Name extends EventName & keyof typeof catalogue.listeners>(
    name: Name,
    data: EventData<Name>,
    revision = nextRevision('id' in data ? data.id : 'subscriberId' in data ? data.subscriberId : ''),
  ) => {
    await deliverNew(catalogue.listeners, name, data, revision);
    return revision;
  };

  /** Creates an affiliate in the catalogue, with its token. */
  const newAffiliate = async (facts: Partial<EventData<'affiliate.created'>> = {}) => {
    const data = affiliateFacts(facts);
    await send('affiliate.created', data);
    return { ...data, token: `Bearer ${await tokenOf({ role: 'affiliate', id: data.id, slug: data.slug })}` };
  };

  /** Creates a file that media has processed. */
  const newAsset = async (
    kind: AssetKind,
    modelSlug: string,
    {
      uploader = null,
      modelId = null,
      state = 'ready',
      hasHls,
      originalName = null,
    }: {
      uploader?: string | null;
      modelId?: string | null;
      state?: 'uploaded' | 'ready';
      hasHls?: boolean;
      originalName?: string | null;
    } = {},
  ) => {
    const asset = {
      id: randomUUID(),
      modelSlug,
      modelId,
      uploaderAffiliateId: uploader,
      kind,
      bytes: 1_000,
      originalName,
    };
    const blurId = randomUUID();
    const finish = () =>
      send('asset.processed', {
        ...asset,
        blurId,
        durationMs: kind === 'photo' || kind === 'avatar' || kind === 'cover-image' ? null : 65_000,
        hasHls,
        width: 1280,
        height: 720,
        placeholder: 'dGh1bWI=',
      });
    await send('asset.uploaded', asset);
    if (state === 'ready') await finish();
    const filename = filenameOf(asset.id, kind);
    return {
      ...asset,
      blurId,
      filename,
      finish,
      item: (isLocked = true) => ({ id: randomUUID(), filename, likes: 3, isLocked }),
    };
  };

  const newModel = async (
    fields: Record<string, unknown> = {},
    authorization = administrator,
    path = '/api/models',
  ) => {
    const response = await api()
      .post(path)
      .set('authorization', authorization)
      .send({ name: 'Maëlle', slug: `model-${randomUUID().slice(0, 8)}`, ...fields });
    if (response.status !== 201) throw new Error(`the model was rejected: ${response.status} ${response.text}`);
    return response.body as ModelView;
  };
  const read = async (slug: string, authorization?: string) => {
    const call = api().get(`/api/models/${slug}`);
    const response = await (authorization ? call.set('authorization', authorization) : call);
    if (response.status !== 200) throw new Error(`the model cannot be read: ${response.status}`);
    // Strict: the response contains no other field than the contract's.
    return modelView.strict().parse(response.body);
  };
  const paidSubscriber = async (paidUntil: string | null = new Date(QUIET + 3_600_000).toISOString()) => {
    const id = randomUUID();
    await send('subscription.activated', { subscriberId: id, paidUntil });
    return { id, token: `Bearer ${await tokenOf({ role: 'subscriber', id })}` };
  };
  /** Returns the published events about an object, once the outbox is empty. */
  const publishedOf = async (id: string) => {
    await eventually(
      async () => (await mongo.connection.collection('models').countDocuments({ 'outbox.id': { $gt: '' } })) === 0,
      'every event is published',
    );
    return published.filter(({ data }) => (data as { id: string }).id === id);
  };

  /** Returns the uses of assets that result from all published events of a model. */
  const announcedUses = async (id: string): Promise<AssetUse[]> => {
    const uses = new Map<string, AssetUse>();
    for (const { name, data } of await publishedOf(id)) {
      if (name !== 'model.created' && name !== 'model.updated') continue;
      const facts = data as EventData<'model.updated'>;
      if (facts.assets) uses.clear();
      for (const unused of facts.assetChanges?.unused ?? []) uses.delete(unused);
      for (const use of usesNamedBy(facts)) uses.set(use.id, use);
    }
    return [...uses.values()];
  };

  return {
    url,
    mongo,
    catalogue,
    createReplica,
    api,
    administrator,
    tokenOf,
    oldTokenOf,
    broker,
    published,
    clock,
    send,
    newAffiliate,
    newAsset,
    newModel,
    read,
    paidSubscriber,
    publishedOf,
    announcedUses,
    close: async () => {
      await catalogue.relay.stop();
      await mongo.connection.dropDatabase();
      await mongo.close();
    },
  };
};
