import type { Arrival, Exchange, Step } from '../pipeline.ts';
import { redirect } from '../redirect.ts';
import type { Reject } from '../reject.ts';
import { createMatcher } from '../routes.ts';
import type { Row } from '../routes.ts';

interface MatchOptions {
  rows: readonly Row[];
  reject: Reject;
  /** Steps for requests that have a row. */
  forward: (exchange: Exchange) => Promise<void>;
}

/** Finds the row of a request, which configures the following steps. */
export const createMatch = ({ rows, reject, forward }: MatchOptions): Step<Arrival> => {
  const match = createMatcher(rows);
  return async (arrival) => {
    const { request, response, path, query } = arrival;
    const result = match(request.method ?? '', path);
    if (result.kind === 'redirect') return redirect(request, response, result.path + query);
    if (result.kind === 'row') {
      arrival.route = result.row.path;
      return forward({ ...arrival, row: result.row });
    }
    const allow = result.allowedMethods.join(', ');
    if (allow) return reject(arrival, 'METHOD_NOT_ALLOWED', { headers: { allow } });
    return reject(arrival, 'NOT_FOUND');
  };
};
