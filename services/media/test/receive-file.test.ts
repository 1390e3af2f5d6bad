import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Request, Response } from 'express';
import { createReceiver } from '../src/uploads/receive-file.ts';

const HEAD =
  'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.webp"\r\n\r\nRIFF';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receive-file-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Receives an upload whose client disconnects; resolves with the outcome. */
const receiveFrom = async (isGoneBefore: boolean): Promise<unknown> => {
  const outcome = Promise.withResolvers<unknown>();
  const server = createServer(async (request, response) => {
    if (isGoneBefore) {
      request.socket.destroy();
      await once(response, 'close');
    }
    createReceiver(folder)(
      request as Request,
      response as unknown as Response,
      { field: 'file', kind: 'photo' },
      async () => 'received',
    ).then(outcome.resolve, outcome.resolve);
    if (!isGoneBefore) request.socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket
    .on('error', () => undefined)
    .resume()
    .write(HEAD);
  const result = await outcome.promise;
  server.close();
  return result;
};

describe('receiving a file', () => {
  test.each([
    ['before its form is read', true],
    ['while its form is read', false],
  ])('ends with VALIDATION_FAILED and no file when the client leaves %s', async (_name, isGoneBefore) => {
    expect(await receiveFrom(isGoneBefore)).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await readdir(folder)).toEqual([]);
  });
});
