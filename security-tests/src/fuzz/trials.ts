import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import fc from 'fast-check';
import { CALLERS } from '../access/access-fixtures.ts';
import type { CallerRole } from '../access/access-fixtures.ts';
import { expectationOf } from '../access/matrix.ts';
import { sharesOf } from './budget.ts';
import type { FuzzObjects } from './fuzz-objects.ts';
import { INPUT_KINDS, inputsOf } from './inputs.ts';
import type { Input, InputKind, Known } from './inputs.ts';
import { isReachable } from './unreachable-operations.ts';

/** An operation and the role that calls it. */
export interface Pair {
  operation: Operation;
  role: CallerRole;
  isReachable: boolean;
}
/** Parameters that reproduce a sample. */
export interface Source {
  known: Known;
  kind: InputKind;
  seed: number;
  count: number;
}
export interface Trial extends Pair {
  input: Input;
  source: Source;
}
/** Number of inputs that a pair has in a run, and their seed. */
interface Plan {
  pair: Pair;
  share: number;
  seed: number;
}

export const PAIRS: readonly Pair[] = (Object.values(operations) as Operation[]).flatMap((operation) =>
  CALLERS.map((role) => ({ operation, role, isReachable: isReachable(operation, role) })),
);
export const nameOf = ({ operation: { id }, role }: Pick<Pair, 'operation' | 'role'>): string => `${id} as ${role}`;
/** Whether success removes sessions or objects that later calls need. */
const isDestructive = ({ pair: { operation } }: Plan): boolean => {
  const { endsSessions, deletes } = expectationOf(operation);
  return endsSessions === true || deletes === true;
};

/** Used in rotation from the first, so that even the smallest share contains valid requests. */
const KINDS: readonly InputKind[] = ['valid', 'one hostile value', 'valid', 'several hostile values'];

const trialsOf = async (fuzzObjects: FuzzObjects, { pair, share, seed }: Plan): Promise<Trial[]> => {
  const kinds = Array.from({ length: share }, (_, index) => KINDS[index % KINDS.length] as InputKind);
  const sampled = new Map(
    await Promise.all(
      INPUT_KINDS.map(async (kind) => {
        const count = kinds.filter((one) => one === kind).length;
        const source = { known: await fuzzObjects.knownTo(pair.operation, pair.role, kind), kind, seed, count };
        return [
          kind,
          fc
            .sample(inputsOf(pair.operation, source.known, kind), { numRuns: count, seed })
            .map((input): Trial => ({ ...pair, input, source })),
        ] as const;
      }),
    ),
  );
  return kinds.flatMap((kind) => sampled.get(kind)?.shift() ?? []);
};

/** Divides the inputs of a run among all pairs. @param only limits the plan to one operation, with its share of a full run */
export const planTrials = ({
  inputs,
  seed,
  only,
}: {
  inputs: number;
  seed: number;
  only?: string | undefined;
}): { ordinary: Plan[]; destructive: Plan[][] } => {
  const shares = sharesOf(PAIRS, inputs);
  const plans = PAIRS.map((pair, index) => ({ pair, share: shares[index] ?? 0, seed: seed + index })).filter(
    ({ pair: { operation }, share }) => share > 0 && (only === undefined || operation.id === only),
  );
  return {
    ordinary: plans.filter((plan) => !isDestructive(plan)),
    destructive: [...Map.groupBy(plans.filter(isDestructive), ({ pair }) => pair.operation).values()],
  };
};

/**
 * Generates trials from the present objects: the first one of every plan, then the second of every plan, so that adjacent trials
 * concern different objects.
 */
export const generateTrials = async (fuzzObjects: FuzzObjects, plans: readonly Plan[]): Promise<Trial[]> => {
  const all: Trial[][] = [];
  for (const plan of plans) all.push(await trialsOf(fuzzObjects, plan));
  return Array.from({ length: Math.max(0, ...all.map(({ length }) => length)) }, (_, index) =>
    all.flatMap((trials) => trials[index] ?? []),
  ).flat();
};
