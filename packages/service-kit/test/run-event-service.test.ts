import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { startKitDatabase } from 'testing/databases';
import type { Database } from 'testing/databases';
import { eventually } from 'testing/eventually';

let database: Database;
beforeAll(async () => {
  database = await startKitDatabase();
});
afterAll(() => database.stop());

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Runs event-service-process.ts. Nothing listens at its broker's address: a service starts and stops without one. */
const run = (settings: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'event-service-process.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'test',
      PORT: '0',
      MANAGEMENT_PORT: '0',
      DATABASE_URL: database.url,
      RABBIT_URL: 'amqp://127.0.0.1:1',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'close').then(([code]) => code as number | null);
  cleanups.push(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  const steps: string[] = [];
  const addresses: { port: number; managementPort: number }[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('step: ')) return void steps.push(line.slice('step: '.length));
    const { msg, ...address } = JSON.parse(line) as { msg: string; port: number; managementPort: number };
    if (msg === 'listening') addresses.push(address);
    if (['listening', 'graceful shutdown started'].includes(msg)) steps.push(msg);
  });
  return {
    steps,
    exit,
    errors: text(child.stderr),
    listening: () => eventually(() => addresses[0], 'the service listens'),
    terminate: () => void child.kill('SIGTERM'),
  };
};

describe('running a service', () => {
  test('starts its workers in their order before it listens', async () => {
    const { steps, listening } = run();
    const { managementPort } = await listening();
    expect(steps).toEqual(['create, database open', 'start first', 'start second', 'listening']);
    expect((await fetch(`http://127.0.0.1:${managementPort}/health/live`)).status).toBe(200);
  });

  test('responds to open requests at SIGTERM, then stops its workers in the reverse order, then closes its connections', async () => {
    const { steps, listening, terminate, exit, errors } = run();
    const { port } = await listening();
    const response = fetch(`http://127.0.0.1:${port}/`);
    await eventually(() => steps.includes('request'), 'the request has arrived');
    terminate();
    expect(await (await response).text()).toBe('served');
    expect(await exit).toBe(0);
    expect(await errors).toBe('');
    expect(steps.slice(4)).toEqual([
      'request',
      'graceful shutdown started',
      'stop second, database open',
      'stop first, database open',
      'close',
      'database closed',
    ]);
  });

  test('exits at once where nothing is under way, however long it may take to stop', async () => {
    const { listening, terminate, exit } = run({ STOP_SECONDS: '900' });
    const { port } = await listening();
    const idle = connect(port, '127.0.0.1');
    await once(idle, 'connect');
    // The process may end before the connection is closed in order.
    idle.on('error', () => undefined);
    const startedAt = Date.now();
    terminate();
    expect(await exit).toBe(0);
    expect(Date.now() - startedAt).toBeLessThan(20_000);
    idle.destroy();
  });

  test('closes the database and exits with 1 when its creation fails', async () => {
    const { steps, exit, errors } = run({ FAILURE: 'storage unreachable' });
    expect(await exit).toBe(1);
    expect(await errors).toContain('Error: storage unreachable');
    expect(steps).toEqual(['create, database open', 'database closed']);
  });

  test('stops what was started and exits with 1 when its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    cleanups.push(() => other.close());
    const { steps, exit, errors } = run({ PORT: String((other.address() as AddressInfo).port) });
    expect(await exit).toBe(1);
    expect(await errors).toContain('EADDRINUSE');
    expect(steps).toEqual([
      'create, database open',
      'start first',
      'start second',
      'stop second, database open',
      'stop first, database open',
      'close',
      'database closed',
    ]);
  });

  test('names every fault of its settings and exits with 1 before anything is created', async () => {
    const { steps, exit, errors } = run({ DATABASE_URL: 'mysql://127.0.0.1/kit', RABBIT_URL: '' });
    expect(await exit).toBe(1);
    expect(await errors).toMatch(/2 fault\(s\):\n {2}- RABBIT_URL is missing\n {2}- DATABASE_URL: must be an address/);
    expect(steps).toEqual([]);
  });
});
