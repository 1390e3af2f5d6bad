import type { OperationId } from 'contracts/operations';

/** Time of a successful call in units of an ordinary one: argon2 takes a core for 10 ms, media decodes, scales and transcodes. */
const COSTS: Readonly<Partial<Record<OperationId, number>>> = {
  ...Object.fromEntries((['register', 'login', 'resetPassword', 'verifyAdministrator', 'changePassword', 'reauthenticateAdministrator', 'verifyAffiliate', 'changeAffiliatePassword', 'reauthenticateAffiliate', 'createAffiliate'] satisfies OperationId[]).map((id) => [id, 3])),
  ...Object.fromEntries((['uploadAvatar', 'uploadCoverImage', 'uploadFile'] satisfies OperationId[]).map((id) => [id, 3])),
  uploadCoverVideo: 20,
};
/** Inputs of a caller that may succeed, to one of a caller that is always rejected. */
const REACHABLE_WEIGHT = 4;
/** With fewer, nothing follows from an operation that has not succeeded. */
export const CONCLUSIVE_INPUTS = 12;
const MIN_REJECTED_INPUTS = 3;

interface Share {
  operation: { id: string };
  isReachable: boolean;
}

/**
 * Splits inputs among pairs of an operation and a caller, the more the cheaper; each has its minimum as far as the inputs suffice.
 * The shares add up to `inputs`.
 */
export const sharesOf = (pairs: readonly Share[], inputs: number): number[] => {
  const minimums = pairs.map(({ isReachable }) => (isReachable ? CONCLUSIVE_INPUTS : MIN_REJECTED_INPUTS));
  const weights = pairs.map(({ operation, isReachable }) => (isReachable ? REACHABLE_WEIGHT : 1) / ((COSTS as Readonly<Record<string, number>>)[operation.id] ?? 1));
  const needed = minimums.reduce((sum, minimum) => sum + minimum, 0);
  const [base, rest, scale] = needed > inputs ? [pairs.map(() => 0), inputs, minimums] : [minimums, inputs - needed, weights];
  const total = scale.reduce((sum, one) => sum + one, 0);
  let scaled = 0;
  return scale.map((one, index) => {
    // Rounded as a running sum, so that nothing is lost.
    const before = Math.round((scaled * rest) / total);
    scaled += one;
    return (base[index] ?? 0) + Math.round((scaled * rest) / total) - before;
  });
};
