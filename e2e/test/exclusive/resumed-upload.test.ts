import { expect, test } from '@jest/globals';
import { request } from 'node:http';
import { RESUMABLE_CHUNK_BYTES, RESUMABLE_PATH } from 'contracts/media';
import type { ResumableResponse } from 'contracts/media';
import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import { eventually, readStack } from '../../src/browser.ts';
import { administratorToken, request as callApi } from '../../src/calls.ts';
import { makeFilm, sha256, storedDigests } from '../../src/film.ts';
import { kill, RECOVERY_TIMEOUT_MS } from '../../src/processes.ts';

const SLUG = 'maelle';
const { processes, url } = readStack();
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Sends the beginning of a part and keeps the connection open; resolves once the bytes are sent. */
const hang = (address: string, headers: Record<string, string | number>, part: Uint8Array, sent: number) => {
  const hanging = request(address, {
    method: 'PATCH',
    agent: false,
    headers: { ...headers, 'content-length': part.length },
  });
  // The server is killed meanwhile.
  hanging.on('error', () => hanging.destroy());
  return new Promise<void>((resolve) => hanging.write(part.subarray(0, sent), () => resolve()));
};

test('a panel resumes an upload at another replica when the first is killed at 60 %, and stores the film to the byte', async () => {
  const token = await administratorToken();
  const film = await makeFilm(2.5 * RESUMABLE_CHUNK_BYTES);
  const tus = { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` };
  const part = (offset: number) => ({
    ...tus,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
  });
  const piece = (offset: number) => film.subarray(offset, offset + RESUMABLE_CHUNK_BYTES);

  const first = processes.media?.url ?? '';
  const created = await fetch(first + RESUMABLE_PATH, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(film.length),
      'upload-metadata': `fileType ${base64('videos')},modelSlug ${base64(SLUG)}`,
    },
  });
  const address = created.headers.get('location') ?? '';
  expect((await fetch(first + address, { method: 'PATCH', headers: part(0), body: piece(0) })).status).toBe(204);
  await hang(
    first + address,
    part(RESUMABLE_CHUNK_BYTES),
    piece(RESUMABLE_CHUNK_BYTES),
    0.6 * film.length - RESUMABLE_CHUNK_BYTES,
  );
  kill('media');

  // Without a second replica it is the restarted one.
  const other = processes['media-2']?.url ?? url;
  const found = await eventually(
    () => fetch(other + address, { method: 'HEAD', headers: tus }),
    ({ status }) => status === 200,
    RECOVERY_TIMEOUT_MS,
  );
  let offset = Number(found.headers.get('upload-offset'));
  expect(offset).toBeGreaterThanOrEqual(RESUMABLE_CHUNK_BYTES);
  expect(offset).toBeLessThanOrEqual(0.6 * film.length);
  let response = found;
  while (offset < film.length) {
    response = await fetch(other + address, { method: 'PATCH', headers: part(offset), body: piece(offset) });
    expect(response.status).toBe(offset + RESUMABLE_CHUNK_BYTES < film.length ? 204 : 200);
    offset += piece(offset).length;
  }
  const { filename } = (await response.json()) as ResumableResponse;
  expect(await storedDigests(film.length)).toContain(sha256(film));
  expect(
    (await callApi(operations.deleteUpload as Operation, { token, parts: { modelSlug: SLUG, filename } })).status,
  ).toBe(200);
});
