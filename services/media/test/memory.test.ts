import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createIssuer, signingKey } from 'service-kit/tokens';
import { film, freeBox } from './fixtures.ts';
import { sendForm, zeroes } from './form.ts';
import { ADMINISTRATOR, createDatabase, MEDIA_URL_SECRET, newSlug } from './harness.ts';

const MEGABYTE = 1024 * 1024;
const MAIN = join(import.meta.dirname, '../src/main.ts');

/** Kilobytes of a process's memory: now and at its highest. */
const memoryOf = async (pid: number) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  return { now: kilobytes('VmRSS'), highest: kilobytes('VmHWM') };
};

describe('The server as a process of its own', () => {
  let child: ChildProcess;
  let keys: Server;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let storageDir: string;
  let url: string;
  let authorization: string;

  beforeAll(async () => {
    const issuer = await createIssuer('identity', signingKey.parse({ ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid: 'k' }));
    [database, storageDir] = await Promise.all([createDatabase(), mkdtemp(join(tmpdir(), 'media-memory-'))]);
    keys = createServer((_request, response) => void response.setHeader('content-type', 'application/json').end(JSON.stringify(issuer.jwks))).listen(0, '127.0.0.1');
    await once(keys, 'listening');
    const keySet = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/jwks.json`;
    child = spawn(process.execPath, [MAIN], {
      // Nothing listens there: an upload does not need the broker, its events wait in the outbox.
      env: { PATH: process.env.PATH, NODE_ENV: 'test', PORT: '0', DATABASE_URL: database.url, RABBIT_URL: 'amqp://127.0.0.1:1', STORAGE_DIR: storageDir, IDENTITY_JWKS_URL: keySet, AFFILIATE_JWKS_URL: keySet, MEDIA_URL_SECRET },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (!child.stdout) throw new Error('the child has no output');
    for await (const line of createInterface({ input: child.stdout })) {
      const { msg, port } = JSON.parse(line) as { msg: string; port?: number };
      if (msg !== 'listening') continue;
      url = `http://127.0.0.1:${port}`;
      break;
    }
    child.stdout.resume();
    authorization = `Bearer ${await issuer.sign('access', ADMINISTRATOR)}`;
  });
  afterAll(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    keys.close();
    await database.drop();
    await rm(storageDir, { recursive: true, force: true });
  });

  const upload = async (bytes: number) => {
    const clip = await film();
    const padding = bytes - clip.length;
    const content = (function* () {
      yield clip;
      yield freeBox(padding);
      yield* zeroes(padding - 8);
    })();
    return sendForm({ url: `${url}/api/upload/videos/${newSlug()}`, field: 'file', content, size: bytes, authorization });
  };

  test('When a video of 200 MB is uploaded, then the process does not grow by more than 40 MB', async () => {
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect((await upload(MEGABYTE)).status).toBe(201);
    const before = await memoryOf(child.pid ?? 0);
    expect((await upload(200 * MEGABYTE)).status).toBe(201);
    const after = await memoryOf(child.pid ?? 0);
    expect(after.highest - Math.max(before.now, 0)).toBeLessThan(40 * 1024);
  });

  test('When it is asked to stop, then it ends with 0', async () => {
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(0);
  });
});
