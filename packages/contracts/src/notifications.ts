import { z } from 'zod';
import { id } from './fields.ts';

/** Kinds of push messages, which are sealed for one browser. The page is built from the slug: an address is never received. */
export const PUSH_KINDS = ['live', 'content'] as const;
export type PushKind = (typeof PUSH_KINDS)[number];
export interface PushMessage {
  kind: PushKind;
  slug: string;
  name: string;
}

/** Models that one subscriber may be notified of. */
export const NOTIFIED_MODELS_MAX = 200;

/** A browser's push subscription (W3C Push API): where to send, and the keys that seal it. */
export const pushSubscription = z.object({
  endpoint: z.string().max(1_000),
  keys: z.object({
    /** An uncompressed point of P-256, and 16 bytes; both base64url. */
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
  /** The public VAPID key (RFC 8292); null: the site sends no push messages. */
  push_key: z.string().nullable(),
  devices: z.array(
    z.object({
      id,
      /** Browser and system in French ("Chrome sur Android"). */
      device: z.string(),
      created_at: z.iso.datetime(),
      /** Whether the call was made from it. */
      current: z.boolean(),
    }),
  ),
  models: z.array(modelNotifications.extend({ slug: z.string(), name: z.string() })),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;
