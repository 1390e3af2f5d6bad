import type { Attempt, SentRequest } from './attempt.ts';
import type { Outcome } from './exchange.ts';
import { isRight } from './row-kinds.ts';
import type { RawResponse } from './responses.ts';

/** Text that only internals of the platform contain: metrics, key sets, stack traces, server paths. */
const INTERNAL =
  /process_cpu_user_seconds|nodejs_heap|"kty":|\bat (?:\w+ )?\(?(?:file:|node:|\/)[^\s]*:\d+:\d+|node_modules/;
/** Header that attempts try to inject into a response. */
export const INJECTED = 'x-injected';
const REJECTIONS = new Set([501, 505]);

const isRejection = ({ status }: RawResponse): boolean => (status >= 400 && status < 500) || REJECTIONS.has(status);

/** Returns the faults of one response that no status excuses. */
const faultsOfResponse = (response: RawResponse, request: SentRequest | undefined): string[] => {
  const { status, headers, body } = response;
  const id = headers['x-request-id'];
  return [
    ...(request === undefined ? [`a response (${status}) without a request`] : []),
    ...(id !== undefined && request && id !== request.id && !isOwnId(id)
      ? [`the response of another request: ${id} instead of ${request.id}`]
      : []),
    ...(status >= 500 && !REJECTIONS.has(status) ? [`status ${status}`] : []),
    ...(headers['set-cookie'] === undefined ? [] : ['a set-cookie of another client']),
    ...(INTERNAL.test(body) ? ['internal text in the response'] : []),
    ...(INJECTED in headers ? ['an injected header in the response'] : []),
    ...(headers.location !== undefined && !/^\/(?![/\\])/.test(headers.location)
      ? [`a redirect to another site: ${headers.location}`]
      : []),
  ];
};

/** Whether the gateway has created an id itself, for a request whose id could not be read. */
const isOwnId = (id: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id);

const expectedCount = (requests: readonly SentRequest[]): number => {
  const endless = requests.findIndex(({ row }) => row.isEndless);
  return endless === -1 ? requests.length : endless + 1;
};

const faultsOfServed = ({ statuses }: Attempt, requests: readonly SentRequest[], { responses }: Outcome): string[] => {
  const count = expectedCount(requests);
  const faults = responses.length === count ? [] : [`${responses.length} responses to ${count} requests`];
  for (const [index, { id, row, method }] of requests.slice(0, count).entries()) {
    const response = responses[index];
    if (!response) continue;
    if (!response.isComplete && !row.isEndless) faults.push(`response ${index + 1} is cut`);
    if (row.hasRequestId === 'always' && response.headers['x-request-id'] !== id)
      faults.push(`response ${index + 1} does not name its request`);
    if (statuses ? !statuses.includes(response.status) : !isRight(row, response, method))
      faults.push(`response ${index + 1} to ${row.name} is wrong: ${response.status}`);
  }
  return faults;
};

const faultsOfRejected = (
  { statuses }: Attempt,
  [first]: readonly SentRequest[],
  { responses, isClosed }: Outcome,
): string[] => {
  const [response] = responses;
  // The beginning of a streamed body may have reached the service: its connection is then aborted, and the client's too.
  const mayBeSilent = first?.row.isStreamed === true;
  return [
    ...(responses.length > 1 || (responses.length === 0 && !mayBeSilent)
      ? [`${responses.length} responses instead of one rejection`]
      : []),
    ...(response && !isRejection(response) ? [`status ${response.status} instead of a rejection`] : []),
    ...(response && statuses && !statuses.includes(response.status) ? [`status ${response.status}`] : []),
    ...(isClosed ? [] : ['the connection stays open']),
  ];
};

const faultsOfConsistent = (
  { statuses }: Attempt,
  requests: readonly SentRequest[],
  { responses }: Outcome,
): string[] => [
  ...(responses.length > requests.length + 1 ? [`${responses.length} responses to ${requests.length} requests`] : []),
  ...responses.filter(({ status }) => statuses && !statuses.includes(status)).map(({ status }) => `status ${status}`),
];

/**
 * Checks the responses that a client has received. A rejection at the end of the connection belongs to bytes that are not a
 * request.
 * @returns the faults
 */
export const judge = (attempt: Attempt, requests: readonly SentRequest[], outcome: Outcome): string[] => {
  const { responses, rest } = outcome;
  const faults = responses.flatMap((response, index) =>
    requests[index] === undefined && index === responses.length - 1 && isRejection(response)
      ? []
      : faultsOfResponse(response, requests[index]),
  );
  if (rest !== '') faults.push('bytes that are no response');
  if (attempt.leavesBy !== undefined) return faults;
  if (attempt.expects === 'served') return [...faults, ...faultsOfServed(attempt, requests, outcome)];
  if (attempt.expects === 'rejected') return [...faults, ...faultsOfRejected(attempt, requests, outcome)];
  return [...faults, ...faultsOfConsistent(attempt, requests, outcome)];
};
