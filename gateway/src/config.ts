import { amqpAddress, flag, httpAddress, processSettings } from 'service-kit/config';
import { z } from 'zod';
import { TARGETS } from './routes.ts';
import type { Target } from './routes.ts';

/** Variable with the address of a target: IDENTITY_URL, REMOTE_ADMIN_URL. */
type AddressVariable<Name extends Target = Target> = Name extends `mf-${infer Remote}`
  ? `REMOTE_${Uppercase<Remote>}_URL`
  : `${Uppercase<Name>}_URL`;
const addressVariableOf = (target: Target) =>
  `${target.replace(/^mf-/, 'remote_').toUpperCase()}_URL` as AddressVariable;
const addresses = Object.fromEntries(TARGETS.map((target) => [addressVariableOf(target), httpAddress()])) as Record<
  AddressVariable,
  ReturnType<typeof httpAddress>
>;

export const config = z.object({
  ...processSettings,
  RABBIT_URL: amqpAddress(),
  PUBLIC_URL: httpAddress(),
  ...addresses,
  /** Proxies in front of the gateway whose X-Forwarded-For is believed. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  /** Multiplies the rate limits of the table: load tests come from one address. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  /** Open streams of server-sent events, of all clients and of one address. */
  LIVE_STREAMS: z.coerce.number().int().positive().default(5_000),
  LIVE_STREAMS_PER_ADDRESS: z.coerce.number().int().positive().default(50),
  /** Whether anonymous responses are cached; `npm run dev` turns it off, so that a saved change shows at once. */
  RESPONSE_CACHE: flag().default(true),
  /** Whether /api/docs and /api/openapi.json are served; by default not in production. */
  API_DOCS: flag().optional(),
});

/** Addresses of the targets. */
export const targetsOf = (settings: Readonly<Record<AddressVariable, string>>): Record<Target, string> =>
  Object.fromEntries(TARGETS.map((target) => [target, settings[addressVariableOf(target)]])) as Record<Target, string>;
