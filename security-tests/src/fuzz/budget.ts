import type { OperationId } from 'contracts/operations';

/** Operations that hash a password, or decode and scale a picture. */
const COSTLY: readonly OperationId[] = [
  'register',
  'login',
  'resetPassword',
  'changePassword',
  'deleteAccount',
  'requestEmailChange',
  'verifyAdministrator',
  'reauthenticateAdministrator',
  'verifyAffiliate',
  'changeAffiliatePassword',
  'reauthenticateAffiliate',
  'createAffiliate',
  'uploadAvatar',
  'uploadCoverImage',
  'uploadFile',
];
/** Costs in units of an ordinary call: a hash occupies a core for 10 ms, a video is transcoded. */
const COSTS: ReadonlyMap<string, number> = new Map([
  ...COSTLY.map((id) => [id, 3] as const),
  ['uploadCoverVideo' satisfies OperationId, 20],
]);
/** Inputs of a caller that may succeed, per input of a caller that is always rejected. */
const REACHABLE_WEIGHT = 4;
/** Number of inputs below which a missing success proves nothing. */
export const CONCLUSIVE_INPUTS = 12;
const MIN_REJECTED_INPUTS = 3;

interface Share {
  operation: { id: string };
  isReachable: boolean;
}

/**
 * Divides inputs among pairs of operation and caller, more for cheaper ones; each gets its minimum as far as the inputs suffice.
 * The shares add up to `inputs`.
 */
export const sharesOf = (pairs: readonly Share[], inputs: number): number[] => {
  const minimums = pairs.map(({ isReachable }) => (isReachable ? CONCLUSIVE_INPUTS : MIN_REJECTED_INPUTS));
  const weights = pairs.map(
    ({ operation, isReachable }) => (isReachable ? REACHABLE_WEIGHT : 1) / (COSTS.get(operation.id) ?? 1),
  );
  const needed = minimums.reduce((sum, minimum) => sum + minimum, 0);
  const [base, rest, scale] =
    needed > inputs ? [pairs.map(() => 0), inputs, minimums] : [minimums, inputs - needed, weights];
  const total = scale.reduce((sum, one) => sum + one, 0);
  let scaled = 0;
  return scale.map((one, index) => {
    // Rounded as a running sum, so that the total is exact.
    const before = Math.round((scaled * rest) / total);
    scaled += one;
    return (base[index] ?? 0) + Math.round((scaled * rest) / total) - before;
  });
};

/** Whether a call that has to succeed never did, with enough inputs to be conclusive. */
export const isUnreached = (
  isReachable: boolean,
  { tried, succeeded }: { tried: number; succeeded: number },
): boolean => isReachable && succeeded === 0 && tried >= CONCLUSIVE_INPUTS;
