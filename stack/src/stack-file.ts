import { readFileSync } from 'node:fs';
import { z } from 'zod';

const account = z.object({ email: z.string(), password: z.string() });
const stackFile = z.object({
  url: z.url(),
  partner: z.url(),
  processes: z.record(
    z.string(),
    z.object({ pid: z.number(), url: z.string().optional(), management: z.string().optional(), log: z.string() }),
  ),
  accounts: z.object({
    administrator: z.object({ password: z.string() }),
    affiliates: z.array(z.object({ slug: z.string(), password: z.string() })),
    paid: account,
    unpaid: account,
  }),
  /** Addresses of the databases, and the media folder, by the names of the services' variables. */
  stores: z.record(z.string(), z.string()),
});
export type StackFile = z.output<typeof stackFile>;

/** Reads a stack's stack.json again on each call, as a restarted process has a new pid. @throws when the file is no stack.json */
export const readStackFile = (file: string): StackFile => stackFile.parse(JSON.parse(readFileSync(file, 'utf8')));
