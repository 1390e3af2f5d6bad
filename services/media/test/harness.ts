import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Event, EventData, EventName } from 'contracts/events';
import { VIEW_COOKIES } from 'contracts/roles';
import { createAdvisoryLocks } from 'service-kit/advisory-locks';
import type { AdvisoryLocks } from 'service-kit/advisory-locks';
import { createVerifier } from 'service-kit/auth';
import { createLogger } from 'service-kit/logger';
import { serve } from 'service-kit/serve';
import { signUrl } from 'service-kit/signed-urls';
import { viewerKey } from 'service-kit/viewer';
import type { Person } from 'service-kit/viewer';
import supertest from 'supertest';
import { startDatabase } from 'testing/databases';
import { deliverNew, modelFacts, outboxEvents } from 'testing/events';
import { newIssuer } from 'testing/signing-keys';
import { NOTHING_REVOKED, tokenSession } from 'testing/token-sessions';
import { createMediaApp } from '../src/app.ts';
import type { Dependencies } from '../src/app.ts';
import { DEFAULT_LIMITS } from '../src/limits.ts';
import type { MediaLimits } from '../src/limits.ts';
import { MIGRATIONS } from '../src/migrations.ts';
import { openStorage } from '../src/storage/open-storage.ts';
import type { OpenStorage } from '../src/storage/open-storage.ts';
import { createMediaWorker } from '../src/worker-app.ts';
import { FOLDER } from './drivers.ts';
import type { Driver } from './drivers.ts';

export type Known = Person;
export const MEDIA_URL_SECRET = 'a secret of the tests, long enough to be one';
export const ADMINISTRATOR: Known = { role: 'administrator', id: 'main' };
export const newAffiliate = (): Known => ({
  role: 'affiliate',
  id: randomUUID(),
  slug: `aff-${randomUUID().slice(0, 8)}`,
});
export const newSubscriber = (): Known => ({ role: 'subscriber', id: randomUUID() });
export const newSlug = (): string => `model-${randomUUID().slice(0, 8)}`;

/** Default limits, raised where the unfinished uploads of other tests would exceed them. */
export const LIMITS: MediaLimits = {
  ...DEFAULT_LIMITS,
  uploaderMaxOpenUploads: 1_000,
  uploaderMaxReservedBytes: Number.MAX_SAFE_INTEGER,
  maxInFlightOfUploader: 32,
};

export type MediaHarness = Awaited<ReturnType<typeof startMedia>>;

type Server = Awaited<ReturnType<typeof serve>>;

