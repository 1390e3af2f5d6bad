import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import { createCast } from '../../src/access/cast.ts';
import type { Cast } from '../../src/access/cast.ts';
import { EXPECTATIONS } from '../../src/access/expectations.ts';
import { createMatrix, expectationOf } from '../../src/access/matrix.ts';
import { createHttpClient } from '../../src/platform/http-client.ts';
import { readSite } from '../../src/platform/site.ts';

const site = readSite(process.env.E2E_STACK ?? '');
const client = createHttpClient(site);
const ALL: readonly Operation[] = Object.values(operations);

let cast: Cast;
let examine: ReturnType<typeof createMatrix>;
beforeAll(async () => {
  cast = await createCast(site, client);
  examine = createMatrix(cast, client);
}, 60_000);
afterAll(() => cast.remove());
// Also where there is no cast to remove: open connections keep the run from its end.
afterAll(() => client.close());

describe('the access matrix', () => {
  test.each(ALL.map((operation) => [operation.id, operation] as const))(
    'expects %s of each role on each object',
    async (_id, operation) => {
      const { expected, observed, before, after } = await examine(operation);
      expect(observed).toEqual(expected);
      // What is denied writes nothing.
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
