import { join } from 'node:path';
import type { PortBlock } from '../free-port.ts';
import { startMongodb } from './mongodb.ts';
import { startPostgres } from './postgres.ts';
import { startRabbitmq } from './rabbitmq.ts';

interface PrivateServersOptions {
  /** Folder in which each server has its own. */
  dir: string;
  logs: string;
  ports: PortBlock;
  fast?: boolean;
  say?: (line: string) => void;
  environment?: NodeJS.ProcessEnv;
}

/**
 * The three servers: for each the address that the environment gives, or how to start one of our own.
 * A start uses the same folder and port each time.
 */
export const privateServers = async ({ dir, logs, ports, fast = false, say, environment = process.env }: PrivateServersOptions) => {
  const port = await ports.next();
  const [mongoPort, rabbitPort, distPort, epmdPort] = [await ports.next(), await ports.next(), await ports.next(), await ports.next()];
  const place = (name: string) => ({ dir: join(dir, name), log: join(logs, `${name}.log`), fast });
  return [
    {
      name: 'postgres',
      given: environment.POSTGRES_URL,
      start: () => startPostgres({ ...place('postgres'), port }),
    },
    {
      name: 'mongodb',
      given: environment.MONGO_URL,
      start: () => startMongodb({ ...place('mongodb'), port: mongoPort, ...(say && { say }) }),
    },
    {
      name: 'rabbitmq',
      given: environment.RABBIT_URL,
      start: () => startRabbitmq({ ...place('rabbitmq'), port: rabbitPort, distPort, epmdPort }),
    },
  ] as const;
};
