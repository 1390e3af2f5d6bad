import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import { createAccessFixtures } from '../../src/access/access-fixtures.ts';
import type { AccessFixtures } from '../../src/access/access-fixtures.ts';
import { EXPECTATIONS } from '../../src/access/expectations.ts';
import { createMatrix, expectationOf } from '../../src/access/matrix.ts';
import { createHttpClient } from '../../src/platform/http-client.ts';
import { readSite } from '../../src/platform/site.ts';

const site = readSite(process.env.E2E_STACK ?? '');
const client = createHttpClient(site);
const ALL: readonly Operation[] = Object.values(operations);

let fixtures: AccessFixtures;
let examine: ReturnType<typeof createMatrix>;
beforeAll(async () => {
  fixtures = await createAccessFixtures(site, client);
  examine = createMatrix(fixtures, client);
}, 60_000);
afterAll(() => fixtures.remove());
// Also without fixtures: open connections would prevent the end of the run.
afterAll(() => client.close());

describe('the access matrix', () => {
  test.each(ALL.map((operation) => [operation.id, operation] as const))(
    'expects %s of each role on each object',
    async (_id, operation) => {
      const { expected, observed, before, after } = await examine(operation);
      expect(observed).toEqual(expected);
      // A denied call writes nothing.
      expect(after).toEqual(before);
    },
  );

  test('names the file for an operation without an expectation', () => {
    expect(() => expectationOf({ id: 'isNew' } as Operation)).toThrow('security-tests/src/access/expectations.ts');
  });

  test('has no expectation for an operation that does not exist', () => {
    expect(Object.keys(EXPECTATIONS).filter((id) => !(id in operations))).toEqual([]);
  });
});
