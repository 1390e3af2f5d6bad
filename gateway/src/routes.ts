/** The services behind the gateway; each has its address in the configuration. */
export type Target = 'identity' | 'catalogue' | 'media' | 'affiliate' | 'billing' | 'shell' | 'remotePublic' | 'remoteAdmin' | 'remoteAffiliate';

export interface Row {
  /** Express-like notation: `:name` is one segment without a dot (files have one), a final `*` the rest (also nothing). */
  path: string;
  target: Target;
  /** Milliseconds without a byte from the service after which the answer is 504. */
  timeout: number;
  /** Requests a minute of one address. */
  limit: number;
  /** Requests that the service is asked at once. Absent where waiting is the work (uploads) or cheap. */
  inFlight?: number;
  /** Requests that may wait here for one of these places; more are refused with 503 at once. */
  waiting?: number;
  /** Only for these methods; the others fall to a later row. */
  methods?: readonly string[];
  /** Anonymous GET answers are kept until an event changes them (see `cache-keys.ts`), a minute at most. */
  cached?: true;
  /** Milliseconds, where a minute is too long. */
  keptFor?: number;
  /** Cut off the front of the path before it is passed on. */
  strip?: string;
}

const READ = 20_000;
const WRITE = 1_200;
const CREDENTIALS = 600;
/** Reads take some milliseconds each: more at once are not sooner done, and more in line are late already. */
const READS = { inFlight: 16, waiting: 48 };
/** Whoever registers is about to pay: rather late than not. */
const REGISTRATIONS = { inFlight: 8, waiting: 120 };
/** Whether somebody has paid is asked for by every page they open: the last to be refused. */
const ENTITLEMENTS = { inFlight: 16, waiting: 240 };
/**
 * A password takes a core for 10 ms and 12 MiB (service-kit/passwords): as many at once as a service has threads for them, more
 * would only share their caches; those in line wait some tenths of a second. Fewer than an account has attempts
 * (identity/attempts): they count until they have succeeded.
 */
const CREDENTIALS_IN_TURN = { inFlight: 4, waiting: 28 };

/** Who serves which path, the most specific first (design, section 2). */
export const ROWS: readonly Row[] = [
  { path: '/api/auth/check-payment', target: 'billing', timeout: 5_000, limit: READ, ...ENTITLEMENTS },
  { path: '/api/subscription', target: 'billing', timeout: 5_000, limit: READ, ...ENTITLEMENTS },
  { path: '/api/postbacks/*', target: 'billing', timeout: 10_000, limit: READ },
  { path: '/redirect/payment*', target: 'billing', timeout: 10_000, limit: WRITE },
  { path: '/api/auth/register', target: 'identity', timeout: 10_000, limit: CREDENTIALS, ...REGISTRATIONS },
  ...['/api/auth/login', '/api/auth/reset-password', '/api/admin/verify'].map((path): Row => ({ path, target: 'identity', timeout: 10_000, limit: CREDENTIALS, ...CREDENTIALS_IN_TURN })),
  { path: '/api/auth/*', target: 'identity', timeout: 10_000, limit: CREDENTIALS, ...READS },
  { path: '/api/admin/*', target: 'identity', timeout: 10_000, limit: CREDENTIALS, ...READS },
  { path: '/api/models', target: 'catalogue', timeout: 5_000, limit: READ, ...READS, methods: ['GET', 'HEAD'], cached: true },
  { path: '/api/models/:slug', target: 'catalogue', timeout: 5_000, limit: READ, ...READS, methods: ['GET', 'HEAD'], cached: true },
  { path: '/api/models*', target: 'catalogue', timeout: 10_000, limit: WRITE, ...READS },
  { path: '/api/affiliates/:slug/models*', target: 'catalogue', timeout: 10_000, limit: WRITE, ...READS },
  { path: '/api/affiliates/:slug/verify', target: 'affiliate', timeout: 10_000, limit: WRITE, ...CREDENTIALS_IN_TURN },
  { path: '/api/affiliates*', target: 'affiliate', timeout: 10_000, limit: WRITE, ...READS },
  { path: '/api/upload/*', target: 'media', timeout: 120_000, limit: WRITE },
  ...['/uploads/public/:id/:size.webp', '/uploads/blur/:id.webp'].map((path): Row => ({ path, target: 'media', timeout: 15_000, limit: READ, methods: ['GET', 'HEAD'], cached: true })),
  // Media may hear later than the gateway that a picture has been locked, and be asked for it in between.
  { path: '/uploads/items/:id/:size.webp', target: 'media', timeout: 15_000, limit: READ, methods: ['GET', 'HEAD'], cached: true, keptFor: 5_000 },
  { path: '/uploads/*', target: 'media', timeout: 15_000, limit: READ },
  { path: '/remotes/public/*', target: 'remotePublic', timeout: 5_000, limit: READ, strip: '/remotes/public' },
  { path: '/remotes/admin/*', target: 'remoteAdmin', timeout: 5_000, limit: READ, strip: '/remotes/admin' },
  { path: '/remotes/affiliate/*', target: 'remoteAffiliate', timeout: 5_000, limit: READ, strip: '/remotes/affiliate' },
  { path: '/', target: 'shell', timeout: 5_000, limit: READ, methods: ['GET', 'HEAD'], cached: true },
  { path: '/sitemap.xml', target: 'shell', timeout: 5_000, limit: READ, methods: ['GET', 'HEAD'], cached: true },
  { path: '/partner/:slug', target: 'shell', timeout: 5_000, limit: READ, methods: ['GET', 'HEAD'], cached: true },
  { path: '/:modelSlug', target: 'shell', timeout: 5_000, limit: READ, methods: ['GET', 'HEAD'], cached: true },
  { path: '/:modelSlug/live', target: 'shell', timeout: 5_000, limit: READ, methods: ['GET', 'HEAD'], cached: true },
  { path: '*', target: 'shell', timeout: 5_000, limit: READ },
];

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/.]+').replace(/\/\*$/, '(?:/.*)?').replace(/\*$/, '.*')}$`);

/**
 * Finds the row of a request. Under /api nothing falls through to the shell: unknown calls have no row.
 * @param path without its query
 */
export const createMatcher = (rows: readonly Row[]) => {
  const compiled = rows.map((row) => ({ row, pattern: patternOf(row.path) }));
  return (method: string, path: string): Row | undefined => {
    const found = compiled.find(({ row, pattern }) => pattern.test(path) && (!row.methods || row.methods.includes(method)))?.row;
    const isApi = path === '/api' || path.startsWith('/api/');
    return found && isApi && found.target === 'shell' ? undefined : found;
  };
};
