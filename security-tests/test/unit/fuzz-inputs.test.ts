import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import fc from 'fast-check';
import { CALLERS } from '../../src/access/access-fixtures.ts';
import { CONCLUSIVE_INPUTS, isUnreached, sharesOf } from '../../src/fuzz/budget.ts';
import { mutated } from '../../src/fuzz/hostile-values.ts';
import { inputsOf } from '../../src/fuzz/inputs.ts';
import type { InputKind, Known } from '../../src/fuzz/inputs.ts';
import { isReachable } from '../../src/fuzz/unreachable-operations.ts';
import { validValuesOf } from '../../src/fuzz/valid-values.ts';

const ALL = (Object.values(operations) as Operation[]).map((operation) => [operation.id, operation] as const);
const SEED = 1;
const SAMPLES = 60;
/** Refinements, which no JSON Schema expresses, may reject the rest, such as a line that is too long for its field. */
const MIN_VALID_SHARE = 0.75;
const NOTHING_KNOWN: Known = {
  params: {},
  query: {},
  body: {},
  cookies: ['a=b'],
  film: Buffer.from('film'),
  picture: Buffer.from('picture'),
};

const sample = (operation: Operation, kind: InputKind) =>
  fc.sample(inputsOf(operation, NOTHING_KNOWN, kind), { numRuns: SAMPLES, seed: SEED });

describe('valid values', () => {
  const parts = ALL.flatMap(([id, operation]) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      operation[part] ? [[`${part} of ${id}`, operation[part]] as const] : [],
    ),
  );
  test.each(parts)('mostly satisfy the schema of the %s', (_name, schema) => {
    const values = fc.sample(validValuesOf(schema), { numRuns: SAMPLES, seed: SEED });
    const rejected = values.flatMap(
      (value) =>
        schema
          .safeParse(value)
          .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}: ${JSON.stringify(value)}`)[0] ?? [],
    );
    // The rejected values show which field needs a rule in valid-values.ts.
    expect({ isEnough: 1 - rejected.length / SAMPLES >= MIN_VALID_SHARE, rejected }).toEqual({
      isEnough: true,
      rejected: expect.any(Array),
    });
  });

  test('take the known values of a field', () => {
    const { body } = operations.changeProfile;
    if (!body) throw new Error('changeProfile has no body');
    const names = fc
      .sample(validValuesOf(body.required(), { firstName: fc.constant('Nina') }), { numRuns: 5, seed: SEED })
      .map((value) => (value as { firstName: string }).firstName);
    expect(new Set(names)).toEqual(new Set(['Nina']));
  });
});

describe('hostile inputs', () => {
  test.each(ALL.filter(([, { body }]) => body))(
    'of %s are mostly against the schema, and valid ones mostly are not',
    (_id, operation) => {
      const share = (kind: InputKind) =>
        sample(operation, kind).filter(({ isAgainstSchema }) => isAgainstSchema).length / SAMPLES;
      expect(share('valid')).toBeLessThan(1 - MIN_VALID_SHARE);
      expect(share('several hostile values')).toBeGreaterThan(0.25);
    },
  );

  test('are the same for the same seed', () => {
    const inputs = () =>
      sample(operations.createModel as Operation, 'several hostile values').map(({ target, body }) => [target, body]);
    expect(inputs()).toEqual(inputs());
  });

  test('do not claim that a schema rejects what leads to another route', () => {
    const byId = inputsOf(
      operations.deleteModel,
      { ...NOTHING_KNOWN, params: { id: fc.constantFrom('', '..', 'a/b', '%2e%2e') } },
      'valid',
    );
    expect(fc.sample(byId, { numRuns: 20, seed: SEED }).some(({ isAgainstSchema }) => isAgainstSchema)).toBe(false);
  });

  test('hold __proto__ as a key of its own and leave the valid value as it is', () => {
    const value = { body: { name: 'Nina' } };
    const changed = mutated(value, [{ kind: 'add', at: 1, key: '__proto__', value: { role: 'administrator' } }]);
    expect(JSON.stringify(changed)).toBe('{"body":{"name":"Nina","__proto__":{"role":"administrator"}}}');
    expect(JSON.stringify(value)).toBe('{"body":{"name":"Nina"}}');
  });

  test('may put a value into itself', () => {
    const shared = { length: 1 };
    const into = { kind: 'add' as const, key: 'a', value: shared };
    expect(
      JSON.stringify(
        mutated({ body: {} }, [
          { ...into, at: 0 },
          { ...into, at: 2 },
          { ...into, at: 1 },
        ]),
      ),
    ).toContain('length');
  });
});

describe('the shares of inputs', () => {
  const pairs = ALL.flatMap(([, operation]) =>
    CALLERS.map((role) => ({ operation, role, isReachable: isReachable(operation, role) })),
  );

  test.each([1, 999, 1_000, 20_000])('splits %d inputs into shares that add up to them', (inputs) => {
    expect(sharesOf(pairs, inputs).reduce((sum, share) => sum + share, 0)).toBe(inputs);
  });

  test('gives every call that may succeed a conclusive share of 20,000 inputs, and costly calls a smaller one', () => {
    const shares = sharesOf(pairs, 20_000);
    expect(Math.min(...shares.filter((_share, index) => pairs[index]?.isReachable))).toBeGreaterThanOrEqual(
      CONCLUSIVE_INPUTS,
    );
    const shareOf = (id: string) =>
      shares[pairs.findIndex(({ operation, role }) => operation.id === id && role === 'administrator')] ?? 0;
    expect(shareOf('verifyAdministrator')).toBeLessThan(shareOf('getModel'));
  });
});

describe('a call that never succeeded', () => {
  test.each([
    ['is a finding where it has to succeed', true, CONCLUSIVE_INPUTS, 0, true],
    ['is none where its caller is always rejected', false, CONCLUSIVE_INPUTS, 0, false],
    ['is none after too few inputs to decide', true, CONCLUSIVE_INPUTS - 1, 0, false],
    ['is none once it has succeeded', true, CONCLUSIVE_INPUTS, 1, false],
  ])('%s', (_name, isCallReachable, tried, succeeded, isFinding) => {
    expect(isUnreached(isCallReachable, { tried, succeeded })).toBe(isFinding);
  });

  test.each([
    'receivePostback as visitor',
    'createModel as affiliate',
    'verifyAdministrator as subscriber',
    'addAffiliateFactor as affiliate',
  ])('is not expected of %s', (name) => {
    const [id, role] = name.split(' as ') as [string, 'visitor'];
    expect(isReachable((operations as unknown as Record<string, Operation>)[id] as Operation, role)).toBe(false);
  });

  test.each([
    'receivePostback as partner',
    'createModel as administrator',
    'getModel as visitor',
    'register as visitor',
  ])('is expected of %s', (name) => {
    const [id, role] = name.split(' as ') as [string, 'visitor'];
    expect(isReachable((operations as unknown as Record<string, Operation>)[id] as Operation, role)).toBe(true);
  });
});
