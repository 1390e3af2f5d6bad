import type { SentRequest } from './attempt.ts';
import type { Records, RequestLine } from './service-records.ts';

/** Services that a service calls while it serves a request, under the same id. */
const CALLS_WITHIN: Readonly<Record<string, readonly string[]>> = { affiliate: ['catalogue'] };
/** Log lines of one request id. */
interface Sightings {
  gateway: RequestLine[];
  services: RequestLine[];
}

/** Groups log lines by request id. */
export const sightingsById = ({ lines }: Records): Map<string, Sightings> => {
  const byId = new Map<string, Sightings>();
  for (const line of lines) {
    const known = byId.get(line.requestId) ?? { gateway: [], services: [] };
    byId.set(line.requestId, known);
    known[line.name === 'gateway' ? 'gateway' : 'services'].push(line);
  }
  return byId;
};

const NONE: Sightings = { gateway: [], services: [] };

const forwardedTo = ({ gateway }: Sightings, service: string): number =>
  gateway
    .filter((line) => line.target === service)
    .reduce((sum, { upstreamRequests = 0 }) => sum + upstreamRequests, 0);

/** Whether the services have logged every request that the gateway has forwarded; an aborted one may never reach a service. */
export const areComplete = (byId: ReadonlyMap<string, Sightings>): boolean =>
  [...byId.values()].every((seen) =>
    seen.gateway.every(
      (line) =>
        line.aborted ||
        seen.services.filter(({ name }) => name === (line.target ?? '')).length >= forwardedTo(seen, line.target ?? ''),
    ),
  );

const faultsOfId = (id: string, seen: Sightings): string[] => {
  const faults: string[] = [];
  if (seen.gateway.length > 1) faults.push(`the gateway has handled ${id} ${seen.gateway.length} times`);
  const callers = new Set(seen.gateway.map(({ target = '' }) => target));
  for (const service of new Set([...seen.services.map(({ name }) => name), ...callers])) {
    const received = seen.services.filter(({ name }) => name === service).length;
    const forwarded = forwardedTo(seen, service);
    const isBrokenOff = seen.gateway.some(({ aborted }) => aborted);
    const isCallWithin = [...callers].some((caller) => CALLS_WITHIN[caller]?.includes(service));
    // A load for the cache continues after its client has left: the request is logged before that load is counted.
    if (received > (isBrokenOff ? Math.max(1, forwarded) : forwarded) && !isCallWithin)
      faults.push(`${service} has received ${id} ${received} times, the gateway has forwarded it ${forwarded} times`);
    if (received < forwarded && !isBrokenOff)
      faults.push(`${service} has received ${id} ${received} times of ${forwarded}`);
  }
  return faults;
};

/** Checks that each process has handled the requests of a connection in the order in which they were sent. */
const faultsOfOrder = (sightings: readonly Sightings[]): string[] => {
  const lastOf = new Map<string, number>();
  const faults: string[] = [];
  for (const { name, order, requestId } of sightings.flatMap(({ gateway, services }) => [...gateway, ...services])) {
    if (order < (lastOf.get(name) ?? -1))
      faults.push(`${name} has handled ${requestId} before an earlier request of its connection`);
    lastOf.set(name, order);
  }
  return faults;
};

/**
 * Compares the requests that a client has sent with the logs of the gateway and the services.
 * @param smuggledIds ids of requests that no process may have received
 */
export const compare = (
  { requests, smuggledIds }: { requests: readonly SentRequest[]; smuggledIds: readonly string[] },
  byId: ReadonlyMap<string, Sightings>,
): string[] => [
  ...smuggledIds.flatMap((id) => {
    const { gateway, services } = byId.get(id) ?? NONE;
    return [...gateway, ...services].map(
      ({ name, method, route }) => `${name} has received a smuggled request: ${method} ${route} (${id})`,
    );
  }),
  ...requests.flatMap(({ id }) => faultsOfId(id, byId.get(id) ?? NONE)),
  ...faultsOfOrder(requests.map(({ id }) => byId.get(id) ?? NONE)),
];
