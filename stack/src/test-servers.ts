import type { PortBlock } from './free-port.ts';
import type { Server } from './servers/server.ts';

interface TestServers {
  dir: string;
  servers: Server[];
  ports: PortBlock;
}

// Jest loads set-up and tear-down as two separate modules of one process: only the global object is common to both.
const shared = globalThis as typeof globalThis & { testServers?: TestServers };

export const keepForTeardown = (servers: TestServers): void => {
  shared.testServers = servers;
};

export const takeForTeardown = (): TestServers | undefined => shared.testServers;
