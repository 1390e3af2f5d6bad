import { z } from 'zod';
import { operation } from '../operation.ts';
import { ok } from './shapes.ts';

/** Parameter of the home page with which the link of a mail unsubscribes from reminders. */
export const STOP_REMINDER_PARAMETER = 'rappel';

/** `unavailable`: already sent, the subscriber has paid, or consent was withdrawn. */
const reminderStates = ['available', 'requested', 'unavailable'] as const;

export const getReminder = operation({
  id: 'getReminder',
  service: 'identity',
  method: 'GET',
  path: '/api/auth/reminder',
  roles: ['subscriber'],
  summary: 'Whether the one reminder of an open payment can be requested, or waits',
  response: z.object({ state: z.enum(reminderStates) }),
  errors: [],
});

export const requestReminder = operation({
  id: 'requestReminder',
  service: 'identity',
  method: 'POST',
  path: '/api/auth/reminder',
  roles: ['subscriber'],
  summary: 'Consents to one mail a day later, if nothing was paid by then; a second request changes nothing',
  response: ok,
  errors: [],
});

export const stopReminder = operation({
  id: 'stopReminder',
  service: 'identity',
  method: 'POST',
  path: '/api/auth/reminder/stop',
  summary: 'Withdraws that consent by the link of the mail; the same response for a link that is none',
  body: z.object({ token: z.string().min(1).max(200) }),
  response: ok,
  errors: ['VALIDATION_FAILED'],
});
