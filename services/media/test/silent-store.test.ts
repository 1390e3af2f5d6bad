import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { RequestListener } from 'node:http';
import type { Readable } from 'node:stream';
import { startHttpServer } from 'testing/http-server';
import { s3ClientConfig } from '../src/storage/s3-client.ts';

const SILENCE_MS = 300;
/** Time for three attempts and the pauses between them, on a busy machine. */
const AT_MOST_MS = 15_000;

let server: Awaited<ReturnType<typeof startHttpServer>>;
const clientOf = async (listener: RequestListener, silenceMs = SILENCE_MS): Promise<S3Client> => {
  server = await startHttpServer(listener);
  return new S3Client(
    s3ClientConfig(
      {
        S3_ENDPOINT: server.url,
        S3_BUCKET: 'media',
        S3_REGION: 'us-east-1',
        S3_ACCESS_KEY_ID: 'key',
        S3_SECRET_ACCESS_KEY: 'secret',
        S3_FORCE_PATH_STYLE: true,
      },
      { silenceMs },
    ),
  );
};
afterEach(() => server.close());

const object = { Bucket: 'media', Key: 'a' };

test('a store that takes a request and never responds fails in time, after three attempts', async () => {
  let requests = 0;
  const client = await clientOf(() => {
    requests += 1;
  });
  const begun = performance.now();
  await expect(client.send(new HeadObjectCommand(object))).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(performance.now() - begun).toBeLessThan(AT_MOST_MS);
  expect(requests).toBe(3);
});

test('files that clients request and do not read keep no other from being opened', async () => {
  const client = await clientOf((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('the beginning');
  }, AT_MOST_MS);
  // More than the 50 connections of the client by default.
  const files = Array.from({ length: 60 }, () => client.send(new GetObjectCommand(object)));
  for (const { Body } of await Promise.all(files)) (Body as Readable).destroy();
});

test('a store that falls silent in the middle of a file ends its stream with an error', async () => {
  const client = await clientOf((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('the beginning');
  });
  const { Body } = await client.send(new GetObjectCommand(object));
  const read = async () => {
    for await (const _chunk of Body as Readable);
  };
  await expect(read()).rejects.toThrow(/aborted|timed out|reset/i);
});
