import { createServer } from 'node:net';
import type { Server } from 'node:net';

/** Start of the range, below the ephemeral ports of outgoing connections, on which RabbitMQ may fail to restart. */
const LOWEST = 20_000;
const BLOCKS = 95;
/** Enough for three replicas of each process, with two ports each. */
const SIZE = 128;

const tryListen = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.unref();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1' }, () => resolve(server));
  });

const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));

/** Whether the port of this machine is free. */
export const isFree = async (port: number): Promise<boolean> => {
  const server = await tryListen(port);
  if (server) await close(server);
  return server !== undefined;
};

/**
 * Reserves a block of ports that no other stack of this machine uses: the process that listens on the first port owns the block,
 * which the system frees however the owner ends.
 * @param preferred first port of the block to try before others
 */
export const createPortBlock = async (preferred?: number) => {
  for (let attempt = 0; attempt < BLOCKS; attempt += 1) {
    const first = attempt === 0 && preferred ? preferred : LOWEST + SIZE * Math.floor(Math.random() * BLOCKS);
    const lock = await tryListen(first);
    if (!lock) continue;
    let last = first;
    return {
      first,
      /** @throws when the block is used up */
      next: async (): Promise<number> => {
        while (++last < first + SIZE) if (await isFree(last)) return last;
        throw new Error(`No port is left between ${first} and ${first + SIZE - 1}.`);
      },
      release: () => close(lock),
    };
  }
  throw new Error(`No block of ${SIZE} free ports was found between ${LOWEST} and ${LOWEST + SIZE * BLOCKS - 1}.`);
};
export type PortBlock = Awaited<ReturnType<typeof createPortBlock>>;
