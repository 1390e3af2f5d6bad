import { join } from 'node:path';
import type { PortBlock } from '../free-port.ts';
import { mongodbUrl, startMongodb } from './mongodb.ts';
import { postgresUrl, startPostgres } from './postgres.ts';
import { rabbitmqUrl, startRabbitmq } from './rabbitmq.ts';

interface PrivateServersOptions {
  /** Folder with a subfolder per server. */
  dir: string;
  logs: string;
  ports: PortBlock;
  fast?: boolean;
  print?: (line: string) => void;
  environment?: NodeJS.ProcessEnv;
}

/**
 * Returns the three servers: `given` if the environment names one (POSTGRES_URL, MONGO_URL, RABBIT_URL), else a function that
 * starts a private one, always on the same folder and port.
 */
export const privateServers = async ({
  dir,
  logs,
  ports,
  fast = false,
  print,
  environment = process.env,
}: PrivateServersOptions) => {
  const place = (name: string) => ({ dir: join(dir, name), log: join(logs, `${name}.log`), fast });
  const server = async <Start>(
    name: string,
    variable: string,
    urlAt: (port: number) => string,
    start: (options: ReturnType<typeof place> & { port: number }) => Start,
  ) => {
    const port = await ports.next();
    const given = environment[variable];
    return {
      name,
      variable,
      given,
      url: given || urlAt(port),
      log: place(name).log,
      start: () => start({ ...place(name), port }),
    };
  };
  const [distPort, epmdPort] = [await ports.next(), await ports.next()];
  return {
    postgres: await server('postgres', 'POSTGRES_URL', postgresUrl, startPostgres),
    mongodb: await server('mongodb', 'MONGO_URL', mongodbUrl, (options) =>
      startMongodb({ ...options, ...(print && { print }) }),
    ),
    rabbitmq: await server('rabbitmq', 'RABBIT_URL', rabbitmqUrl, (options) =>
      startRabbitmq({ ...options, distPort, epmdPort }),
    ),
  };
};
