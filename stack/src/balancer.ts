import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import type { Replica } from './replicas.ts';

const HOST = '127.0.0.1';
/** Interval between two readiness probes; much shorter than the seconds that a replica drains. */
const PROBE_INTERVAL_MS = 1_000;

interface BalancerOptions {
  /** Port on which a single process would listen. */
  port: number;
  targets: readonly Replica[];
  /** Rejects when the replica must not get new connections. */
  probe?: (replica: Replica) => Promise<void>;
  probeIntervalMs?: number;
}

const probeHealth = async ({ managementPort }: Replica): Promise<void> => {
  const { status } = await fetch(`http://${HOST}:${managementPort}/health/ready`, {
    signal: AbortSignal.timeout(PROBE_INTERVAL_MS * 2),
  });
  if (status !== 200) throw new Error(`not ready: ${status}`);
};

const open = (port: number): Promise<Socket | null> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: HOST, allowHalfOpen: true, noDelay: true }, () => resolve(socket));
    socket.once('error', () => resolve(null));
  });

/** Connects both sockets: the end or error of one side closes the other. */
const join = (client: Socket, replica: Socket) => {
  client.pipe(replica).pipe(client);
  for (const [one, other] of [
    [client, replica],
    [replica, client],
  ] as const) {
    one.once('error', () => other.destroy());
    one.once('close', () => other.destroy());
  }
};

/**
 * Replaces a Kubernetes Service for replicas on this machine: each connection goes to the next ready replica; a replica that
 * rejects it is skipped. Works on TCP, regardless of the protocol.
 * @throws when the port is taken
 */
export const startBalancer = async ({
  port,
  targets,
  probe = probeHealth,
  probeIntervalMs = PROBE_INTERVAL_MS,
}: BalancerOptions) => {
  const ready = new Set<Replica>();
  const clients = new Set<Socket>();
  let turn = 0;
  let stopped = false;

  /** Orders replicas by round robin; those that are not ready come last, since they may become ready. */
  const inOrder = (): Replica[] => {
    const first = turn++ % targets.length;
    const rotated = [...targets.slice(first), ...targets.slice(0, first)];
    return [...rotated.filter((target) => ready.has(target)), ...rotated.filter((target) => !ready.has(target))];
  };
  const serve = async (client: Socket) => {
    for (const target of inOrder()) {
      const replica = await open(target.port);
      if (!replica) continue;
      if (client.destroyed) replica.destroy();
      else join(client, replica);
      return;
    }
    client.destroy();
  };

  const checkReadiness = (target: Replica) =>
    probe(target).then(
      () => void ready.add(target),
      () => void ready.delete(target),
    );
  let timer: NodeJS.Timeout | undefined;
  const probeRepeatedly = async (): Promise<void> => {
    await Promise.all(targets.map(checkReadiness));
    if (!stopped) timer = setTimeout(() => void probeRepeatedly(), probeIntervalMs);
  };

  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true }, (client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    // A client that disconnects immediately is not an error.
    client.once('error', () => client.destroy());
    void serve(client);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: HOST }, resolve);
  });
  void probeRepeatedly();

  return {
    stop: (): Promise<void> => {
      stopped = true;
      clearTimeout(timer);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const client of clients) client.destroy();
      return closed;
    },
  };
};
export type Balancer = Awaited<ReturnType<typeof startBalancer>>;
