import { amqpAddress, flag, httpAddress, isHttp, processSettings, secret } from 'service-kit/config';
import { z } from 'zod';
import { TARGETS } from './routes.ts';
import type { Target } from './routes.ts';

/** Name of the variable with the address of a target: IDENTITY_URL, REMOTE_ADMIN_URL. */
type AddressVariable<Name extends Target = Target> = Name extends `mf-${infer Remote}`
  ? `REMOTE_${Uppercase<Remote>}_URL`
  : `${Uppercase<Name>}_URL`;
const addressVariableOf = (target: Target) =>
  `${target.replace(/^mf-/, 'remote_').toUpperCase()}_URL` as AddressVariable;
const addresses = Object.fromEntries(TARGETS.map((target) => [addressVariableOf(target), httpAddress()])) as Record<
  AddressVariable,
  ReturnType<typeof httpAddress>
>;

const settings = z.object({
  ...processSettings,
  RABBIT_URL: amqpAddress(),
  PUBLIC_URL: httpAddress(),
  ...addresses,
  /** Number of proxies in front of the gateway whose X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  /** Multiplies all rate limits: load tests come from one address. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  /** Maximum number of open event streams, of all clients and of one client network. */
  LIVE_STREAMS: z.coerce.number().int().positive().default(5_000),
  LIVE_STREAMS_PER_ADDRESS: z.coerce.number().int().positive().default(50),
  /** Whether anonymous responses are cached; `npm run dev` disables this, so that saved changes show at once. */
  RESPONSE_CACHE: flag().default(true),
  /** Whether /api/docs and /api/openapi.json are served; by default not in production. */
  API_DOCS: flag().optional(),
  /** Seconds for which a CDN in front serves a response without revalidation; absent without a CDN. */
  CDN_MAX_AGE: z.coerce.number().int().positive().optional(),
  /** Address at which the CDN accepts purges of surrogate keys, in Fastly's format, and the token for it. */
  CDN_PURGE_URL: httpAddress().optional(),
  CDN_PURGE_TOKEN: secret().optional(),
});

/** Rejects a CDN without purges: it would serve hidden or deleted content. */
export const config = settings.superRefine(
  ({ NODE_ENV, CDN_MAX_AGE, CDN_PURGE_URL, CDN_PURGE_TOKEN, RESPONSE_CACHE }, context) => {
    if (CDN_MAX_AGE === undefined) return;
    const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (CDN_PURGE_URL === undefined) fault('CDN_PURGE_URL', 'is missing beside CDN_MAX_AGE');
    else if (NODE_ENV === 'production' && isHttp(CDN_PURGE_URL)) fault('CDN_PURGE_URL', 'must be https in production');
    if (CDN_PURGE_TOKEN === undefined) fault('CDN_PURGE_TOKEN', 'is missing beside CDN_MAX_AGE');
    if (!RESPONSE_CACHE) fault('RESPONSE_CACHE', 'must be true beside CDN_MAX_AGE');
  },
  // Also checked when other settings are invalid, so that one start reports all faults.
  { when: () => true },
);

/** Returns the settings of the CDN in front, or null. */
export const cdnOf = ({
  CDN_MAX_AGE,
  CDN_PURGE_URL,
  CDN_PURGE_TOKEN,
}: Pick<z.output<typeof config>, 'CDN_MAX_AGE' | 'CDN_PURGE_URL' | 'CDN_PURGE_TOKEN'>) =>
  CDN_MAX_AGE === undefined || CDN_PURGE_URL === undefined || CDN_PURGE_TOKEN === undefined
    ? null
    : { maxAgeSeconds: CDN_MAX_AGE, purgeUrl: CDN_PURGE_URL, purgeToken: CDN_PURGE_TOKEN };

/** Returns the address of each target. */
export const targetsOf = (settings: Readonly<Record<AddressVariable, string>>): Record<Target, string> =>
  Object.fromEntries(TARGETS.map((target) => [target, settings[addressVariableOf(target)]])) as Record<Target, string>;
