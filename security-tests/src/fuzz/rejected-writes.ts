interface Options<Request> {
  /** Sends all requests. @returns those that were not rejected */
  sendAll: (requests: readonly Request[]) => Promise<ReadonlySet<Request>>;
  /** Returns the names of the changes that `work` makes in the stores. */
  changedBy: (work: () => Promise<void>) => Promise<string[]>;
}

export interface RejectedWrite<Request> {
  /** Names of the changed tables, collections or folders. */
  changed: string[];
  /** The request at fault; null when the change does not happen again. */
  by: Request | null;
}

/**
 * Repeats rejected requests between two snapshots of the stores: any difference was written by a rejected request, which is then
 * found by bisection. Requests that are accepted this time are removed, and the rest is repeated.
 * @returns null where nothing was written
 */
export const findRejectedWrite = async <Request>(
  requests: readonly Request[],
  { sendAll, changedBy }: Options<Request>,
): Promise<RejectedWrite<Request> | null> => {
  const resend = async (suspects: readonly Request[]): Promise<{ changed: string[]; rejected: readonly Request[] }> => {
    let rejected = suspects;
    for (;;) {
      let accepted: ReadonlySet<Request> = new Set();
      const changed = await changedBy(async () => {
        accepted = await sendAll(rejected);
      });
      if (accepted.size === 0) return { changed, rejected };
      rejected = rejected.filter((request) => !accepted.has(request));
    }
  };
  const { changed, rejected } = await resend(requests);
  if (changed.length === 0) return null;
  let suspects = rejected;
  while (suspects.length > 1) {
    const [first, second] = [suspects.slice(0, suspects.length / 2), suspects.slice(suspects.length / 2)];
    suspects = (await resend(first)).changed.length > 0 ? first : second;
  }
  const isProven = suspects.length === 1 && (await resend(suspects)).changed.length > 0;
  return { changed, by: isProven ? (suspects[0] ?? null) : null };
};
