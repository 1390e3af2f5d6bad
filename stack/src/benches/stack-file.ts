import { readFileSync } from 'node:fs';
import { z } from 'zod';

const stackFile = z.object({
  url: z.url(),
  accounts: z.object({ administrator: z.object({ password: z.string() }) }),
  stores: z.record(z.string(), z.string()),
  processes: z.record(z.string(), z.object({ pid: z.number() })),
});

/** Reads the data of a running stack's stack.json that benchmarks need. @throws when it is invalid */
export const readStackFile = (file: string): z.output<typeof stackFile> =>
  stackFile.parse(JSON.parse(readFileSync(file, 'utf8')));
