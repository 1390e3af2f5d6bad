import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readStackFile } from 'stack/stack-file';
import type { StackFile } from 'stack/stack-file';
import { startStack } from 'stack/test-stack';
import { z } from 'zod';

const secretsFile = z.object({ postbackKey: z.string(), webhookSecret: z.string() });

/** A running platform on this machine: addresses, logs and accounts. */
export interface Site {
  url: string;
  /** Host for raw connections. */
  host: string;
  port: number;
  partner: string;
  /** Key of the payment partner's postbacks. */
  postbackKey: string;
  /** Secret of the payment partner's signatures. */
  webhookSecret: string;
  /** Log files by process name. */
  logs: Readonly<Record<string, string>>;
  accounts: StackFile['accounts'];
  /** Addresses of the databases, and the media folder, by the names of the services' variables. */
  stores: StackFile['stores'];
}

/**
 * Reads a stack's stack.json.
 * @param url another address of the same stack
 * @throws when the file is not a stack.json
 */
export const readSite = (file: string, url?: string): Site => {
  const stack = readStackFile(file);
  const address = new URL(url ?? stack.url);
  const secrets = secretsFile.parse(JSON.parse(readFileSync(join(dirname(file), 'secrets.json'), 'utf8')));
  return {
    url: address.origin,
    // Other loopback addresses than 127.0.0.1 can be bound only for IPv4.
    host: address.hostname === 'localhost' ? '127.0.0.1' : address.hostname,
    port: Number(address.port) || 80,
    partner: stack.partner,
    postbackKey: secrets.postbackKey,
    webhookSecret: secrets.webhookSecret,
    logs: Object.fromEntries(Object.entries(stack.processes).map(([name, { log }]) => [name, log])),
    accounts: stack.accounts,
    stores: stack.stores,
  };
};

interface SiteOptions {
  url?: string | undefined;
  dataDir?: string | undefined;
}

/** Opens the stack that runs on `dataDir` (DATA_DIR, else .data), or starts one that `stop` ends. */
export const openSite = async ({
  url,
  dataDir = process.env.DATA_DIR || '.data',
}: SiteOptions): Promise<{ site: Site; stop: () => Promise<void> }> => {
  const file = join(dataDir, 'stack.json');
  if (existsSync(file)) return { site: readSite(file, url), stop: async () => undefined };
  process.stdout.write(`No stack runs on ${dataDir}: starting one (some minutes the first time)\n`);
  const stack = await startStack();
  return { site: readSite(stack.stackFile), stop: stack.stop };
};
