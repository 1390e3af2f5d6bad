import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { newKey } from 'service-kit/media-key';
import { eventually } from 'testing/eventually';
import type { StorageSettings } from '../src/config.ts';
import { openStorage } from '../src/storage/open-storage.ts';
import type { OpenStorage } from '../src/storage/open-storage.ts';
import { BUCKET, FOLDER, withEach } from './drivers.ts';
import type { Place } from './drivers.ts';
import { sha256 } from './tus.ts';

const MEGABYTE = 1024 * 1024;
const bytesOf = async (content: Readable | null) => (content ? buffer(content) : null);
/** Whether this process has a file open, even a removed one. */
const isOpen = async (path: string): Promise<boolean> => {
  const folder = '/proc/self/fd';
  const targets = await Promise.all((await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => null)));
  return targets.some((target) => target?.startsWith(path));
};

withEach([FOLDER, BUCKET], (driver) => {
  let place: Place;
  let settings: StorageSettings;
  let opened: OpenStorage;
  beforeAll(async () => {
    place = await driver.open();
    settings = await place.settingsOfProcess();
    opened = await openStorage(settings);
  });
  afterAll(() => place.remove());

  const arrived = async (bytes: Uint8Array) => {
    const path = join(opened.folders.incoming, newKey().slice(3));
    await writeFile(path, bytes);
    return path;
  };

  test('opens stored bytes in every process, whole or in part', async () => {
    const key = newKey();
    await opened.storage.put(key, Buffer.from('0123456789'));
    const other = await openStorage(await place.settingsOfProcess());
    for (const { storage } of [opened, other]) {
      expect(String(await bytesOf(await storage.open(key)))).toBe('0123456789');
      expect(String(await bytesOf(await storage.open(key, { start: 2, end: 4 })))).toBe('234');
    }
    expect(await place.files()).toEqual([expect.stringContaining(key.slice(3))]);
  });

  test('moves a large file from its place, unchanged', async () => {
    const [key, bytes] = [newKey(), randomBytes(21 * MEGABYTE)];
    const path = await arrived(bytes);
    await opened.storage.putFile(key, path);
    await expect(access(path)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(sha256(await buffer((await opened.storage.open(key)) as Readable))).toBe(sha256(bytes));
  });

  test('holds a needed file locally while it is worked on, and not afterwards', async () => {
    const key = newKey();
    await opened.storage.put(key, Buffer.from('a film'));
    expect(await opened.storage.withLocalFile(key, (path) => readFile(path, 'utf8'))).toBe('a film');
    await expect(opened.storage.withLocalFile(key, () => Promise.reject(new Error('not a film')))).rejects.toThrow(
      'not a film',
    );
    expect(await readdir(opened.folders.work)).toEqual([]);
  });

  test('removes a file, and ignores a second removal', async () => {
    const key = newKey();
    await opened.storage.put(key, Buffer.from('x'));
    await opened.storage.remove(key);
    await opened.storage.remove(key);
    expect(await opened.storage.open(key)).toBeNull();
    await expect(opened.storage.withLocalFile(key, () => Promise.resolve())).rejects.toThrow();
  });

  const keysOf = async (prefix: string) => {
    const found: string[] = [];
    for await (const key of opened.storage.keys(prefix)) found.push(key);
    return found;
  };

  test('lists the keys of stored files that begin with a prefix', async () => {
    const keys = [newKey(), newKey()];
    for (const key of keys) await opened.storage.put(key, Buffer.from('x'));
    for (const key of keys) {
      expect(await keysOf(key.slice(0, 1))).toContain(key);
      expect(await keysOf(key)).toEqual([key]);
    }
    const otherDigit = keys[0]?.startsWith('0') ? '1' : '0';
    expect(await keysOf(otherDigit)).not.toContain(keys[0]);
  });

  test.each(['../../etc/passwd', 'ab/..', '', 'parts/x', `${newKey()}/../x`])('rejects "%s" as a key', async (key) => {
    await expect(opened.storage.open(key)).rejects.toThrow('not a key');
    await expect(opened.storage.put(key, Buffer.from('x'))).rejects.toThrow('not a key');
  });

  test('reports an unreachable store', async () => {
    await opened.storage.ping();
    const folder = await mkdtemp(join(tmpdir(), 'media-test-'));
    const gone = await openStorage(
      settings.STORAGE_DRIVER === 's3'
        ? { ...settings, S3_BUCKET: 'another-bucket' }
        : { ...settings, STORAGE_DIR: folder },
    );
    await rm(folder, { recursive: true });
    await expect(gone.storage.ping()).rejects.toThrow();
  });
});

describe('The way to a bucket', () => {
  const file = randomBytes(2 * MEGABYTE);
  /** Uploads the file to a store with the given responses. @returns the number of bytes of each request, and the outcome */
  const putInto = async (result: (request: IncomingMessage, response: ServerResponse, time: number) => void) => {
    const brought: number[] = [];
    const server = createServer((request, response) => {
      const time = brought.push(0) - 1;
      request.on('data', (chunk: Buffer) => (brought[time] = (brought[time] ?? 0) + chunk.length));
      // The connection may be cut from now on.
      request.on('error', () => request.destroy());
      result(request, response, time);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const folder = await mkdtemp(join(tmpdir(), 'media-test-'));
    try {
      const path = join(folder, 'film');
      await writeFile(path, file);
      const { port } = server.address() as AddressInfo;
      const { storage } = await openStorage({
        STORAGE_DRIVER: 's3',
        STORAGE_DIR: folder,
        S3_ENDPOINT: `http://127.0.0.1:${port}`,
        S3_REGION: 'us-east-1',
        S3_BUCKET: 'media',
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'secret',
        S3_FORCE_PATH_STYLE: true,
      });
      const isPut = await storage.putFile(newKey(), path).then(
        () => true,
        () => false,
      );
      await eventually(async () => !(await isOpen(path)), 'the file is closed');
      return { isPut, brought, isLeft: (await readdir(folder)).includes('film') };
    } finally {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    }
  };
  const taken = (request: IncomingMessage, response: ServerResponse) =>
    void request.once('end', () => response.setHeader('etag', '"x"').end());

  test('sends the file again from its beginning after a broken line', async () => {
    const { isPut, brought, isLeft } = await putInto((request, response, time) => {
      if (time === 0) request.once('data', () => request.destroy());
      else taken(request, response);
    });
    expect({ isPut, isLeft, requests: brought.length }).toEqual({ isPut: true, isLeft: false, requests: 2 });
    expect(brought[0]).toBeLessThan(file.length);
    expect(brought[1]).toBeGreaterThanOrEqual(file.length);
  });
  test('does not retry a rejected upload, and leaves the file', async () => {
    const { isPut, brought, isLeft } = await putInto(
      (request, response) => void request.once('end', () => response.writeHead(403).end()).resume(),
    );
    expect({ isPut, isLeft, requests: brought.length }).toEqual({ isPut: false, isLeft: true, requests: 1 });
  });
  test('gives up on a store that stays unreachable', async () => {
    const { isPut, brought, isLeft } = await putInto((request) => void request.once('data', () => request.destroy()));
    expect({ isPut, isLeft, requests: brought.length }).toEqual({ isPut: false, isLeft: true, requests: 3 });
  });
});
