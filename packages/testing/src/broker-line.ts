import { connect as connectTcp, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** Returns the address of the tests' broker. */
export const rabbitUrl = (): string => {
  const url = process.env.RABBIT_URL;
  if (!url) throw new Error('RABBIT_URL is missing');
  return url;
};

/** Creates a proxy to a server, by default the broker, that a test can cut or silence to simulate a broken network. */
export const createBrokerLine = async (target = rabbitUrl(), defaultPort = 5672) => {
  const server = new URL(target);
  const sockets = new Set<Socket>();
  let open = true;
  let isSilent = false;
  let transferredBytes = 0;
  const proxy = createServer((near) => {
    if (!open) {
      near.destroy();
      return;
    }
    const far = connectTcp(Number(server.port || defaultPort), server.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('data', (part) => {
        transferredBytes += part.length;
      });
      // Cutting a connection causes errors on both sides.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    if (isSilent) near.pause();
    else near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(server);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    /** Number of bytes transferred so far in both directions. */
    transferredBytes: () => transferredBytes,
    /** Closes every connection; new ones work. */
    breakAll,
    /** Closes every connection and rejects new ones. */
    cut: () => {
      open = false;
      breakAll();
    },
    restore: () => {
      open = true;
    },
    /**
     * Stops forwarding without closing connections, like a node that has vanished. New connections are accepted and stay silent.
     */
    silence: () => {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** Forwards new connections again; silenced ones stay silent. */
    resume: () => {
      isSilent = false;
    },
    close: async () => {
      breakAll();
      await new Promise((resolve) => void proxy.close(resolve));
    },
  };
};
