import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { MICROFRONTENDS } from 'contracts/pages';
import { eventually } from 'testing/eventually';
import { FOLDER } from './drivers.ts';
import { sendForm } from './form.ts';
import { newSlug } from './harness.ts';
import { createMediaEnvironment, NO_BROKER, startProcess } from './processes.ts';
import type { PlatformProcess } from './processes.ts';
import { createTusClient, filmOf, sha256 } from './tus.ts';

const MEGABYTE = 1024 * 1024;
/** UPLOAD_MEGABYTES=200 tests the largest video. */
const MEGABYTES = Number(process.env.UPLOAD_MEGABYTES ?? 16);
const NOWHERE = 'http://127.0.0.1:9';
const GATEWAY = join(import.meta.dirname, '../../../gateway/src/main.ts');

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Starts a gateway before one media process, and gives access to the stored files. */
const startPlatform = async (settings: Record<string, string> = {}) => {
  const place = await FOLDER.open();
  const environment = await createMediaEnvironment(place);
  cleanups.push(environment.remove);
  const { STORAGE_DIR: folder } = await place.settingsOfProcess();
  const start = async (process: Promise<PlatformProcess>) => {
    const started = await process;
    cleanups.push(started.stop);
    return started;
  };
  const startMedia = () => start(environment.startMedia(settings));
  const media = await startMedia();
  const services = ['IDENTITY', 'CATALOGUE', 'AFFILIATE', 'BILLING', 'SHELL'];
  const targets = [...services, ...MICROFRONTENDS.map((name) => `REMOTE_${name.toUpperCase()}`)];
  const gateway = await start(
    startProcess(GATEWAY, {
      RABBIT_URL: NO_BROKER,
      PUBLIC_URL: 'http://localhost',
      ...Object.fromEntries(targets.map((target) => [`${target}_URL`, NOWHERE])),
      MEDIA_URL: media.url,
      ...settings,
    }),
  );
  const bytesArrived = async () => {
    const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const sizes = await Promise.all(
      names.map(async ({ parentPath, name }) => (await readFile(join(parentPath, name))).length),
    );
    return Math.max(0, ...sizes);
  };
  return {
    gateway,
    media,
    startMedia,
    authorization: environment.authorization,
    /** Waits until about so many bytes are on disk. */
    arrived: (bytes: number) => eventually(async () => (await bytesArrived()) >= bytes, `${bytes} bytes on the disk`),
    /** Returns the digests of the stored files of this size. */
    stored: async (bytes: number) => {
      const root = join(folder, 'files');
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      const contents = await Promise.all(
        entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => readFile(join(parentPath, name))),
      );
      return contents.filter(({ length }) => length === bytes).map(sha256);
    },
  };
};

/** Sends SIGTERM; resolves once the process accepts no more connections. */
const terminate = async (process: PlatformProcess) => {
  process.terminate();
  await eventually(() => process.messages.includes('graceful shutdown started'), 'the shutdown');
  await eventually(async () => {
    const socket = connect(process.port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return false;
    } catch {
      return true;
    } finally {
      socket.destroy();
    }
  }, 'the end of new connections');
};

/** Sends a part whose second half follows when `goOn` resolves. */
const sendPart = async (
  url: string,
  { authorization, offset, body, goOn }: { authorization: string; offset: number; body: Buffer; goOn: Promise<void> },
) => {
  const sending = request(url, {
    method: 'PATCH',
    agent: false,
    headers: {
      authorization,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'content-length': body.length,
      'upload-offset': String(offset),
    },
  });
  const half = body.length / 2;
  const response = once(sending, 'response').then(async ([incoming]) => {
    incoming.resume();
    return incoming.statusCode as number;
  });
  sending.write(body.subarray(0, half));
  await Promise.race([goOn, response.catch(() => null)]);
  sending.end(body.subarray(half));
  return response;
};

const PROCESSES = ['gateway', 'media'] as const;

describe.each(PROCESSES)('SIGTERM to %s in the middle of an upload', (name) => {
  test('lets an upload by a form complete', async () => {
    const platform = await startPlatform();
    const film = await filmOf(MEGABYTES * MEGABYTE);
    const half = film.length / 2;
    const resumed = Promise.withResolvers<void>();
    const content = (async function* () {
      yield film.subarray(0, half);
      await resumed.promise;
      yield film.subarray(half);
    })();
    const sent = sendForm({
      url: `${platform.gateway.url}/api/upload/videos/${newSlug()}`,
      field: 'file',
      content,
      size: film.length,
      authorization: platform.authorization,
    });
    await platform.arrived(half / 2);
    await terminate(platform[name]);
    resumed.resolve();
    expect((await sent).status).toBe(201);
    expect(await platform.stored(film.length)).toEqual([sha256(film)]);
    expect(await platform[name].exit).toBe(0);
  });

  test('lets a part of a resumable upload complete', async () => {
    const { gateway, authorization, arrived, stored, ...platform } = await startPlatform();
    const film = await filmOf(MEGABYTES * MEGABYTE);
    const client = createTusClient(authorization);
    const { headers } = await client.create(gateway.url, film.length, { fileType: 'videos', modelSlug: newSlug() });
    const resumed = Promise.withResolvers<void>();
    const part = { authorization, offset: 0, body: film, goOn: resumed.promise };
    const sent = sendPart(`${gateway.url}${String(headers.location)}`, part);
    await arrived(film.length / 4);
    await terminate({ gateway, ...platform }[name]);
    resumed.resolve();
    expect(await sent).toBe(200);
    expect(await stored(film.length)).toEqual([sha256(film)]);
    expect(await { gateway, ...platform }[name].exit).toBe(0);
  });
});

test('an upload that outlasts the grace period of media is resumed at another replica, without a lost byte', async () => {
  // The setting grants open requests one second (service-kit/stopping).
  const { gateway, media, startMedia, authorization, arrived, stored } = await startPlatform({ STOP_SECONDS: '11' });
  const film = await filmOf(MEGABYTES * MEGABYTE);
  const client = createTusClient(authorization);
  const { headers } = await client.create(gateway.url, film.length, { fileType: 'videos', modelSlug: newSlug() });
  const path = String(headers.location);
  const never = Promise.withResolvers<void>();
  const body = film;
  const sent = sendPart(`${gateway.url}${path}`, { authorization, offset: 0, body, goOn: never.promise }).catch(
    (error: unknown) => error,
  );
  await arrived(film.length / 4);
  media.terminate();
  expect(await media.exit).toBe(0);
  await sent;
  const replica = await startMedia();
  const offset = await eventually(() => client.offset(`${replica.url}${path}`), 'the offset');
  expect(offset).toBeGreaterThanOrEqual(film.length / 4);
  const { status } = await client.patch(`${replica.url}${path}`, offset, film.subarray(offset));
  expect(status).toBe(200);
  expect(await stored(film.length)).toEqual([sha256(film)]);
});
