import { createAccessFixtures } from '../../src/access/access-fixtures.ts';
import type { AccessFixtures } from '../../src/access/access-fixtures.ts';
import { fuzzReport } from '../../src/fuzz/report.ts';
import { runFuzz } from '../../src/fuzz/run-fuzz.ts';
import { createHttpClient } from '../../src/platform/http-client.ts';
import { readSite } from '../../src/platform/site.ts';
import { openStores } from '../../src/platform/store-state.ts';

/** Fixed, so that every run sends the same requests and a failure belongs to the change that is tested. */
const SEED = 20_261_122;
const [inputs, timeoutMs] = process.env.CI ? [20_000, 20 * 60_000] : [1_000, 5 * 60_000];

const site = readSite(process.env.E2E_STACK ?? '');
const client = createHttpClient(site);
const stores = openStores(site);

let fixtures: AccessFixtures;
beforeAll(async () => {
  fixtures = await createAccessFixtures(site, client);
}, 60_000);
afterAll(() => fixtures.remove(), 60_000);
// Also without fixtures: open connections would prevent the end of the run.
afterAll(async () => {
  client.close();
  await stores.close();
}, 60_000);

describe('the platform under generated requests', () => {
  test(
    'fails at none of them, discloses nothing and writes nothing that it has rejected',
    async () => {
      const startedAt = performance.now();
      const result = await runFuzz({ site, fixtures, client, stores, inputs, seed: SEED });
      if (result.findings.length > 0)
        throw new Error(fuzzReport(result, { seed: SEED, seconds: (performance.now() - startedAt) / 1000 }));
      expect(result.inputs).toBe(inputs);
    },
    timeoutMs,
  );
});
