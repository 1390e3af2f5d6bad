import type { PortBlock } from './free-port.ts';
import type { Server } from './servers/server.ts';

interface TestServers {
  dir: string;
  servers: Server[];
  ports: PortBlock;
}

// Jest loads set-up and tear-down as separate modules of one process, which only share the global object.
const shared = globalThis as typeof globalThis & { testServers?: TestServers };

export const rememberForTeardown = (servers: TestServers): void => {
  shared.testServers = servers;
};

export const takeForTeardown = (): TestServers | undefined => shared.testServers;
