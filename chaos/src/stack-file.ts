import { readFileSync } from 'node:fs';
import { z } from 'zod';

const stackFile = z.object({
  url: z.url(),
  partner: z.url(),
  processes: z.record(
    z.string(),
    z.object({ pid: z.number(), url: z.string().optional(), management: z.string().optional(), log: z.string() }),
  ),
  accounts: z.object({ administrator: z.object({ password: z.string() }) }),
  stores: z.record(z.string(), z.string()),
});
export type StackFile = z.output<typeof stackFile>;

/** Reads a stack's stack.json again on each call, as a restarted process has a new pid. @throws when the file is no stack.json */
export const readStackFile = (file: string): StackFile => stackFile.parse(JSON.parse(readFileSync(file, 'utf8')));
