import { z } from 'zod';
import { modelNotifications, notificationSettings, pushSubscription } from '../notifications.ts';
import { operation } from '../operation.ts';
import { byId, byModelSlug, ok } from './shapes.ts';

const OF_SUBSCRIBERS = { service: 'identity', roles: ['subscriber'] } as const;

export const readNotifications = operation({
  ...OF_SUBSCRIBERS,
  id: 'readNotifications',
  method: 'GET',
  path: '/api/auth/notifications',
  summary: 'The subscriber’s devices with push messages, and the models that they are notified of',
  response: notificationSettings,
  errors: [],
});
export const addPushDevice = operation({
  ...OF_SUBSCRIBERS,
  id: 'addPushDevice',
  method: 'PUT',
  path: '/api/auth/notifications/device',
  summary: 'Sends push messages to the browser of this session until it logs out',
  body: pushSubscription,
  response: ok,
  errors: ['VALIDATION_FAILED', 'PUSH_REJECTED'],
});
export const removePushDevice = operation({
  ...OF_SUBSCRIBERS,
  id: 'removePushDevice',
  method: 'DELETE',
  path: '/api/auth/notifications/devices/:id',
  summary: 'Ends the push messages of one device; again changes nothing',
  params: byId,
  response: ok,
  errors: ['VALIDATION_FAILED'],
});
export const changeModelNotifications = operation({
  ...OF_SUBSCRIBERS,
  id: 'changeModelNotifications',
  method: 'PUT',
  path: '/api/auth/notifications/models/:slug',
  summary: 'Sets what the subscriber is notified of for one model',
  params: byModelSlug,
  body: modelNotifications,
  response: ok,
  errors: ['VALIDATION_FAILED', 'MODEL_NOT_FOUND', 'NOTIFICATIONS_LIMIT'],
});
export const unsubscribeFromMails = operation({
  id: 'unsubscribeFromMails',
  service: 'identity',
  method: 'POST',
  path: '/api/auth/unsubscribe',
  summary: 'Ends the mails about one model’s lives, by the link of such a mail; an unknown link responds the same',
  body: z.object({ token: z.string().max(100) }),
  response: ok,
  errors: ['VALIDATION_FAILED'],
});
