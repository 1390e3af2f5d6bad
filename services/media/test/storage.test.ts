import { randomBytes } from 'node:crypto';
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { StorageSettings } from '../src/config.ts';
import { newKey } from '../src/storage/new-key.ts';
import { openStorage } from '../src/storage/open-storage.ts';
import type { OpenStorage } from '../src/storage/open-storage.ts';
import { BUCKET, FOLDER, withEach } from './drivers.ts';
import type { Place } from './drivers.ts';
import { sha256 } from './tus.ts';

const MEGABYTE = 1024 * 1024;
const bytesOf = async (content: Readable | null) => (content ? buffer(content) : null);

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

  test('When bytes are put, then every process opens them, whole or in part', async () => {
    const key = newKey();
    await opened.storage.put(key, Buffer.from('0123456789'));
    const other = await openStorage(await place.settingsOfProcess());
    for (const { storage } of [opened, other]) {
      expect(String(await bytesOf(await storage.open(key)))).toBe('0123456789');
      expect(String(await bytesOf(await storage.open(key, { start: 2, end: 4 })))).toBe('234');
    }
    expect(await place.files()).toEqual([expect.stringContaining(key.slice(3))]);
  });

  test('When a large file is put, then it has gone from where it lay and is the same', async () => {
    const [key, bytes] = [newKey(), randomBytes(21 * MEGABYTE)];
    const path = await arrived(bytes);
    await opened.storage.putFile(key, path);
    await expect(access(path)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(sha256(await buffer((await opened.storage.open(key)) as Readable))).toBe(sha256(bytes));
  });

  test('When a file is needed here, then it lies here while it is worked on, and not afterwards', async () => {
    const key = newKey();
    await opened.storage.put(key, Buffer.from('a film'));
    expect(await opened.storage.withLocalFile(key, (path) => readFile(path, 'utf8'))).toBe('a film');
    await expect(opened.storage.withLocalFile(key, () => Promise.reject(new Error('not a film')))).rejects.toThrow('not a film');
    expect(await readdir(opened.folders.work)).toEqual([]);
  });

  test('When a file is removed, then it is gone, and a second time is no fault', async () => {
    const key = newKey();
    await opened.storage.put(key, Buffer.from('x'));
    await opened.storage.remove(key);
    await opened.storage.remove(key);
    expect(await opened.storage.open(key)).toBeNull();
    await expect(opened.storage.withLocalFile(key, () => Promise.resolve())).rejects.toThrow();
  });

  test.each(['../../etc/passwd', 'ab/..', '', 'parts/x', `${newKey()}/../x`])('When "%s" is given as a key, then it is refused', async (key) => {
    await expect(opened.storage.open(key)).rejects.toThrow('not a key');
    await expect(opened.storage.put(key, Buffer.from('x'))).rejects.toThrow('not a key');
  });

  test('When the place cannot be reached, then that is said', async () => {
    await opened.storage.ping();
    const folder = await mkdtemp(join(tmpdir(), 'media-test-'));
    const gone = await openStorage(settings.STORAGE_DRIVER === 's3' ? { ...settings, S3_BUCKET: 'another-bucket' } : { ...settings, STORAGE_DIR: folder });
    await rm(folder, { recursive: true });
    await expect(gone.storage.ping()).rejects.toThrow();
  });
});
