import type { PortBlock } from './free-port.ts';
import type { Process, ProcessName } from './processes.ts';

/** More than fit on one machine, and into a block of ports. */
const MOST = 3;

/** They belong to the local stack, not to what is deployed. */
const SINGLE: readonly ProcessName[] = ['mailbox', 'partner', 'front-ends'];

/** Seconds that a replica still serves after SIGTERM, as in production: the balancer has to notice, and keep-alive connections have to end. */
const DRAIN_SECONDS = '5';

/**
 * How many of each process `npm start` runs.
 * @param given of the option --replicas
 * @throws when that is not a number that can be run
 */
export const readReplicas = (given = '1'): number => {
  const replicas = /^\d$/.test(given) ? Number(given) : 0;
  if (replicas < 1 || replicas > MOST) throw new Error(`--replicas ${given}: give a number from 1 to ${MOST}.`);
  return replicas;
};

/** Where one replica listens. */
export interface Replica {
  port: number;
  managementPort: number;
}

/** A port behind which several replicas listen on their own. */
export interface Balanced {
  port: number;
  targets: Replica[];
}

/**
 * Makes each process of the platform several: `identity` and `identity-2` on ports of their own, behind a balancer on the
 * port that the others know `identity` by.
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
        // Replicas share their database: it is prepared once.
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
