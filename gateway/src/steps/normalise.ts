import type { Arrival, Step } from '../pipeline.ts';
import { redirect } from '../redirect.ts';
import type { Reject } from '../reject.ts';
import { isKnownMethod, isWellFramed } from '../request-framing.ts';
import { parseTarget } from '../request-target.ts';

/** Passes on requests that every parser behind the gateway reads alike; redirects other spellings of a path. */
export const createNormalise =
  (reject: Reject): Step<Arrival> =>
  async (arrival, next) => {
    const { request, response } = arrival;
    const target = parseTarget(request.url ?? '');
    if (target.kind === 'malformed' || !isWellFramed(request)) return reject(arrival, 'MALFORMED_REQUEST');
    if (!isKnownMethod(request.method ?? '')) return reject(arrival, 'METHOD_NOT_ALLOWED');
    arrival.path = target.path;
    arrival.query = target.query;
    if (target.kind === 'redirect') return redirect(request, response, target.path + target.query);
    return next();
  };
