import { z } from 'zod';
import { givenPassword, id, password } from './fields.ts';

/** A place where an account is logged in, for the person whose account it is. */
export const sessionView = z.object({
  id,
  /** Browser and system in French ("Chrome sur Android"). */
  device: z.string(),
  created_at: z.iso.datetime(),
  /** Instant of the last renewal: a browser in use renews every few minutes. */
  last_used_at: z.iso.datetime(),
  /** Whether the call was made from it. */
  current: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;

/** A new password of a logged-in person; the old one excludes a stranger at an unlocked screen. */
export const passwordChange = z.object({ currentPassword: givenPassword, newPassword: password });
export type PasswordChange = z.infer<typeof passwordChange>;
