import { z } from 'zod';
import { givenPassword, id, password } from './fields.ts';

/** A device on which an account is logged in, for its owner. */
export const sessionView = z.object({
  id,
  /** Browser and operating system in French ("Chrome sur Android"). */
  device: z.string(),
  created_at: z.iso.datetime(),
  /** Instant of the last renewal: a browser in use renews every few minutes. */
  last_used_at: z.iso.datetime(),
  /** Whether the call came from this session. */
  current: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;

/** New password of a logged-in user; requiring the old one protects an unlocked screen. */
export const passwordChange = z.object({ currentPassword: givenPassword, newPassword: password });
export type PasswordChange = z.infer<typeof passwordChange>;
