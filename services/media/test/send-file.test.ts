import { once } from 'node:events';
import { request } from 'node:http';
import { PassThrough } from 'node:stream';
import express from 'express';
import { startHttpServer } from 'testing/http-server';
import { createFileSender } from '../src/deliveries/send-file.ts';
import type { Storage } from '../src/storage/storage.ts';

test('a response closes the file that was opened for a client who disconnected meanwhile, and reports no error', async () => {
  const content = new PassThrough();
  const [requested, handled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const app = express();
  app.get('/file', (incoming, response) => {
    const open: Storage['open'] = async () => {
      requested.resolve();
      await once(response, 'close');
      return content;
    };
    const send = createFileSender({ open } as Storage, Date.now);
    const file = { key: 'k', contentType: 'video/mp4', bytes: 10 };
    handled.resolve(send(incoming, response, file, { cacheControl: 'no-store', linkSeconds: 0 }));
  });
  const { url, close } = await startHttpServer(app);
  const client = request(`${url}/file`).on('error', () => undefined);
  client.end();
  await requested.promise;
  client.destroy();
  await handled.promise;
  expect(content.destroyed).toBe(true);
  await close();
});
