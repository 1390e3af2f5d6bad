import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startBalancer } from '../src/balancer.ts';
import { createPortBlock } from '../src/free-port.ts';
import type { PortBlock } from '../src/free-port.ts';
import { describeProcesses } from '../src/processes.ts';
import { readReplicas, replicate } from '../src/replicas.ts';
import type { Replica } from '../src/replicas.ts';
import { waitUntil } from '../src/wait-until.ts';

const NOT_KEPT = { connection: 'close' };

/** A replica that says its name; `close` ends it at once. */
const replicaNamed = async (name: string, port = 0) => {
  const server = createServer((_request, response) => response.end(name));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
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

  const ask = async () => (await fetch(`http://127.0.0.1:${port}/`, { headers: NOT_KEPT })).text();
  const balance = async (targets: number[], options: { ask?: (replica: Replica) => Promise<void> } = {}) => {
    const { stop } = await startBalancer({
      port,
      targets: targets.map((target) => ({ port: target, managementPort: target })),
      lookEvery: 20,
      ask: async () => undefined,
      ...options,
    });
    ends.push(stop);
  };
  const start = async (name: string) => {
    const replica = await replicaNamed(name);
    ends.push(replica.close);
    return replica;
  };

  test('When connections come, then replicas take turns', async () => {
    const [one, two] = [await start('one'), await start('two')];
    await balance([one.port, two.port]);
    const answers = [await ask(), await ask(), await ask(), await ask()];
    expect(answers.filter((answer) => answer === 'one')).toHaveLength(2);
    expect(answers.filter((answer) => answer === 'two')).toHaveLength(2);
  });

  test('When a replica has gone, then the others answer in its place, and it is asked again once it is back', async () => {
    const [one, two] = [await start('one'), await start('two')];
    await balance([one.port, two.port]);
    await two.close();
    expect([await ask(), await ask(), await ask()]).toEqual(['one', 'one', 'one']);
    ends.push((await replicaNamed('two', two.port)).close);
    expect([await ask(), await ask()]).toContain('two');
  });

  test('When a replica says that it is not ready, then it is given nothing new', async () => {
    const [one, two] = [await start('one'), await start('two')];
    let isDraining = true;
    await balance([one.port, two.port], {
      ask: async (target) => {
        if (target.port === two.port && isDraining) throw new Error('not ready');
      },
    });
    await waitUntil(
      'the balancer',
      async () => expect([await ask(), await ask(), await ask()]).toEqual(['one', 'one', 'one']),
      { everyMs: 10 },
    );
    isDraining = false;
    await waitUntil('the balancer', async () => expect([await ask(), await ask()]).toContain('two'), { everyMs: 10 });
  });

  test('When no replica listens, then the connection ends without an answer', async () => {
    await balance([await ports.next()]);
    await expect(ask()).rejects.toThrow();
  });
});

describe('replicas', () => {
  const secrets = {
    identityKey: '{}',
    affiliateKey: '{}',
    mediaUrlSecret: 'm',
    postbackKey: 'p',
    adminPassword: 'demo',
    adminPasswordHash: 'hash',
  };
  const servers = {
    postgres: 'postgres://127.0.0.1:1/postgres',
    mongodb: 'mongodb://127.0.0.1:2',
    rabbitmq: 'amqp://127.0.0.1:3',
  };

  test.each([
    [[], 1],
    [['--no-demo', '--replicas', '2'], 2],
    [['--replicas=3'], 3],
  ])('When the options are %j, then there are %d of each', (options, expected) => {
    expect(readReplicas(options)).toBe(expected);
  });

  test.each([[['--replicas']], [['--replicas', '0']], [['--replicas', '4']], [['--replicas=two']]])(
    'When the options are %j, then it says what can be given',
    (options) => {
      expect(() => readReplicas(options)).toThrow('give a number from 1 to 3');
    },
  );

  test('When three of each are wanted, then each has its port, the local helpers stay single, and a database is prepared once', async () => {
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
