import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { REVOKED_SESSIONS_PATH } from 'service-kit/revocations';
import { startDatabase } from 'testing/databases';
import { startHttpServer } from 'testing/http-server';
import { newIssuer } from 'testing/signing-keys';
import { tokenSession } from 'testing/token-sessions';
import { MIGRATIONS } from '../src/migrations.ts';
import { ADMINISTRATOR, MEDIA_URL_SECRET } from './harness.ts';
import type { Place } from './drivers.ts';

/** Nothing listens at this address: neither an upload nor the gateway needs the broker; events wait in the outbox. */
export const NO_BROKER = 'amqp://127.0.0.1:1';

/** Starts a process of the platform as in production; resolves once it listens. */
export const startProcess = async (main: string, env: Record<string, string>) => {
  const child = spawn(process.execPath, [main], {
    // Memory limits as in production (Dockerfile, stack/src/processes.ts).
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      MALLOC_ARENA_MAX: '2',
      NODE_OPTIONS: '--max-semi-space-size=1',
      NODE_ENV: 'test',
      PORT: '0',
      MANAGEMENT_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const messages: string[] = [];
  const address = Promise.withResolvers<{ port: number; managementPort: number }>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { msg, port, managementPort } = JSON.parse(line) as { msg: string; port: number; managementPort: number };
    messages.push(msg);
    if (msg === 'listening') address.resolve({ port, managementPort });
  });
  void exit.then((code) => address.reject(new Error(`the process ended with ${code}: ${messages.join(', ')}`)));
  const { port, managementPort } = await address.promise;
  return {
    pid: child.pid ?? 0,
    port,
    url: `http://127.0.0.1:${port}`,
    managementUrl: `http://127.0.0.1:${managementPort}`,
    messages,
    terminate: () => void child.kill('SIGTERM'),
    /** Exit code. */
    exit,
    stop: async () => {
      if (child.exitCode === null) child.kill('SIGTERM');
      await exit;
    },
  };
};
export type PlatformProcess = Awaited<ReturnType<typeof startProcess>>;

/** Creates the environment that processes of the media service share: a database, an issuer of tokens, and storage. */
export const createMediaEnvironment = async (place: Place) => {
  const issuer = await newIssuer('identity');
  const database = await startDatabase('media', MIGRATIONS);
  const keys = await startHttpServer(
    ({ url }, response) =>
      void response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify(url === REVOKED_SESSIONS_PATH ? { sessions: [] } : issuer.jwks)),
  );
  const keySet = `${keys.url}/jwks.json`;
  return {
    /** Starts a replica of the media service. */
    startMedia: async (env: Record<string, string> = {}) =>
      startProcess(join(import.meta.dirname, '../src/main.ts'), {
        DATABASE_URL: database.url,
        RABBIT_URL: NO_BROKER,
        ...Object.fromEntries(
          Object.entries(await place.settingsOfProcess()).map(([name, value]) => [name, String(value)]),
        ),
        IDENTITY_JWKS_URL: keySet,
        AFFILIATE_JWKS_URL: keySet,
        MEDIA_URL_SECRET,
        ...env,
      }),
    /** Starts a worker with the broker of the tests. */
    startWorker: async (env: Record<string, string> = {}) =>
      startProcess(join(import.meta.dirname, '../src/worker.ts'), {
        DATABASE_URL: database.url,
        ...Object.fromEntries(
          Object.entries(await place.settingsOfProcess()).map(([name, value]) => [name, String(value)]),
        ),
        ...env,
      }),
    databaseUrl: database.url,
    /** Authorization of the administrator. */
    authorization: `Bearer ${await issuer.sign('access', ADMINISTRATOR, tokenSession())}`,
    remove: async () => {
      await keys.close();
      await database.stop();
      await place.remove();
    },
  };
};