/** Starts the real server and worker on a new database and storage; `work` and `consume` replace the broker. */
export const startMedia = async (changes: Partial<Dependencies> = {}, driver: Driver = FOLDER) => {
  const [database, place, identity, affiliate] = await Promise.all([
    startDatabase('media', MIGRATIONS),
    driver.open(),
    newIssuer('identity'),
    newIssuer('affiliate'),
  ]);
  const opened = await openStorage(await place.settingsOfProcess());
  const { storage, folders } = opened;
  const logger = createLogger('media', 'silent');
  const { postgres } = database;
  const verifier = createVerifier({ identity: identity.jwks, affiliate: affiliate.jwks }, NOTHING_REVOKED);
  const locks: AdvisoryLocks[] = [];
  /** Creates a server that shares only the database and storage with the others, as replicas do. */
  const newMedia = (storageOfReplica: OpenStorage) => {
    const advisoryLocks = createAdvisoryLocks({ url: database.url, logger });
    locks.push(advisoryLocks);
    return createMediaApp({
      postgres,
      ...storageOfReplica,
      advisoryLocks,
      verifier,
      mediaUrlSecrets: [MEDIA_URL_SECRET],
      limits: LIMITS,
      logger,
      ...changes,
    });
  };
  const media = newMedia(opened);
  const newWorker = () =>
    createMediaWorker({ postgres, storage, workFolder: folders.work, isConnected: () => true, logger });
  const worker = newWorker();
  const servers: Server[] = [];
  const listen = async ({ http }: typeof media) => {
    const server = await serve(http, { port: 0, host: '127.0.0.1' });
    servers.push(server);
    return `http://127.0.0.1:${server.port}`;
  };
  const url = await listen(media);
  const api = supertest(url);

  const tokenOf = (viewer: Known, use: 'access' | 'view' = 'access') =>
    (viewer.role === 'affiliate' ? affiliate : identity).sign(use, viewer, tokenSession());
  const bearer = async (viewer: Known) => `Bearer ${await tokenOf(viewer)}`;
  const cookie = async (viewer: Known) => `${VIEW_COOKIES[viewer.role]}=${await tokenOf(viewer, 'view')}`;

  let revision = 0;
  const consume = <Name extends EventName>(name: Name, data: EventData<Name>, at = ++revision) =>
    deliverNew(media.listeners, name, data, at);
  const events = () => outboxEvents(postgres);

  return {
    ...media,
    worker,
    newWorker,
    /** Runs one round of the sweeper; a stopped worker does not start again. */
    sweep: async () => {
      const { sweeper } = newMedia(opened);
      sweeper.start();
      await sweeper.stop();
    },
    /** Starts another server. @returns its address */
    newReplica: async () => listen(newMedia(await openStorage(await place.settingsOfProcess()))),
    postgres,
    storage,
    folders,
    url,
    api,
    bearer,
    cookie,
    tokenOf,
    consume,
    /** Returns the events of one asset, oldest first. */
    eventsOf: async (id: string) => (await events()).filter(({ data }) => (data as { id?: string }).id === id),
    /** Delivers the published uploads to the worker, each twice, as the broker may. */
    work: async (by = worker) => {
      for (const event of await events())
        if (event.name === 'asset.uploaded') await by.listeners['asset.uploaded'](event as Event<'asset.uploaded'>);
    },
    /** Uploads a photo, video or replay. @returns the response */
    upload: async (viewer: Known, slug: string, file: Buffer, { fileType = 'photos', name = 'file.bin' } = {}) =>
      api
        .post(`/api/upload/${fileType}/${slug}`)
        .set('authorization', await bearer(viewer))
        .attach('file', file, name),
    /** Consumes a model event. */
    model: async (
      facts: Partial<EventData<'model.created'>> = {},
      name: 'model.created' | 'model.updated' = 'model.created',
    ) => {
      const data = modelFacts(facts);
      await consume(name, data);
      return data;
    },
    pays: async (viewer: Known, paidUntil: number | null, at?: number) =>
      void (await consume(
        'subscription.activated',
        { subscriberId: viewer.id, paidUntil: paidUntil === null ? null : new Date(paidUntil).toISOString() },
        at,
      )),
    sign: (path: string, viewer: Known, now?: number) => signUrl([MEDIA_URL_SECRET], path, viewerKey(viewer), now),
    /** Returns the bytes of one of an asset's files. */
    fileOf: async (assetId: string, name: string): Promise<Buffer> => {
      const { rows } = await postgres.query<{ key: string }>(
        'select key from files where asset_id = $1 and name = $2',
        [assetId, name],
      );
      const content = rows[0] && (await storage.open(rows[0].key));
      if (!content) throw new Error(`an asset has no ${name}`);
      return buffer(content);
    },
    /** Returns the stored parts of an upload. */
    partsOf: async (id: string) => (await place.parts()).filter((name) => name.startsWith(id)),
    /** Writes a complete resumable upload without the server's knowledge. */
    writeSealedFile: async (name: string, bytes: Buffer) =>
      void (await opened.parts.store.write(Readable.from([bytes]), name, 0)),
    /** Returns the names of the stored files. */
    files: place.files,
    /** Returns the names in one of this process's own folders. */
    filesIn: (folder: 'incoming' | 'work') => readdir(folders[folder]),
    stop: async () => {
      await Promise.all(servers.map((server) => server.close(0)));
      await Promise.all(locks.map((one) => one.close()));
      await database.stop();
      await place.remove();
    },
  };
};

/** Returns the id of an asset from its filename or from the path of a public rendition. */
export const idIn = (text: string): string => {
  const [id] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text) ?? [];
  if (!id) throw new Error(`no asset in ${text}`);
  return id;
};
