import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from 'contracts/services';
import { startBalancer } from './balancer.ts';
import type { Balancer } from './balancer.ts';
import { runToEnd } from './child.ts';
import { rememberedNumber } from './data-dir.ts';
import { createDatabases } from './databases.ts';
import { accountsOf, loadDemo } from './demo/load.ts';
import { repository } from './folders.ts';
import { createPortBlock } from './free-port.ts';
import { buildFrontEnds, frontEndsAreBuilt } from './front-ends.ts';
import { recordProcesses } from './leftovers.ts';
import { ownEnvironment, superviseProcess } from './node-process.ts';
import { describeProcesses, POSTGRES_DATABASES, storesOf, REMOTES, withDatabase } from './processes.ts';
import type { Process, ProcessName } from './processes.ts';
import type { Progress } from './progress.ts';
import { replicate } from './replicas.ts';
import { withSecretFiles } from './secret-files.ts';
import { loadOrCreateSecrets } from './secrets.ts';
import { privateServers } from './servers/private-servers.ts';
import type { Settings } from './settings.ts';
import { createSupervisor } from './supervisor.ts';
import { sync as writeFileAtomicSync } from 'write-file-atomic';

const BESIDE_THE_SERVERS: readonly ProcessName[] = ['mailbox', 'partner'];
/** Consumers of the queues with their names. */
const SERVICES: readonly ProcessName[] = [...SERVICE_NAMES, 'media-worker'];
const FRONT: readonly ProcessName[] = [...REMOTES, 'front-ends', 'shell'];

interface StackOptions extends Settings {
  progress: Progress;
  /** Whether to watch the sources and reload. */
  dev: boolean;
  /** Whether to load the demo data, once. */
  demo: boolean;
  /** Number of replicas of each process of the platform. */
  replicas: number;
  /** Process to run under the debugger. */
  inspected?: ProcessName | null;
}

/**
 * Creates the whole platform on one folder: servers, databases, front ends, processes, demo data. The folder must be locked
 * (data-dir.ts).
 */
export const createStack = async ({
  url,
  port,
  dataDir,
  progress: { print, step },
  dev,
  demo,
  replicas,
  inspected = null,
}: StackOptions) => {
  const logs = join(dataDir, 'logs');
  const logOf = (name: string) => join(logs, `${name}.log`);
  const stackFile = join(dataDir, 'stack.json');
  mkdirSync(logs, { recursive: true });
  rmSync(stackFile, { force: true });

  const firstPort = rememberedNumber(dataDir, 'first-port');
  const ports = await createPortBlock(firstPort.read());
  firstPort.write(ports.first);
  const secrets = await loadOrCreateSecrets(dataDir);
  const servers = await privateServers({ dir: dataDir, logs, ports, print });
  const urls = { postgres: servers.postgres.url, mongodb: servers.mongodb.url, rabbitmq: servers.rabbitmq.url };
  const {
    processes: table,
    mailbox,
    partner,
    offerUrl,
  } = await describeProcesses({ url, port, dataDir, ports, secrets, servers: urls, dev });
  const { processes, balanced } = await replicate(withSecretFiles(table, dataDir), { replicas, ports });
  const balancers: Balancer[] = [];
  const accounts = accountsOf(secrets.adminPassword);

  let complete = false;
  const supervisor = createSupervisor({ print, changed: () => publish() });
  const publish = () => {
    const running = supervisor.processes();
    recordProcesses(
      dataDir,
      Object.values(running).map(({ pid }) => pid),
    );
    if (complete)
      writeFileAtomicSync(
        stackFile,
        `${JSON.stringify({ url, mailbox, partner, processes: running, accounts, stores: storesOf(table) }, null, 2)}\n`,
      );
  };

  const startServer = async ({ name, given, log, start }: (typeof servers)[keyof typeof servers]) => {
    if (given) return print(`✓ ${name} (the one of the environment)`);
    await step(name, () => supervisor.start([{ name, log, start }]), { log });
  };
  const migrate = async ({ name, migrate: script, environment }: Process) => {
    if (!script) return;
    const log = logOf(`migrate-${name}`);
    await step(
      `database of ${name}`,
      () =>
        runToEnd({
          command: process.execPath,
          args: [script],
          cwd: repository,
          env: { ...ownEnvironment(), ...environment },
          log,
        }),
      { log },
    );
  };
  const prepareDatabases = async () => {
    await Promise.all([
      startServer(servers.postgres).then(() => createDatabases(urls.postgres, POSTGRES_DATABASES)),
      startServer(servers.mongodb),
    ]);
    await Promise.all(processes.map(migrate));
  };
  const prepareFrontEnds = async () => {
    if (dev) return;
    if (frontEndsAreBuilt()) return print('✓ front ends (built before)');
    await step('front ends (webpack)', () => buildFrontEnds(logOf('build')), {
      log: logOf('build'),
      advice: 'fix what the log names; npm run build shows the same',
    });
  };
  const run = (what: string, names: readonly ProcessName[]) =>
    step(what, () =>
      supervisor.start(
        processes
          .filter(({ name }) => names.includes(name))
          .map((one) =>
            superviseProcess(one, { log: logOf(one.instance), watch: dev, inspected: one.name === inspected }),
          ),
      ),
    );
  const loadOnce = async () => {
    const mark = join(dataDir, 'demo-loaded');
    if (!demo || existsSync(mark)) return;
    await step(
      'demo data',
      () =>
        loadDemo({
          url,
          adminPassword: secrets.adminPassword,
          offerUrl,
          databaseUrl: (service) => withDatabase(urls.postgres, service),
          log: (line) => print(`  ${line}`),
        }),
      {
        advice: `read the logs in ${logs} and start again: what was loaded stays`,
      },
    );
    writeFileSync(mark, '');
  };

  return {
    accounts,
    mailbox,
    partner,
    logs,
    /** @throws StepError or StartError for the first failed step; stop() must still be called */
    start: async (): Promise<void> => {
      for (const shared of balanced) balancers.push(await startBalancer(shared));
      // The broker is the slowest to start; processes wait for it themselves.
      const platform = prepareDatabases().then(() =>
        Promise.all([run('services', SERVICES), run('gateway', ['gateway'])]),
      );
      const frontEnds = prepareFrontEnds().then(() => run('shell and micro-frontends', FRONT));
      await Promise.all([
        startServer(servers.rabbitmq),
        run('mailbox and payment partner', BESIDE_THE_SERVERS),
        platform,
        frontEnds,
      ]);
      await loadOnce();
      complete = true;
      publish();
    },
    stop: async (): Promise<void> => {
      complete = false;
      rmSync(stackFile, { force: true });
      await supervisor.stop();
      await Promise.all(balancers.map((balancer) => balancer.stop()));
      await ports.release();
    },
  };
};
