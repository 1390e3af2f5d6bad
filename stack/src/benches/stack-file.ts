import { readFileSync } from 'node:fs';
import { z } from 'zod';

const stackFile = z.object({
  url: z.url(),
  accounts: z.object({ administrator: z.object({ password: z.string() }) }),
  stores: z.record(z.string(), z.string()),
  processes: z.record(z.string(), z.object({ pid: z.number() })),
});

/** What the benches need of a running stack's stack.json. @throws when it is none */
export const readStackFile = (file: string): z.output<typeof stackFile> =>
  stackFile.parse(JSON.parse(readFileSync(file, 'utf8')));
