import { JSON_BODY_MAX_BYTES } from 'contracts/limits';
import {
  liveCalendarPath,
  MICROFRONTENDS,
  notFoundPath,
  OFFLINE_PATH,
  PAGES,
  SERVICE_WORKER_PATH,
  SITE_FILES,
} from 'contracts/pages';
import type { MicrofrontendName, PageDefinition } from 'contracts/pages';
import { PERSONAL_DATA_SERVICES, personalDataPath } from 'contracts/personal-data';
import { SERVICE_NAMES } from 'contracts/services';
import type { ServiceName } from 'contracts/services';
import type { BodyLimits } from './request-body.ts';
import { lowerCasePath } from './request-target.ts';

const remoteOf = <Name extends MicrofrontendName>(name: Name) => `mf-${name}` as const;

/** Services behind the gateway; the configuration has the address of each. */
export const TARGETS = [...SERVICE_NAMES, 'shell' as const, ...MICROFRONTENDS.map(remoteOf)] as const;
export type Target = (typeof TARGETS)[number];

export interface Row {
  /**
   * Express-like notation: `:name` matches one segment without a dot (file names have one), a final `*` the rest, even an empty
   * one.
   */
  path: string;
  target: Target;
  /** Time without a byte from the service after which the gateway responds with 504. */
  timeoutMs: number;
  /** Rate limit of one client network, shared by all rows with the same target and limit. */
  requestsPerMinute: number;
  /** Key that counts the requests of the row separately from those of other rows. */
  limitKey?: string;
  /** Maximum number of concurrent requests to the service. Absent for uploads, which mostly wait, and for cheap requests. */
  inFlight?: number;
  /** Maximum number of requests that wait for a slot; any further request is shed with 503. */
  waiting?: number;
  /** Restricts the row to these methods; other methods continue to a later row. */
  methods?: readonly string[];
  /** Limits of the body, which is read before the service is called; `streamed` passes it on as it arrives. */
  body?: BodyLimits | 'streamed';
  /** Caches anonymous GET responses until an event invalidates them (see `cache-keys.ts`), for at most a minute. */
  cached?: true;
  /** Lifetime of a cached response when a minute is too long. */
  cachedForMs?: number;
  /** Prefix that is removed from the path before it is passed on. */
  strip?: string;
  /** Upstream path, when it differs from the client's. */
  rewrite?: string;
  /** Whether the path has only slugs and fixed segments, which are lower-case: other spellings are redirected. */
  isLowerCase?: true;
}

const READ_LIMIT = { requestsPerMinute: 20_000 };
const WRITE_LIMIT = { requestsPerMinute: 1_200 };
const CREDENTIALS_LIMIT = { requestsPerMinute: 600 };
const GET = ['GET', 'HEAD'] as const;

/** Limits of a form or a JSON call. */
const SMALL: BodyLimits = { maxBytes: 64 * 1024, deadlineMs: 10_000 };
/** Limits of a model. */
const MODEL: BodyLimits = { maxBytes: JSON_BODY_MAX_BYTES, deadlineMs: 30_000 };

/** Reads take a few milliseconds each: more concurrency does not finish them sooner, and a longer queue responds too late. */
const READS = { inFlight: 16, waiting: 48 };
/** A render occupies a core. */
const RENDERS = { inFlight: 4, waiting: 60 };
/** A visitor who registers is about to pay: a late response is better than none. */
const REGISTRATIONS = { inFlight: 8, waiting: 120 };
/** Every page of a subscriber checks their access: these requests are shed last. */
const ENTITLEMENTS = { inFlight: 16, waiting: 240 };
/**
 * A password hash takes 10 ms of a core and 12 MiB (service-kit/passwords): as many concurrent ones as a service has threads; more
 * would only share their caches. Fewer than the attempts of an account (identity/attempts), which count until they succeed.
 */
const PASSWORDS = { inFlight: 4, waiting: 28 };

/** Fewer than the connections to a service (./upstream.ts): slow clients occupy a connection for minutes. */
const DOWNLOADS = { inFlight: 480, waiting: 0 };

const shell = { target: 'shell', timeoutMs: 5_000, ...READ_LIMIT } as const;
const pages = Object.values<PageDefinition>(PAGES).map(({ path, server }): Row => ({
  ...shell,
  path,
  methods: GET,
  isLowerCase: true,
  ...(server && { ...RENDERS, cached: true }),
}));

