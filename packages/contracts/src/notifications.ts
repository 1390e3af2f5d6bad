import { z } from 'zod';
import { id } from './fields.ts';

/** Kinds of push messages, each encrypted for one browser. The service worker builds the page's address from the slug. */
export const PUSH_KINDS = ['live', 'content'] as const;
export type PushKind = (typeof PUSH_KINDS)[number];
export interface PushMessage {
  kind: PushKind;
  slug: string;
  name: string;
}

/** Maximum number of models with notifications per subscriber. */
export const NOTIFIED_MODELS_MAX = 200;

/** Push subscription of a browser (W3C Push API): the endpoint, and the keys to encrypt for it. */
export const pushSubscription = z.object({
  endpoint: z.string().max(1_000),
  keys: z.object({
    /** Uncompressed P-256 point, and 16 bytes; both base64url. */
    p256dh: z.string().regex(/^B[\w-]{86}$/),
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
});
export type PushSubscriptionInput = z.infer<typeof pushSubscription>;

/** Notifications that a subscriber has chosen for one model. */
export const modelNotifications = z.object({
  live_push: z.boolean(),
  content_push: z.boolean(),
  live_mail: z.boolean(),
});
export type ModelNotifications = z.infer<typeof modelNotifications>;

export const notificationSettings = z.object({
  /** Public VAPID key (RFC 8292); null: push messages are disabled. */
  push_key: z.string().nullable(),
  devices: z.array(
    z.object({
      id,
      /** Browser and operating system in French ("Chrome sur Android"). */
      device: z.string(),
      created_at: z.iso.datetime(),
      /** Whether this browser made the call. */
      current: z.boolean(),
    }),
  ),
  models: z.array(modelNotifications.extend({ slug: z.string(), name: z.string() })),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;
