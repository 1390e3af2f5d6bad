import type { PortBlock } from './free-port.ts';
import type { Process, ProcessName } from './processes.ts';

/** Maximum that fits on one machine and into a block of ports. */
const MOST = 3;

/** Processes of the local stack, which are never deployed. */
const SINGLE: readonly ProcessName[] = ['mailbox', 'partner', 'front-ends'];

/**
 * Seconds for which a replica serves after SIGTERM, as in production: the balancer must notice, and keep-alive connections must
 * end.
 */
const DRAIN_SECONDS = '5';

/**
 * Returns the number of replicas of each process in `npm start`.
 * @param option value of --replicas
 * @throws when it is not a valid number
 */
export const readReplicas = (option = '1'): number => {
  const replicas = /^\d$/.test(option) ? Number(option) : 0;
  if (replicas < 1 || replicas > MOST) throw new Error(`--replicas ${option}: give a number from 1 to ${MOST}.`);
  return replicas;
};

/** Address of one replica. */
export interface Replica {
  port: number;
  managementPort: number;
}

/** Port in front of several replicas with their own ports. */
export interface Balanced {
  port: number;
  targets: Replica[];
}

/**
 * Replicates each process of the platform: `identity` and `identity-2` on their own ports, behind a balancer on the port by which
 * other processes address `identity`.
 */
export const replicate = async (
  processes: readonly Process[],
  { replicas, ports }: { replicas: number; ports: PortBlock },
): Promise<{ processes: Process[]; balanced: Balanced[] }> => {
  if (replicas === 1) return { processes: [...processes], balanced: [] };
  const all: Process[] = [];
  const balanced: Balanced[] = [];
  for (const { migrate, ...one } of processes) {
    if (SINGLE.includes(one.name)) {
      all.push(one);
      continue;
    }
    const targets: Replica[] = [];
    for (let replica = 1; replica <= replicas; replica += 1) {
      const port = await ports.next();
      const managementPort = await ports.next();
      targets.push({ port, managementPort });
      all.push({
        ...one,
        // Replicas share their database, which is prepared once.
        ...(migrate !== undefined && replica === 1 && { migrate }),
        instance: replica === 1 ? one.name : `${one.name}-${replica}`,
        ...(one.url && { url: `http://127.0.0.1:${port}` }),
        environment: { ...one.environment, PORT: String(port), MANAGEMENT_PORT: String(managementPort), DRAIN_SECONDS },
      });
    }
    balanced.push({ port: Number(one.environment.PORT), targets });
  }
  return { processes: all, balanced };
};
