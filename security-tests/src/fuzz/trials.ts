import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import fc from 'fast-check';
import { CALLERS } from '../access/cast.ts';
import type { CallerRole } from '../access/cast.ts';
import { expectationOf } from '../access/matrix.ts';
import { sharesOf } from './budget.ts';
import type { Footing } from './footing.ts';
import { INPUT_KINDS, inputsOf } from './inputs.ts';
import type { Input, InputKind, Known } from './inputs.ts';
import { isReachable } from './reach.ts';

/** An operation and who calls it. */
export interface Pair {
  operation: Operation;
  role: CallerRole;
  isReachable: boolean;
}
/** What repeats a sample. */
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
/** The inputs that a pair has in a run. */
interface Plan {
  pair: Pair;
  share: number;
  seed: number;
}

export const PAIRS: readonly Pair[] = (Object.values(operations) as Operation[]).flatMap((operation) =>
  CALLERS.map((role) => ({ operation, role, isReachable: isReachable(operation, role) })),
);
export const nameOf = ({ operation: { id }, role }: Pick<Pair, 'operation' | 'role'>): string => `${id} as ${role}`;
/** Success takes sessions or objects away from what comes after it. */
const isDestructive = ({ pair: { operation } }: Plan): boolean => {
  const { endsSessions, deletes } = expectationOf(operation);
  return endsSessions === true || deletes === true;
};

/** In turn, so that the smallest share has valid requests too. */
const KINDS: readonly InputKind[] = ['valid', 'one hostile value', 'valid', 'several hostile values'];

const trialsOf = async (footing: Footing, { pair, share, seed }: Plan): Promise<Trial[]> => {
  const kinds = Array.from({ length: share }, (_, index) => KINDS[index % KINDS.length] as InputKind);
  const sampled = new Map(
    await Promise.all(
      INPUT_KINDS.map(async (kind) => {
        const count = kinds.filter((one) => one === kind).length;
        const source = { known: await footing.knownTo(pair.operation, pair.role, kind), kind, seed, count };
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

/** Shares the inputs of a run out among all pairs. @param only an operation, with the inputs that it has in a run of all */
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

/** Generates trials from the present objects: the first one of every plan, then the second of every plan, so that neighbours are about different objects. */
export const generateTrials = async (footing: Footing, plans: readonly Plan[]): Promise<Trial[]> => {
  const all: Trial[][] = [];
  for (const plan of plans) all.push(await trialsOf(footing, plan));
  return Array.from({ length: Math.max(0, ...all.map(({ length }) => length)) }, (_, index) =>
    all.flatMap((trials) => trials[index] ?? []),
  ).flat();
};
