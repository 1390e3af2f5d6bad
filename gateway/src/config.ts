import { amqpAddress, flag, httpAddress, processSettings } from 'service-kit/config';
import { z } from 'zod';

export const config = z.object({
  ...processSettings,
  RABBIT_URL: amqpAddress(),
  PUBLIC_URL: httpAddress(),
  IDENTITY_URL: httpAddress(),
  CATALOGUE_URL: httpAddress(),
  MEDIA_URL: httpAddress(),
  AFFILIATE_URL: httpAddress(),
  BILLING_URL: httpAddress(),
  SHELL_URL: httpAddress(),
  REMOTE_PUBLIC_URL: httpAddress(),
  REMOTE_ADMIN_URL: httpAddress(),
  REMOTE_AFFILIATE_URL: httpAddress(),
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
