import type { Site } from '../platform/site.ts';
import { createDraft } from './attempt.ts';
import type { Run } from './cases.ts';
import { exchange } from './exchange.ts';
import { judge } from './judge.ts';
import type { RowKind } from './row-kinds.ts';

/** Connections to each row at once: as many pooled connections to its service are used again. */
const CONNECTIONS = 3;

/**
 * Requests every row as a well-behaved client, on new connections.
 * @returns its faults, and the ids of its requests
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
