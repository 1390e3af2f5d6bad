import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { RESUMABLE_CHUNK_BYTES } from 'contracts/media';
import { REVOKED_SESSIONS_PATH } from 'service-kit/revocations';
import { createIssuer, signingKey } from 'service-kit/tokens';
import { tokenSession } from '../../../packages/service-kit/test/token-session.ts';
import { until } from '../../../packages/service-kit/test/until.ts';
import { BUCKET, FOLDER, withEach } from './drivers.ts';
import type { Place } from './drivers.ts';
import { film, freeBox } from './fixtures.ts';
import { sendForm, zeroes } from './form.ts';
import { ADMINISTRATOR, createDatabase, MEDIA_URL_SECRET, newSlug } from './harness.ts';
import { createTusClient, filmOf } from './tus.ts';

const MEGABYTE = 1024 * 1024;
const MAIN = join(import.meta.dirname, '../src/main.ts');

/** Kilobytes of a process's memory: now and at its highest. */
const memoryOf = async (pid: number) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  return { now: kilobytes('VmRSS'), highest: kilobytes('VmHWM') };
};

withEach([FOLDER, BUCKET], (driver) => {
  let child: ChildProcess;
  let keys: Server;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let place: Place;
  let url: string;
  let managementUrl: string;
  let authorization: string;

  beforeAll(async () => {
    const issuer = await createIssuer(
      'identity',
      signingKey.parse({ ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid: 'k' }),
    );
    [database, place] = await Promise.all([createDatabase(), driver.open()]);
    const settings = Object.fromEntries(
      Object.entries(await place.settingsOfProcess()).map(([name, value]) => [name, String(value)]),
    );
    keys = createServer(
      ({ url: path }, response) =>
        void response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify(path === REVOKED_SESSIONS_PATH ? { sessions: [] } : issuer.jwks)),
    ).listen(0, '127.0.0.1');
    await once(keys, 'listening');
    const keySet = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/jwks.json`;
    child = spawn(process.execPath, [MAIN], {
      // Memory as wherever it runs (Dockerfile, stack/src/processes.ts).
      // Nothing listens there: an upload does not need the broker, its events wait in the outbox.
      env: {
        PATH: process.env.PATH,
        MALLOC_ARENA_MAX: '2',
        NODE_OPTIONS: '--max-semi-space-size=1',
        NODE_ENV: 'test',
        PORT: '0',
        MANAGEMENT_PORT: '0',
        DATABASE_URL: database.url,
        RABBIT_URL: 'amqp://127.0.0.1:1',
        ...settings,
        IDENTITY_JWKS_URL: keySet,
        AFFILIATE_JWKS_URL: keySet,
        MEDIA_URL_SECRET,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (!child.stdout) throw new Error('the child has no output');
    for await (const line of createInterface({ input: child.stdout })) {
      const { msg, port, managementPort } = JSON.parse(line) as { msg: string; port?: number; managementPort?: number };
      if (msg !== 'listening') continue;
      url = `http://127.0.0.1:${port}`;
      managementUrl = `http://127.0.0.1:${managementPort}`;
      break;
    }
    child.stdout.resume();
    authorization = `Bearer ${await issuer.sign('access', ADMINISTRATOR, tokenSession())}`;
  });
  afterAll(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    keys.close();
    await database.drop();
    await place.remove();
  });

  /** Answers by how many kilobytes the process has grown at most. */
  const growthBy = async (work: () => Promise<void>) => {
    // Forgets how high it was before.
    await writeFile(`/proc/${child.pid}/clear_refs`, '5');
    const before = await memoryOf(child.pid ?? 0);
    await work();
    return (await memoryOf(child.pid ?? 0)).highest - before.now;
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
      url: `${url}/api/upload/videos/${newSlug()}`,
      field: 'file',
      content,
      size: bytes,
      authorization,
    });
  };

  test('When a video of 200 MB is uploaded, then the process does not grow by more than 40 MB', async () => {
    await until('the process is ready', async () => (await fetch(`${managementUrl}/health/ready`)).status === 200);
    expect((await upload(MEGABYTE)).status).toBe(201);
    const growth = await growthBy(async () => {
      expect((await upload(200 * MEGABYTE)).status).toBe(201);
    });
    expect(growth).toBeLessThan(40 * 1024);
  });

  test('When it is sent in parts, then neither', async () => {
    const bytes = await filmOf(200 * MEGABYTE);
    const client = createTusClient(authorization);
    const { headers } = await client.create(url, bytes.length, { fileType: 'videos', modelSlug: newSlug() });
    const growth = await growthBy(async () => {
      for (let offset = 0; offset < bytes.length; offset += RESUMABLE_CHUNK_BYTES) {
        const { status } = await client.patch(
          `${url}${String(headers.location)}`,
          offset,
          bytes.subarray(offset, offset + RESUMABLE_CHUNK_BYTES),
        );
        expect(status).toBe(offset + RESUMABLE_CHUNK_BYTES < bytes.length ? 204 : 200);
      }
    });
    expect(growth).toBeLessThan(40 * 1024);
  }, 60_000);

  test('When it is asked to stop, then it ends with 0', async () => {
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(0);
  });
});
