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

/** The services behind the gateway; each has its address in the configuration. */
export const TARGETS = [...SERVICE_NAMES, 'shell' as const, ...MICROFRONTENDS.map(remoteOf)] as const;
export type Target = (typeof TARGETS)[number];

export interface Row {
  /** Express-like notation: `:name` is one segment without a dot (files have one), a final `*` the rest (also nothing). */
  path: string;
  target: Target;
  /** Time without a byte from the service after which the response is 504. */
  timeoutMs: number;
  /** Rate limit of one client address, for all rows of this target and limit together. */
  requestsPerMinute: number;
  /** Counts the row's requests apart from those of other rows. */
  limitKey?: string;
  /** Requests that the service handles at once. Absent where waiting is the work (uploads) or cheap. */
  inFlight?: number;
  /** Requests that may wait here for one of these slots; more are shed with 503 at once. */
  waiting?: number;
  /** Restricts the row to these methods; the others fall to a later row. */
  methods?: readonly string[];
  /** Limits of the body, which is read before the service is called; `streamed` passes it on as it arrives. */
  body?: BodyLimits | 'streamed';
  /** Anonymous GET responses are cached until an event invalidates them (see `cache-keys.ts`), a minute at most. */
  cached?: true;
  /** Lifetime of a cached response, where a minute is too long. */
  cachedForMs?: number;
  /** Removed from the front of the path before it is passed on. */
  strip?: string;
  /** Upstream path, where it differs from the client's. */
  rewrite?: string;
  /** True where the path consists of slugs and fixed segments, which have no upper case: another spelling is redirected. */
  isLowerCase?: true;
}

const READ_LIMIT = { requestsPerMinute: 20_000 };
const WRITE_LIMIT = { requestsPerMinute: 1_200 };
const CREDENTIALS_LIMIT = { requestsPerMinute: 600 };
const GET = ['GET', 'HEAD'] as const;

/** A form or a JSON call. */
const SMALL: BodyLimits = { maxBytes: 64 * 1024, deadlineMs: 10_000 };
/** A model with a thousand items takes about a tenth of this; the same limit as the services' (service-kit/http). */
const MODEL: BodyLimits = { maxBytes: 1024 * 1024, deadlineMs: 30_000 };

/** Reads take some milliseconds each: more at once are not sooner done, and more in line are late already. */
const READS = { inFlight: 16, waiting: 48 };
/** Rendering a page occupies a core. */
const RENDERS = { inFlight: 4, waiting: 60 };
/** A person who registers is about to pay: rather late than not. */
const REGISTRATIONS = { inFlight: 8, waiting: 120 };
/** Every page that a subscriber opens checks whether they have paid: the last to be shed. */
const ENTITLEMENTS = { inFlight: 16, waiting: 240 };
/**
 * A password takes a core for 10 ms and 12 MiB (service-kit/passwords): as many at once as a service has threads for them, more
 * would only share their caches. Fewer than an account has attempts (identity/attempts): they count until they have succeeded.
 */
const PASSWORDS = { inFlight: 4, waiting: 28 };

/** Fewer than the connections to a service (./upstream.ts): those who do not read what they have requested hold theirs for minutes. */
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
  // Streamed, so that the service checks the role before it reads as much.
  {
    path: '/api/postbacks/report',
    target: 'billing',
    timeoutMs: 60_000,
    ...CREDENTIALS_LIMIT,
    ...READS,
    body: 'streamed',
  },
  // A partner's burst and a visitor of the same network do not use up each other's limit.
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
  // Media may apply the lock of a picture later than the gateway, and receive a request for it in between.
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
  // One document for all: a page that does not exist costs no rendering and no memory of its own.
  { ...shell, path: '*', methods: GET, cached: true, rewrite: notFoundPath('page'), ...RENDERS },
];

/** Rows of these services, the most specific first. A service without a row in the table has the calls below its name. */
export const rowsFor = (services: readonly ServiceName[]): readonly Row[] => [
  ...services
    .filter((name) => TABLE.every(({ target }) => target !== name))
    .map((name): Row => ({ path: `/api/${name}/*`, target: name, timeoutMs: 10_000, ...WRITE_LIMIT, ...READS })),
  ...TABLE,
];
export const ROWS = rowsFor(SERVICE_NAMES);

/** Body limits of a row that names none. */
export const bodyLimitsOf = ({ body = SMALL }: Row): BodyLimits | 'streamed' => body;

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/.]+').replace(/\/\*$/, '(?:/.*)?').replace(/\*$/, '.*')}$`,
  );

const isApi = (path: string): boolean => path === '/api' || path.startsWith('/api/');

/** Result of the search for a row. */
export type Match =
  { kind: 'row'; row: Row } | { kind: 'redirect'; path: string } | { kind: 'none'; allowedMethods: readonly string[] };

/**
 * Finds the row of a request by its canonical path. Under /api nothing falls through to the shell: an unknown call has no row.
 */
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
