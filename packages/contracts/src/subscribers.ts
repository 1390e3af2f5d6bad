import { z } from 'zod';
import { email, firstName, lastName, password, text } from './fields.ts';
import { TEXTS } from './texts.ts';

/** What the links said by which the visitor came: sub1, sub2, sub5, and the partner page's ?affiliate=. */
export const trackingParams = z.object({
  clickId: text(200).optional(),
  affiliateParam: text(200).optional(),
  partnerAffiliate: text(200).optional(),
  fbPixelId: text(200).optional(),
});
export type TrackingParams = z.input<typeof trackingParams>;

/** The registration form without the age confirmation, which only the screen asks for. */
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
});

/** The fields of the registration screen; the first message becomes the toast "Erreur de validation". */
export const registrationForm = registration.pick({ firstName: true, lastName: true, email: true, password: true });
export type RegistrationForm = z.infer<typeof registrationForm>;

export const credentials = z.object({ email, password });
export type Credentials = z.infer<typeof credentials>;

export const forgottenPassword = z.object({ email });
/** On the home page, opens the dialog "Mot de passe oublié": mails link to it. */
export const FORGOT_PASSWORD_QUERY = 'connexion=oubli';

export const passwordReset = z.object({
  token: z.string(TEXTS.resetTokenMissing).min(1, TEXTS.resetTokenMissing).max(200, TEXTS.resetTokenInvalid),
  newPassword: password,
});
export const passwordResetForm = z
  .object({ newPassword: password, confirmation: z.string() })
  .refine((form) => form.newPassword === form.confirmation, { path: ['confirmation'], message: TEXTS.passwordsDiffer });

/** The person as the browser stores it. */
export const user = z.object({ email: z.string(), firstName: z.string(), lastName: z.string(), username: z.string() });
export type User = z.infer<typeof user>;

export const authAnswer = z.object({ token: z.string(), user });
export type AuthAnswer = z.infer<typeof authAnswer>;

/** What a person may change of itself. */
export const profileChange = z
  .object({
    firstName,
    lastName,
    username: text(50).pipe(z.string().min(2, 'Le pseudo doit contenir au moins 2 caractères')),
  })
  .partial();

export const SUBSCRIPTION_STATES = ['none', 'pending', 'active', 'grace', 'cancelled', 'expired', 'revoked'] as const;
/** paidUntil: ISO 8601 or null; telegramLink only for those who have paid. */
export const subscription = z.object({
  hasPaid: z.boolean(),
  state: z.enum(SUBSCRIPTION_STATES),
  paidUntil: z.string().nullable(),
  telegramLink: z.string().nullable(),
});
export type Subscription = z.infer<typeof subscription>;
