import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

interface Pace {
  latencyMs: number;
  bytesPerSecond: number;
}

/**
 * Starts a TCP proxy before a server, on which faults act. Without a fault it passes every byte on.
 * @param targetPort port of a server on this machine
 * @param port port to listen on; 0: any free one
 */
export const startTcpProxy = async (targetPort: number, port = 0) => {
  const pairs = new Set<{ near: Socket; far: Socket }>();
  let pace: Pace | null = null;
  /** `closed` resolves when the black hole ends; null while there is none. */
  let blackHole: { closed: Promise<void>; close: () => void } | null = null;

  const forward = (from: Socket, to: Socket) => {
    from.on('data', (chunk: Buffer) => {
      if (!pace && !blackHole) {
        if (!to.write(chunk)) {
          from.pause();
          to.once('drain', () => from.resume());
        }
        return;
      }
      from.pause();
      const deliver = async () => {
        await blackHole?.closed;
        if (pace) await pause(pace.latencyMs + (chunk.length / pace.bytesPerSecond) * 1_000);
        if (to.writable) to.write(chunk);
        from.resume();
      };
      void deliver();
    });
    from.on('end', () => to.end());
  };

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true });
    const pair = { near, far };
    pairs.add(pair);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.setNoDelay(true);
      // Both sides of a cut connection report errors: the cut is intended.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        // A half-open pair has been removed from the set: its other side must not notice.
        if (pairs.delete(pair)) other.destroy();
      });
      forward(socket, other);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });

  const reset = () => {
    for (const { near, far } of [...pairs]) {
      near.resetAndDestroy();
      far.destroy();
    }
  };

  return {
    port: (server.address() as AddressInfo).port,
    /** Resets every connection; new ones work. */
    reset,
    /** Delays each segment and limits each direction's bandwidth until the returned function is called. */
    slow: (next: Pace): (() => void) => {
      pace = next;
      return () => {
        pace = null;
      };
    },
    /**
     * Swallows every segment, of new connections too, until the returned function is called. With `isResumed` the segments then
     * arrive, as after TCP's retransmission; otherwise their connections are reset.
     */
    openBlackHole: (isResumed: boolean): (() => void) => {
      let close = () => undefined as void;
      const closed = new Promise<void>((resolve) => {
        close = resolve;
      });
      blackHole = { closed, close };
      return () => {
        blackHole = null;
        if (!isResumed) reset();
        close();
      };
    },
    /**
     * Ends the server's side of every connection. The client's side gets no notice and stays open and silent until the returned
     * function is called.
     */
    leaveHalfOpen: (): (() => void) => {
      const silent = [...pairs].map(({ near, far }) => {
        far.removeAllListeners('end');
        near.removeAllListeners('data').resume();
        return { near, far };
      });
      pairs.clear();
      for (const { far } of silent) far.destroy();
      return () => {
        for (const { near } of silent) near.resetAndDestroy();
      };
    },
    connections: (): number => pairs.size,
    stop: async (): Promise<void> => {
      const closed = new Promise((resolve) => void server.close(resolve));
      blackHole?.close();
      reset();
      await closed;
    },
  };
};
export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;
