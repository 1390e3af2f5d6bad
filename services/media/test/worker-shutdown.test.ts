import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { rabbitUrl } from 'testing/broker-line';
import { eventually } from 'testing/eventually';
import { FOLDER } from './drivers.ts';
import { film } from './fixtures.ts';
import { sendForm } from './form.ts';
import { newSlug } from './harness.ts';
import { createMediaEnvironment } from './processes.ts';
import type { PlatformProcess } from './processes.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('SIGTERM to a worker lets its transcode complete', async () => {
  const place = await FOLDER.open();
  const environment = await createMediaEnvironment(place);
  cleanups.push(environment.remove);
  const start = async (process: Promise<PlatformProcess>) => {
    const started = await process;
    cleanups.push(started.stop);
    return started;
  };
  const broker = { RABBIT_URL: rabbitUrl() };
  const worker = await start(environment.startWorker({ ...broker, STOP_SECONDS: '300' }));
  const media = await start(environment.startMedia(broker));
  const video = await film({ seconds: 10, size: '960x540', options: ['-c:v', 'mpeg4', '-an'] });
  const { status } = await sendForm({
    url: `${media.url}/api/upload/videos/${newSlug()}`,
    field: 'file',
    content: [video],
    size: video.length,
    authorization: environment.authorization,
  });
  expect(status).toBe(201);
  const { STORAGE_DIR: folder } = await place.settingsOfProcess();
  await eventually(
    async () => (await readdir(join(folder, 'work'), { recursive: true })).some((name) => name.includes('video-')),
    'ffmpeg writes',
    60_000,
  );
  worker.terminate();
  expect(await worker.exit).toBe(0);
  const client = new pg.Client({ connectionString: environment.databaseUrl });
  await client.connect();
  const { rows } = await client.query('select state from assets');
  await client.end();
  expect(rows).toEqual([{ state: 'ready' }]);
});
