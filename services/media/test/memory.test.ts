import { readFile, writeFile } from 'node:fs/promises';
import { RESUMABLE_CHUNK_BYTES } from 'contracts/media';
import { eventually } from 'testing/eventually';
import { BUCKET, FOLDER, withEach } from './drivers.ts';
import { film, freeBox } from './fixtures.ts';
import { sendForm, zeroes } from './form.ts';
import { newSlug } from './harness.ts';
import { createMediaEnvironment } from './processes.ts';
import type { PlatformProcess } from './processes.ts';
import { createTusClient, filmOf } from './tus.ts';

const MEGABYTE = 1024 * 1024;

/** Returns a process's present and peak memory in kilobytes. */
const memoryOf = async (pid: number) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  return { now: kilobytes('VmRSS'), highest: kilobytes('VmHWM') };
};

withEach([FOLDER, BUCKET], (driver) => {
  let environment: Awaited<ReturnType<typeof createMediaEnvironment>>;
  let media: PlatformProcess;
  let authorization: string;

  beforeAll(async () => {
    environment = await createMediaEnvironment(await driver.open());
    media = await environment.startMedia();
    ({ authorization } = environment);
  });
  afterAll(async () => {
    await media.stop();
    await environment.remove();
  });

  /** Returns by how many kilobytes the process's peak memory has grown. */
  const growthBy = async (work: () => Promise<void>) => {
    // Resets the peak.
    await writeFile(`/proc/${media.pid}/clear_refs`, '5');
    const before = await memoryOf(media.pid);
    await work();
    return (await memoryOf(media.pid)).highest - before.now;
  };
  const upload = async (bytes: number) => {
    const clip = await film();
    const padding = bytes - clip.length;
    const content = (function* () {
      yield clip;
      yield freeBox(padding);
      yield* zeroes(padding - 8);
    })();
    return sendForm({
      url: `${media.url}/api/upload/videos/${newSlug()}`,
      field: 'file',
      content,
      size: bytes,
      authorization,
    });
  };

  test('grows by at most 40 MB during the upload of a video of 200 MB', async () => {
    await eventually(
      async () => (await fetch(`${media.managementUrl}/health/ready`)).status === 200,
      'the process is ready',
    );
    expect((await upload(MEGABYTE)).status).toBe(201);
    const growth = await growthBy(async () => {
      expect((await upload(200 * MEGABYTE)).status).toBe(201);
    });
    expect(growth).toBeLessThan(40 * 1024);
  });

  test('does neither when it is sent in parts', async () => {
    const bytes = await filmOf(200 * MEGABYTE);
    const client = createTusClient(authorization);
    const { headers } = await client.create(media.url, bytes.length, { fileType: 'videos', modelSlug: newSlug() });
    const growth = await growthBy(async () => {
      for (let offset = 0; offset < bytes.length; offset += RESUMABLE_CHUNK_BYTES) {
        const { status } = await client.patch(
          `${media.url}${String(headers.location)}`,
          offset,
          bytes.subarray(offset, offset + RESUMABLE_CHUNK_BYTES),
        );
        expect(status).toBe(offset + RESUMABLE_CHUNK_BYTES < bytes.length ? 204 : 200);
      }
    });
    expect(growth).toBeLessThan(40 * 1024);
  }, 60_000);

  test('ends with 0 on SIGTERM', async () => {
    media.terminate();
    expect(await media.exit).toBe(0);
  });
});