const TABLE: readonly Row[] = [
  { path: '/api/auth/check-payment', target: 'billing', timeoutMs: 5_000, ...READ_LIMIT, ...ENTITLEMENTS },
  { path: '/api/subscription', target: 'billing', timeoutMs: 5_000, ...READ_LIMIT, ...ENTITLEMENTS },
  { path: '/api/subscription/payments', target: 'billing', timeoutMs: 5_000, ...WRITE_LIMIT, ...READS },
  { path: '/api/subscription/*', target: 'billing', timeoutMs: 10_000, ...CREDENTIALS_LIMIT, ...RENDERS },
  { path: '/api/contract/*', target: 'billing', timeoutMs: 10_000, ...CREDENTIALS_LIMIT, ...REGISTRATIONS },
  // Streamed, so that the service checks the role before it reads a large body.
  {
    path: '/api/postbacks/report',
    target: 'billing',
    timeoutMs: 60_000,
    ...CREDENTIALS_LIMIT,
    ...READS,
    body: 'streamed',
  },
  // A partner's burst and a visitor on the same network must not exhaust each other's limit.
  { path: '/api/postbacks/*', target: 'billing', timeoutMs: 10_000, ...READ_LIMIT, limitKey: 'postbacks' },
  { path: '/api/subscribers/*', target: 'billing', timeoutMs: 10_000, ...WRITE_LIMIT, ...READS },
  { path: '/redirect/payment*', target: 'billing', timeoutMs: 10_000, ...WRITE_LIMIT },
  { path: '/api/auth/register', target: 'identity', timeoutMs: 10_000, ...CREDENTIALS_LIMIT, ...REGISTRATIONS },
  ...[
    '/api/auth/login',
    '/api/auth/reset-password',
    '/api/auth/change-password',
    '/api/auth/delete-account',
    '/api/auth/change-email',
    '/api/admin/verify',
    '/api/admin/reauthenticate',
  ].map((path): Row => ({ path, target: 'identity', timeoutMs: 10_000, ...CREDENTIALS_LIMIT, ...PASSWORDS })),
  ...PERSONAL_DATA_SERVICES.map((service): Row => ({
    path: personalDataPath(service),
    target: service,
    timeoutMs: 10_000,
    ...CREDENTIALS_LIMIT,
    ...READS,
  })),
  { path: '/api/auth/*', target: 'identity', timeoutMs: 10_000, ...CREDENTIALS_LIMIT, ...READS },
  { path: '/api/admin/*', target: 'identity', timeoutMs: 10_000, ...CREDENTIALS_LIMIT, ...READS },
  { path: '/api/models', target: 'catalogue', timeoutMs: 5_000, ...READ_LIMIT, ...READS, methods: GET, cached: true },
  {
    path: '/api/models/:slug',
    target: 'catalogue',
    timeoutMs: 5_000,
    ...READ_LIMIT,
    ...READS,
    methods: GET,
    cached: true,
    isLowerCase: true,
  },
  ...['/api/favourites*', '/api/likes*'].map((path): Row => ({
    path,
    target: 'catalogue',
    timeoutMs: 5_000,
    ...WRITE_LIMIT,
    ...READS,
  })),
  { path: '/api/models*', target: 'catalogue', timeoutMs: 10_000, ...WRITE_LIMIT, ...READS, body: MODEL },
  {
    path: '/api/affiliates/:slug/models*',
    target: 'catalogue',
    timeoutMs: 10_000,
    ...WRITE_LIMIT,
    ...READS,
    body: MODEL,
  },
  ...[
    '/api/affiliates/:slug/verify',
    '/api/affiliates/:slug/change-password',
    '/api/affiliates/:slug/reauthenticate',
  ].map((path): Row => ({
    path,
    target: 'affiliate',
    timeoutMs: 10_000,
    ...WRITE_LIMIT,
    ...PASSWORDS,
    isLowerCase: true,
  })),
  {
    path: '/api/affiliates/:slug',
    target: 'affiliate',
    timeoutMs: 10_000,
    ...WRITE_LIMIT,
    ...READS,
    isLowerCase: true,
  },
  { path: '/api/payouts*', target: 'affiliate', timeoutMs: 10_000, ...WRITE_LIMIT, ...READS },
  { path: '/api/affiliates*', target: 'affiliate', timeoutMs: 10_000, ...WRITE_LIMIT, ...READS },
  { path: '/api/visits', target: 'affiliate', timeoutMs: 5_000, ...WRITE_LIMIT, ...READS },
  { path: '/api/upload/*', target: 'media', timeoutMs: 120_000, ...WRITE_LIMIT, body: 'streamed' },
  ...['/uploads/public/:id/:size.webp', '/uploads/blur/:id.webp'].map((path): Row => ({
    path,
    target: 'media',
    timeoutMs: 15_000,
    ...READ_LIMIT,
    methods: GET,
    cached: true,
  })),
  // Media may apply the lock of a picture later than the gateway, and serve a request in between.
  {
    path: '/uploads/items/:id/:size.webp',
    target: 'media',
    timeoutMs: 15_000,
    ...READ_LIMIT,
    methods: GET,
    cached: true,
    cachedForMs: 5_000,
  },
  { path: '/uploads/*', target: 'media', timeoutMs: 15_000, ...READ_LIMIT, ...DOWNLOADS },
  ...MICROFRONTENDS.map((name): Row => ({
    path: `/remotes/${name}/*`,
    target: remoteOf(name),
    timeoutMs: 5_000,
    ...READ_LIMIT,
    strip: `/remotes/${name}`,
  })),
  { ...shell, path: '/assets/*', methods: GET },
  ...[...SITE_FILES, SERVICE_WORKER_PATH, OFFLINE_PATH].map((path): Row => ({ ...shell, path, methods: GET })),
  ...['/sitemap.xml', '/sitemap-:part.xml'].map((path): Row => ({
    ...shell,
    path,
    methods: GET,
    cached: true,
    ...RENDERS,
  })),
  { ...shell, path: decodeURIComponent(liveCalendarPath(':modelSlug')), methods: GET, isLowerCase: true, ...READS },
  ...pages,
  // All missing pages share one document: an unknown address costs no render and no memory of its own.
  { ...shell, path: '*', methods: GET, cached: true, rewrite: notFoundPath('page'), ...RENDERS },
];

