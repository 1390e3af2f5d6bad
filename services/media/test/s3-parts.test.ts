import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eventually } from 'testing/eventually';
import { startHttpServer } from 'testing/http-server';
import { createS3Parts } from '../src/storage/s3-parts.ts';

const MEGABYTE = 1024 * 1024;
const UPLOAD = { size: 100 * MEGABYTE, offset: 0, creation_date: new Date().toISOString() };
const METADATA = { 'x-amz-meta-tus-version': '1.0.0', 'x-amz-meta-upload-id': 'id' };

/** Starts a bucket with one upload, which has no parts yet. */
const startBucket = (put: (request: IncomingMessage, response: ServerResponse) => void) =>
  startHttpServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket');
    if (request.method === 'PUT') put(request, response);
    else if (pathname.endsWith('.info')) response.writeHead(200, METADATA).end(JSON.stringify(UPLOAD));
    else if (searchParams.has('uploadId')) response.end('<ListPartsResult></ListPartsResult>');
    else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  });

let folder: string;
let bucket: Awaited<ReturnType<typeof startBucket>>;
const storeInto = async (put: Parameters<typeof startBucket>[0]) => {
  bucket = await startBucket(put);
  folder = await mkdtemp(join(tmpdir(), 'media-test-'));
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret', S3_FORCE_PATH_STYLE: true };
  const store = { ...keys, S3_ENDPOINT: bucket.url, S3_BUCKET: 'media', S3_REGION: 'us-east-1' };
  return createS3Parts({ store, localFolder: folder }).store;
};
afterEach(async () => {
  await bucket.close();
  await rm(folder, { recursive: true });
});

/** Returns the removed files that this process still has open. */
const removedOpenFiles = async (): Promise<string[]> => {
  const descriptors = await readdir('/proc/self/fd');
  const targets = await Promise.all(descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(tmpdir()) && target.endsWith(' (deleted)'));
};

test.each([
  ['a part', 9 * MEGABYTE],
  ['the beginning of a part', 1_000],
])('the bucket’s client closes the file of %s that the bucket rejects', async (_name, bytes) => {
  const store = await storeInto((request, response) => {
    request.resume();
    response.writeHead(403).end();
  });
  await expect(store.write(Readable.from([Buffer.alloc(bytes)]), 'parts/x', 0)).rejects.toThrow();
  await eventually(async () => (await removedOpenFiles()).length === 0, 'the file is closed');
});

test('no slow or failed part delays those of other requests', async () => {
  const store = await storeInto((request, response) => {
    request.resume().once('end', () => response.setHeader('etag', '"x"').end());
  });
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  const slow = async function* () {
    yield Buffer.alloc(1_000);
    if (++count === 8) begun.resolve();
    await end.promise;
  };
  const failing = async function* () {
    yield* slow();
    throw new Error('too long');
  };
  const write = (content: () => AsyncIterable<Buffer>) => store.write(Readable.from(content()), 'parts/x', 0);
  const pending = Promise.allSettled([slow, slow, slow, slow, failing, failing, failing, failing].map(write));
  await begun.promise;
  const other = () => store.write(Readable.from([Buffer.alloc(1_000)]), 'parts/x', 0);
  expect(await other()).toBe(1_000);
  end.resolve();
  const outcomes = (await pending).map(({ status }) => status);
  expect(outcomes).toEqual([...Array<string>(4).fill('fulfilled'), ...Array<string>(4).fill('rejected')]);
  expect(await other()).toBe(1_000);
});
