import { connect as connectTcp, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** The address of the tests' broker. */
export const rabbitUrl = (): string => {
  const url = process.env.RABBIT_URL;
  if (!url) throw new Error('RABBIT_URL is missing');
  return url;
};

/** A line to the broker that a test can cut, as a broken network would. */
export const createBrokerLine = async () => {
  const broker = new URL(rabbitUrl());
  const sockets = new Set<Socket>();
  let open = true;
  const server = createServer((near) => {
    if (!open) {
      near.destroy();
      return;
    }
    const far = connectTcp(Number(broker.port || 5672), broker.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      // A cut line ends in errors on both sides: that is its purpose.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = new URL(broker);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    /** Breaks every connection; new ones work. */
    breakAll,
    /** Breaks every connection and refuses new ones. */
    cut: () => {
      open = false;
      breakAll();
    },
    mend: () => {
      open = true;
    },
    close: async () => {
      breakAll();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
};
