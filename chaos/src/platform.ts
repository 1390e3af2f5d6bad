import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createPortBlock } from 'stack/free-port';
import { removeWithUs } from 'stack/reaper';
import { privateServers } from 'stack/servers/private-servers';
import { createSupervisor } from 'stack/supervisor';
import { readStackFile } from 'stack/stack-file';
import type { StackFile } from 'stack/stack-file';
import { startStack } from 'stack/test-stack';
import { startTcpProxy } from './tcp-proxy.ts';
import type { TcpProxy } from './tcp-proxy.ts';

export const SERVERS = ['postgres', 'mongodb', 'rabbitmq'] as const;
export type ServerName = (typeof SERVERS)[number];

/** Faults that a process applies to itself (process-faults.mjs). */
export interface ProcessFaults {
  clockShiftMs?: number;
  isDiskReported?: boolean;
  isDiskFull?: boolean;
}

/** A running platform, with the parts that faults act on. */
export interface Platform {
  file: () => StackFile;
  /** Key and secret of the sandbox partner's postbacks. */
  postbackKey: string;
  /** @throws when the process does not run */
  pidOf: (name: string) => number;
  rabbitUrl: string;
  /** Proxies before the servers; null where the stack was started by another command. */
  proxies: Readonly<Record<ServerName, TcpProxy>> | null;
  /** Begins faults within a process, or ends them by null; null where the stack was started by another command. */
  setProcessFaults: ((pid: number, faults: ProcessFaults | null) => void) | null;
  stop: () => Promise<void>;
}

const postbackKeyOf = (stackFile: string): string =>
  (JSON.parse(readFileSync(join(dirname(stackFile), 'secrets.json'), 'utf8')) as { postbackKey: string }).postbackKey;

const openRunning = (stackFile: string): Platform => {
  const file = () => readStackFile(stackFile);
  return {
    file,
    postbackKey: postbackKeyOf(stackFile),
    pidOf: (name) => {
      const pid = file().processes[name]?.pid;
      if (!pid) throw new Error(`${name} does not run`);
      return pid;
    },
    rabbitUrl: file().processes.rabbitmq?.url ?? process.env.RABBIT_URL ?? '',
    proxies: null,
    setProcessFaults: null,
    stop: async () => undefined,
  };
};

const startOwn = async (print: (line: string) => void): Promise<Platform> => {
  const folder = mkdtempSync(join(tmpdir(), 'coulisses-chaos-'));
  removeWithUs(folder);
  // PostgreSQL runs as another user when this command runs as root.
  chmodSync(folder, 0o711);
  const ports = await createPortBlock();
  const servers = await privateServers({
    dir: join(folder, 'servers'),
    logs: join(folder, 'logs'),
    ports,
    environment: {},
  });
  mkdirSync(join(folder, 'servers'), { recursive: true });
  const supervisor = createSupervisor({ print: () => undefined });
  await supervisor.start(SERVERS.map((name) => servers[name]));
  const proxied = async (name: ServerName) => {
    const proxy = await startTcpProxy(Number(new URL(servers[name].url).port), await ports.next());
    const url = new URL(servers[name].url);
    url.port = String(proxy.port);
    return { proxy, url: url.href };
  };
  const [postgres, mongodb, rabbitmq] = [
    await proxied('postgres'),
    await proxied('mongodb'),
    await proxied('rabbitmq'),
  ];
  const faultsFile = join(folder, 'faults.json');
  const preload = new URL('./process-faults.mjs', import.meta.url);
  preload.searchParams.set('faults', faultsFile);
  print('The servers run; starting the platform behind proxies');
  const stack = await startStack({
    demo: false,
    environment: {
      POSTGRES_URL: postgres.url,
      MONGO_URL: mongodb.url,
      RABBIT_URL: rabbitmq.url,
      PROCESS_PRELOAD: preload.href,
    },
  });
  const running = openRunning(stack.stackFile);
  const faults = new Map<number, ProcessFaults>();
  return {
    ...running,
    pidOf: (name) => supervisor.processes()[name]?.pid ?? running.pidOf(name),
    // Bypasses the proxy: the observer of the broker is not part of the fault.
    rabbitUrl: servers.rabbitmq.url,
    proxies: { postgres: postgres.proxy, mongodb: mongodb.proxy, rabbitmq: rabbitmq.proxy },
    setProcessFaults: (pid, next) => {
      if (next) faults.set(pid, next);
      else faults.delete(pid);
      writeFileSync(`${faultsFile}.new`, JSON.stringify(Object.fromEntries(faults)));
      renameSync(`${faultsFile}.new`, faultsFile);
    },
    stop: async () => {
      await stack.stop();
      await Promise.all([postgres, mongodb, rabbitmq].map(({ proxy }) => proxy.stop()));
      await supervisor.stop();
      await ports.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Opens the stack that runs on `dataDir`, or starts one with proxies before the servers and without demo data. */
export const openPlatform = async (dataDir: string | undefined, print: (line: string) => void): Promise<Platform> => {
  if (dataDir === undefined) return startOwn(print);
  const file = join(dataDir, 'stack.json');
  if (!existsSync(file)) throw new Error(`No stack runs on ${dataDir}`);
  return openRunning(file);
};

/** Lists a process and all its descendants: a server works in several processes. */
export const familyOf = (pid: number): number[] => {
  const children = new Map<number, number[]>();
  for (const line of execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')) {
    const [child = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), child]);
  }
  const family = [pid];
  for (const member of family) family.push(...(children.get(member) ?? []));
  return family;
};

/** Signals processes and ignores those that have already ended. */
export const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
};
