import type { Site } from '../platform/site.ts';
import { createDraft } from './attempt.ts';
import type { Run } from './cases.ts';
import { exchange } from './exchange.ts';
import { judge } from './judge.ts';
import type { RowKind } from './row-kinds.ts';

/** Number of parallel connections to each row, so that as many pooled connections to its service are reused. */
const CONNECTIONS = 3;

/**
 * Sends valid requests to every row on new connections.
 * @returns faults of the responses, and the ids of the requests
 */
export const sendCleanRequests = async (
  site: Site,
  rows: readonly RowKind[],
  run: Run,
): Promise<{ faults: string[]; ids: string[] }> => {
  const responses = await Promise.all(
    rows.flatMap((row) =>
      Array.from({ length: CONNECTIONS }, async () => {
        const draft = createDraft(row, run.nextUnique());
        const attempt = { segments: [draft.rightRequest(), draft.rightRequest()], expects: 'served' } as const;
        const outcome = await exchange(site, attempt, draft.requests);
        return {
          faults: judge(attempt, draft.requests, outcome).map((fault) => `${row.name}: ${fault}`),
          ids: draft.requests.map(({ id }) => id),
        };
      }),
    ),
  );
  return { faults: responses.flatMap(({ faults }) => faults), ids: responses.flatMap(({ ids }) => ids) };
};