/**
 * Returns the rows of these services, the most specific first. A service without a row in the table serves the calls below its
 * name.
 */
export const rowsFor = (services: readonly ServiceName[]): readonly Row[] => [
  ...services
    .filter((name) => TABLE.every(({ target }) => target !== name))
    .map((name): Row => ({ path: `/api/${name}/*`, target: name, timeoutMs: 10_000, ...WRITE_LIMIT, ...READS })),
  ...TABLE,
];
export const ROWS = rowsFor(SERVICE_NAMES);

/** Returns the body limits of a row, or the default ones. */
export const bodyLimitsOf = ({ body = SMALL }: Row): BodyLimits | 'streamed' => body;

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/.]+').replace(/\/\*$/, '(?:/.*)?').replace(/\*$/, '.*')}$`,
  );

const isApi = (path: string): boolean => path === '/api' || path.startsWith('/api/');

/** Result of a row lookup. */
export type Match =
  { kind: 'row'; row: Row } | { kind: 'redirect'; path: string } | { kind: 'none'; allowedMethods: readonly string[] };

/** Finds the row of a request by its canonical path. Unknown calls below /api have no row; they never fall through to the shell. */
export const createMatcher = (rows: readonly Row[]) => {
  const compiled = rows.map((row) => ({ row, pattern: patternOf(row.path) }));
  const rowOf = (method: string, path: string): Row | undefined => {
    const row = compiled.find(
      ({ row, pattern }) => pattern.test(path) && (!row.methods || row.methods.includes(method)),
    )?.row;
    return row && isApi(path) && row.target === 'shell' ? undefined : row;
  };
  return (method: string, path: string): Match => {
    const lowerCase = lowerCasePath(path);
    if (lowerCase !== path) {
      const row = rowOf(method, lowerCase);
      if (row?.isLowerCase) return { kind: 'redirect', path: lowerCase };
    }
    const row = rowOf(method, path);
    if (row) return { kind: 'row', row };
    const allowedMethods = isApi(path)
      ? []
      : [...new Set(compiled.filter(({ pattern }) => pattern.test(path)).flatMap((one) => one.row.methods ?? []))];
    return { kind: 'none', allowedMethods };
  };
};
