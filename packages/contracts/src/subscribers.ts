import { z } from 'zod';
import { email, firstName, givenPassword, lastName, password, text, visibleName } from './fields.ts';
import { NAME_LENGTH } from './limits.ts';
import { TEXTS } from './texts.ts';

/** Affiliate named in a link; case-insensitive, as in paths. */
const namedAffiliate = text(200)
  .transform((slug) => slug.toLowerCase())
  .optional();

/** Attribution parameters of the visitor's link: sub1, sub2, sub5, and ?affiliate= of the partner page. */
export const trackingParams = z.object({
  clickId: text(200).optional(),
  affiliateParam: namedAffiliate,
  partnerAffiliate: namedAffiliate,
  fbPixelId: text(200).optional(),
});
export type TrackingParams = z.input<typeof trackingParams>;

/** Registration form without the age confirmation, which only the screen requires. */
export const registration = z.object({
  firstName,
  lastName,
  email,
  password,
  trackingParams: trackingParams.nullish().transform((value) => value ?? {}),
  modelSlug: z
    .string()
    .trim()
    .nullish()
    .transform((value) => value ?? ''),
  /**
   * Consent to report the registration to the ad platform of the pixel in `trackingParams`; absent: not given
   * (docs/domain.md#ad-conversions).
   */
  adConsent: z.boolean().optional(),
});

/** Fields of the registration screen; the first message becomes the toast "Erreur de validation". */
export const registrationForm = registration.pick({ firstName: true, lastName: true, email: true, password: true });
export type RegistrationForm = z.infer<typeof registrationForm>;

export const credentials = z.object({ email, password });
export type Credentials = z.infer<typeof credentials>;

export const forgottenPassword = z.object({ email });

export const passwordReset = z.object({
  token: z.string(TEXTS.resetTokenMissing).min(1, TEXTS.resetTokenMissing).max(200, TEXTS.resetTokenInvalid),
  newPassword: password,
});
export const passwordResetForm = z
  .object({ newPassword: password, confirmation: z.string() })
  .refine((form) => form.newPassword === form.confirmation, { path: ['confirmation'], message: TEXTS.passwordsDiffer });

/** New address; requiring the password protects an unlocked screen. */
export const emailChange = z.object({ newEmail: email, currentPassword: givenPassword });
export type EmailChange = z.infer<typeof emailChange>;
/** Token of a link that confirms a new address. */
export const emailConfirmation = z.object({
  token: z.string(TEXTS.emailLinkInvalid).min(1, TEXTS.emailLinkInvalid).max(200, TEXTS.emailLinkInvalid),
});

/** User as the browser stores it. */
export const user = z.object({ email: z.string(), firstName: z.string(), lastName: z.string(), username: z.string() });
export type User = z.infer<typeof user>;

export const authResponse = z.object({ token: z.string(), user });
export type AuthResponse = z.infer<typeof authResponse>;

/** Names of a user, as the account page shows them. */
export const profileForm = z.object({
  firstName,
  lastName,
  username: text(50).pipe(
    visibleName({
      ...NAME_LENGTH,
      tooShort: 'Le pseudo doit contenir au moins 2 caractères',
      tooLong: 'Texte trop long',
    }),
  ),
});
export type ProfileForm = z.infer<typeof profileForm>;
/** Fields that users may change themselves. */
export const profileChange = profileForm.partial();

export const SUBSCRIPTION_STATES = ['none', 'pending', 'active', 'grace', 'cancelled', 'expired', 'revoked'] as const;
/** States in which locked content is open, until the end of the paid period and of a grace period. */
export const STATES_WITH_ACCESS: ReadonlySet<(typeof SUBSCRIPTION_STATES)[number]> = new Set([
  'active',
  'grace',
  'cancelled',
]);
/**
 * paidUntil: ISO 8601 or null. telegramLink: only for subscribers with access; isTelegramPending: the link will follow. modelSlug:
 * of the registration's model, null when it no longer exists. nextCharge: docs/domain.md#next-charge. checkoutNumber: of the last
 * opened payment page, for users without a payment. scheduledEnd: ISO 8601, when the scheduled cancellation of the current contract
 * takes effect; absent when none is scheduled.
 */
export const subscription = z.object({
  hasPaid: z.boolean(),
  state: z.enum(SUBSCRIPTION_STATES),
  paidUntil: z.string().nullable(),
  telegramLink: z.string().nullable(),
  isTelegramPending: z.boolean(),
  modelSlug: z.string().nullable(),
  nextCharge: z.object({ at: z.string(), amountCents: z.number().int(), currency: z.string() }).nullable(),
  checkoutNumber: z.string().nullable(),
  scheduledEnd: z.string().optional(),
});
export type Subscription = z.infer<typeof subscription>;
