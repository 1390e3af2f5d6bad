import { startHttpServer } from 'testing/http-server';
import { startBalancer } from '../src/balancer.ts';
import { createPortBlock } from '../src/free-port.ts';
import type { PortBlock } from '../src/free-port.ts';
import { describeProcesses } from '../src/processes.ts';
import { readReplicas, replicate } from '../src/replicas.ts';
import type { Replica } from '../src/replicas.ts';
import { waitUntil } from '../src/wait-until.ts';

const NO_KEEP_ALIVE = { connection: 'close' };

/** Starts a replica that responds with its name; `close` stops it at once. */
const replicaNamed = async (name: string, port = 0) => {
  const { url, close } = await startHttpServer((_request, response) => response.end(name), port);
  return { port: Number(new URL(url).port), close };
};

describe('the balancer', () => {
  let ports: PortBlock;
  let port: number;
  let ends: (() => Promise<void>)[];
  beforeAll(async () => {
    ports = await createPortBlock();
  });
  afterAll(() => ports.release());
  beforeEach(async () => {
    port = await ports.next();
    ends = [];
  });
  afterEach(() => Promise.all(ends.map((end) => end())));

  const request = async () => (await fetch(`http://127.0.0.1:${port}/`, { headers: NO_KEEP_ALIVE })).text();
  const balance = async (targets: number[], options: { probe?: (replica: Replica) => Promise<void> } = {}) => {
    const { stop } = await startBalancer({
      port,
      targets: targets.map((target) => ({ port: target, managementPort: target })),
      probeIntervalMs: 20,
      probe: async () => undefined,
      ...options,
    });
    ends.push(stop);
  };
  const start = async (name: string) => {
    const replica = await replicaNamed(name);
    ends.push(replica.close);
    return replica;
  };

  test('distributes the connections over the replicas', async () => {
    const [one, two] = [await start('one'), await start('two')];
    await balance([one.port, two.port]);
    const responses = [await request(), await request(), await request(), await request()];
    expect(responses.filter((result) => result === 'one')).toHaveLength(2);
    expect(responses.filter((result) => result === 'two')).toHaveLength(2);
  });

  test('routes around a stopped replica, and back to it once it is ready', async () => {
    const [one, two] = [await start('one'), await start('two')];
    await balance([one.port, two.port]);
    await two.close();
    expect([await request(), await request(), await request()]).toEqual(['one', 'one', 'one']);
    ends.push((await replicaNamed('two', two.port)).close);
    expect([await request(), await request()]).toContain('two');
  });

  test('sends nothing new to a replica that is not ready', async () => {
    const [one, two] = [await start('one'), await start('two')];
    let isDraining = true;
    await balance([one.port, two.port], {
      probe: async (target) => {
        if (target.port === two.port && isDraining) throw new Error('not ready');
      },
    });
    await waitUntil(
      'the balancer',
      async () => expect([await request(), await request(), await request()]).toEqual(['one', 'one', 'one']),
      { everyMs: 10 },
    );
    isDraining = false;
    await waitUntil('the balancer', async () => expect([await request(), await request()]).toContain('two'), {
      everyMs: 10,
    });
  });

  test('closes the connection without a response when no replica listens', async () => {
    await balance([await ports.next()]);
    await expect(request()).rejects.toThrow();
  });
});

describe('replicas', () => {
  const secrets = {
    identityKey: '{}',
    affiliateKey: '{}',
    mediaUrlSecret: 'm',
    pushKey: 'p',
    postbackKey: 'p',
    webhookSecret: 'w',
    adminPassword: 'demo',
    adminPasswordHash: 'hash',
  };
  const servers = {
    postgres: 'postgres://127.0.0.1:1/postgres',
    mongodb: 'mongodb://127.0.0.1:2',
    rabbitmq: 'amqp://127.0.0.1:3',
  };

  test.each([
    [undefined, 1],
    ['2', 2],
    ['3', 3],
  ])('reads from %j %d of each', (given, expected) => {
    expect(readReplicas(given)).toBe(expected);
  });

  test.each(['', '0', '4', 'two'])('rejects %j with the bounds', (given) => {
    expect(() => readReplicas(given)).toThrow('give a number from 1 to 3');
  });

  test('gives each of three replicas a port, keeps the local helpers single, and prepares a database once', async () => {
    const ports = await createPortBlock();
    const table = await describeProcesses({
      url: 'http://localhost:8080',
      port: 8080,
      dataDir: '/data',
      ports,
      secrets,
      servers,
      dev: false,
    });
    const { processes, balanced } = await replicate(table.processes, { replicas: 3, ports });
    await ports.release();
    const instances = processes.map(({ instance }) => instance);
    expect(instances).toEqual(
      expect.arrayContaining(['identity', 'identity-2', 'identity-3', 'gateway-3', 'media-worker-2', 'mf-public-2']),
    );
    expect(instances.filter((instance) => /^(mailbox|partner)/.test(instance))).toEqual(['mailbox', 'partner']);
    const used = [
      ...processes.flatMap(({ environment }) => [environment.PORT, environment.MANAGEMENT_PORT]),
      ...balanced.map(({ port }) => String(port)),
    ];
    expect(new Set(used).size).toBe(used.length);
    expect(processes.filter(({ name, migrate }) => name === 'identity' && migrate)).toHaveLength(1);
    const shared = balanced.find(({ targets }) =>
      targets.some(
        (target) =>
          String(target.port) === processes.find(({ instance }) => instance === 'identity-2')?.environment.PORT,
      ),
    );
    expect(processes.find(({ name }) => name === 'gateway')?.environment.IDENTITY_URL).toBe(
      `http://127.0.0.1:${shared?.port}`,
    );
  });
});
