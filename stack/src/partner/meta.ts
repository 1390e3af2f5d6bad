import express, { Router } from 'express';
import { z } from 'zod';

const DAY_SECONDS = 24 * 60 * 60;
const MAX_AGE_SECONDS = 7 * DAY_SECONDS;
const hash = z.string().regex(/^[\da-f]{64}$/);

/** Fields that the API requires of a website event. */
const conversion = z.object({
  event_name: z.string().min(1),
  event_time: z.number().int(),
  event_id: z.string().min(1),
  action_source: z.literal('website'),
  event_source_url: z.url(),
  user_data: z.object({
    em: z.array(hash).min(1),
    external_id: z.array(hash).min(1),
    client_user_agent: z.string().min(1),
  }),
  custom_data: z.object({ value: z.number(), currency: z.string().length(3) }).optional(),
});
type Conversion = z.output<typeof conversion> & { pixel: string };

const call = z.object({ data: z.array(conversion).min(1), access_token: z.string().min(1) });

/**
 * Creates a fake of Meta's Conversions API for demo and tests: lists everything received, including repetitions, at
 * `/api/conversions`.
 */
export const createMeta = (clock: () => number = Date.now) => {
  const conversions: Conversion[] = [];
  const router = Router();
  router.post('/meta/:pixel/events', express.json(), (request, response) => {
    const parsed = call.safeParse(request.body);
    const now = clock() / 1_000;
    const isTimely = parsed.data?.data.every(
      ({ event_time: at }) => at <= now + DAY_SECONDS && now - at < MAX_AGE_SECONDS,
    );
    if (!parsed.success || !isTimely) {
      response.status(400).json({ error: { message: 'Invalid parameter', type: 'OAuthException', code: 100 } });
      return;
    }
    const { pixel } = request.params;
    conversions.push(...parsed.data.data.map((event) => ({ ...event, pixel })));
    response.json({ events_received: parsed.data.data.length, messages: [], fbtrace_id: 'double' });
  });
  router.get('/api/conversions', (_request, response) => void response.json(conversions));
  return { router };
};
