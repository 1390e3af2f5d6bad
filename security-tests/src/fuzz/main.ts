import { print, runCommand, wholeNumber } from 'service-kit/run-command';
import { createAccessFixtures } from '../access/access-fixtures.ts';
import { createHttpClient } from '../platform/http-client.ts';
import { openSite } from '../platform/site.ts';
import { openStores } from '../platform/store-state.ts';
import { fuzzReport } from './report.ts';
import { runFuzz } from './run-fuzz.ts';

const HELP = `Usage: npm run fuzz -- [options]

  Sends valid, nearly valid and hostile requests, generated from the contracts, for every operation as every role. Fails on an
  internal error, an undeclared error, a success against its schema or of an invalid request, internals or others' private data in a
  response, a write by a rejected call, and a call that never succeeded although its caller may make it. Prints the smallest request
  of each failure, and how often each operation responded with each status. It reads the stores of the stack,
  which must have no other users meanwhile.

Options
  --inputs <count>     20000 unless given
  --seed <number>      repeats the requests of an earlier run with the same count
  --operation <id>     only this operation
  --data-dir <folder>  of the stack (default DATA_DIR, else .data); where none runs, one is started
`;

const MAX_SEED = 2 ** 31 - 1_000;
const options = {
  inputs: { type: 'string', default: '20000' },
  seed: { type: 'string' },
  operation: { type: 'string' },
  'data-dir': { type: 'string' },
} as const;

await runCommand({ help: HELP, options }, async ({ values }) => {
  const inputs = wholeNumber(values.inputs, '--inputs', { least: 1 });
  const seed =
    values.seed === undefined
      ? Math.floor(Math.random() * MAX_SEED)
      : wholeNumber(values.seed, '--seed', { least: 0, most: MAX_SEED });
  const { site, stop } = await openSite({ dataDir: values['data-dir'] });
  const client = createHttpClient(site);
  const stores = openStores(site);
  try {
    const fixtures = await createAccessFixtures(site, client);
    try {
      print(`  seed ${seed}, ${inputs} inputs against ${site.url}`);
      const startedAt = performance.now();
      const result = await runFuzz({ site, fixtures, client, stores, inputs, seed, only: values.operation });
      print(fuzzReport(result, { seed, seconds: (performance.now() - startedAt) / 1000 }));
      return result.findings.length > 0 ? 1 : 0;
    } finally {
      await fixtures.remove();
    }
  } finally {
    client.close();
    await stores.close();
    await stop();
  }
});
