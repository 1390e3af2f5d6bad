import { check } from 'k6';
import http from 'k6/http';
import type { ObjectBatchRequest, RefinedResponse, ResponseType } from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import type { Options, Scenario } from 'k6/options';
import { baseUrl, get, json, runId, send } from './site.ts';

/**
 * Two kinds of uncached work: logins, and reads that bypass the gateway's cache. run.mjs runs this in phases: "peak" sends as fast
 * as responses arrive; "overload" sends five times that rate, then checks that all is normal again.
 */
const PHASE = __ENV.PHASE || 'peak';
/** Requests per second that "peak" measured. */
const PEAK = { login: Number(__ENV.PEAK_LOGINS), read: Number(__ENV.PEAK_READS) };
const OVERLOAD_FACTOR = 5;
const SECONDS = Number(__ENV.SECONDS || 20);
/**
 * Number of people who log in, and of as many others who read: one account has at most 50 sessions, so hundreds of logins would end
 * the session of a reader. Several, because concurrent attempts on one account are limited.
 */
const ACCOUNT_COUNT = 20;
/** Requests that a virtual user sends together in "overload": each wake-up of k6 costs time on the processors that it measures. */
const REQUESTS_PER_WAKE = 10;
/** Virtual users of each kind. Rejected requests return within milliseconds; waiting ones fill the gateway's queues. */
const VIRTUAL_USERS = 40;
/** Time until all must be normal again. */
const RECOVERY_SECONDS = 5;

const done = { login: new Counter('logins_done'), read: new Counter('reads_done') };
const rejectionTime = new Trend('rejection_time', true);
const after = { time: new Trend('after_time', true), failed: new Counter('after_failed') };
const failed = new Counter('failed');

const asFastAs = (vus: number, exec: string): Scenario => ({
  executor: 'constant-vus',
  vus,
  duration: `${SECONDS}s`,
  exec,
});
const arriving = (
  rate: number,
  exec: string,
  { vus = VIRTUAL_USERS, startTime = 0, duration = SECONDS } = {},
): Scenario => ({
  executor: 'constant-arrival-rate',
  rate: Math.max(1, Math.round(rate)),
  timeUnit: '1s',
  duration: `${duration}s`,
  startTime: `${startTime}s`,
  preAllocatedVUs: vus,
  maxVUs: vus,
  exec,
});

const PHASES: Record<string, Record<string, Scenario>> = {
  peak: { logins: asFastAs(4, 'logIn'), reads: asFastAs(16, 'read') },
  overload: {
    logins: arriving((PEAK.login * OVERLOAD_FACTOR) / REQUESTS_PER_WAKE, 'logInTogether'),
    reads: arriving((PEAK.read * OVERLOAD_FACTOR) / REQUESTS_PER_WAKE, 'readTogether'),
    after: arriving(Math.max(5, PEAK.read * 0.2), 'readAfter', {
      vus: 20,
      startTime: SECONDS + RECOVERY_SECONDS,
      duration: 10,
    }),
  },
};

export const options: Options = {
  scenarios: PHASES[PHASE] ?? {},
  summaryTrendStats: ['med', 'avg', 'p(95)', 'p(99)', 'max', 'count'],
  discardResponseBodies: true,
  batch: REQUESTS_PER_WAKE,
  batchPerHost: REQUESTS_PER_WAKE,
  systemTags: ['status'],
  ...(PHASE === 'overload'
    ? { thresholds: { rejection_time: ['p(95)<50'], after_failed: ['count==0'], failed: ['count==0'] } }
    : {}),
};

interface Session {
  email: string;
  token: string;
}
const PASSWORD = 'un-mot-de-passe-de-charge';
const LOGIN = `${baseUrl}/api/auth/login`;
/** A subscriber bypasses the gateway's cache. */
const MODELS = `${baseUrl}/api/models`;
type HttpResponse = RefinedResponse<ResponseType | undefined>;

export const setup = (): Session[] => {
  const models = get('/api/models', { kind: 'cached', name: '/api/models', readsBody: true });
  const [{ slug }] = json<[{ slug: string }]>(models);
  return Array.from({ length: 2 * ACCOUNT_COUNT }, (_person, number) => {
    const email = `${runId}-${PHASE}-${number}@load.example`;
    const response = send(
      'POST',
      '/api/auth/register',
      { firstName: 'Charge', lastName: 'Essai', email, password: PASSWORD, modelSlug: slug },
      { kind: 'login', name: '/api/auth/register' },
    );
    if (response.status === 429)
      throw new Error('the site limits this address (429): start it with RATE_LIMIT_FACTOR=1000');
    if (response.status !== 201) throw new Error(`registering responded ${response.status}`);
    return { email, token: json<{ token: string }>(response).token };
  });
};
/**
 * Builds the requests of this virtual user once: k6 shares the processors with the stack, so the cost of building a request lowers
 * the measured rate.
 */
const requestsOf = (people: readonly Session[]) => {
  const { email } = people[__VU % ACCOUNT_COUNT] as Session;
  const { token } = people[ACCOUNT_COUNT + (__VU % ACCOUNT_COUNT)] as Session;
  const login: ObjectBatchRequest = {
    method: 'POST',
    url: LOGIN,
    body: JSON.stringify({ email, password: PASSWORD }),
    params: { headers: { 'content-type': 'application/json' } },
  };
  const read: ObjectBatchRequest = {
    method: 'GET',
    url: MODELS,
    body: null,
    params: { headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br, gzip' } },
  };
  return {
    login,
    read,
    logins: Array.from({ length: REQUESTS_PER_WAKE }, () => login),
    reads: Array.from({ length: REQUESTS_PER_WAKE }, () => read),
  };
};
let built: ReturnType<typeof requestsOf> | undefined;
const requests = (people: readonly Session[]) => (built ??= requestsOf(people));

const count = (what: keyof typeof done, { status, timings }: HttpResponse): void => {
  if (status === 200) done[what].add(1);
  else if (status === 503 || status === 429) rejectionTime.add(timings.duration);
  else failed.add(1);
};
const sendBuilt = ({ method, url, body, params }: ObjectBatchRequest): HttpResponse =>
  http.request(method, url, body, params);

export const logIn = (people: Session[]): void => count('login', sendBuilt(requests(people).login));
export const logInTogether = (people: Session[]): void =>
  http.batch(requests(people).logins).forEach((response) => count('login', response));
export const read = (people: Session[]): void => count('read', sendBuilt(requests(people).read));
export const readTogether = (people: Session[]): void =>
  http.batch(requests(people).reads).forEach((response) => count('read', response));

export const readAfter = (people: Session[]): void => {
  const response = sendBuilt(requests(people).read);
  after.time.add(response.timings.duration);
  if (!check(response, { 'all is normal again': ({ status }) => status === 200 })) after.failed.add(1);
};
