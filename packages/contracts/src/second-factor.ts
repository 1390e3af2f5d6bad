import { z } from 'zod';
import { id, text } from './fields.ts';

/** Second factors that a user can add: codes of an authenticator application (RFC 6238), or a passkey (WebAuthn). */
export const FACTOR_METHODS = ['totp', 'passkey'] as const;
export type FactorMethod = (typeof FACTOR_METHODS)[number];
/** Proofs that the second step of a login accepts; accounts with a factor also have recovery codes. */
export const PROOF_METHODS = [...FACTOR_METHODS, 'recovery'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

export const TOTP_DIGITS = 6;
export const RECOVERY_CODE_COUNT = 10;
/** Maximum number of factors per subject. */
export const MAX_FACTORS = 10;
/** Lifetime of a challenge after the password was accepted or an enrolment was started. */
export const CHALLENGE_SECONDS = 5 * 60;
/** Maximum number of attempts per challenge; afterwards the password is required again. */
export const CHALLENGE_ATTEMPTS = 5;

const base64url = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+$/);
const credentialId = base64url(1_400);
/** Large enough for any authenticator without attestation. */
const binary = base64url(8_000);
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.object({}),
};

/** RegistrationResponseJSON (WebAuthn Level 3, 5.1): the browser has created a passkey. */
export const passkeyRegistration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary,
    attestationObject: binary,
    transports: z
      .array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))
      .max(7)
      .optional()
      .catch(undefined),
  }),
});
export type PasskeyRegistration = z.output<typeof passkeyRegistration>;

/** AuthenticationResponseJSON (WebAuthn Level 3, 5.1): the passkey has signed a challenge. */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary,
    authenticatorData: binary,
    signature: binary,
    userHandle: binary.optional(),
  }),
});
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;

/** Options of the browser's WebAuthn calls (PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON). */
const passkeyOptions = z.looseObject({ challenge: z.string() });

/** Random single-use id of one step of a login or an enrolment. */
const challenge = base64url(43);
const totpCode = z
  .string('Code invalide')
  .transform((value) => value.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Le code contient 6 chiffres.'));
/** Recovery code: 120 bits in Crockford's Base32, with or without hyphens, in either case. */
const recoveryCode = z
  .string('Code de secours invalide')
  .max(100, 'Code de secours invalide')
  .transform((value) => value.toUpperCase().replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{24}$/, 'Code de secours invalide'));

/** Body of the second step of a login. */
export const secondFactorProof = z.object({
  challenge,
  proof: z.discriminatedUnion('method', [
    z.object({ method: z.literal('totp'), code: totpCode }),
    z.object({ method: z.literal('passkey'), assertion: passkeyAssertion }),
    z.object({ method: z.literal('recovery'), code: recoveryCode }),
  ]),
});
export type SecondFactorProof = z.output<typeof secondFactorProof>;

/** Offer of a new factor. Completing it proves that the application has the secret, or the browser the passkey. */
export const enrolment = z.object({
  challenge,
  secret: z.string(),
  /** otpauth://totp/..., for a QR code. */
  uri: z.string(),
  passkey: passkeyOptions,
});
export type Enrolment = z.output<typeof enrolment>;

const factorName = text(60, 'Le nom est trop long').pipe(z.string().min(1, 'Donnez un nom à cette méthode'));
/** Body that completes an enrolment. */
export const newFactor = z.object({
  challenge,
  factor: z.discriminatedUnion('method', [
    z.object({ method: z.literal('totp'), name: factorName, code: totpCode }),
    z.object({ method: z.literal('passkey'), name: factorName, registration: passkeyRegistration }),
  ]),
});
export type NewFactor = z.output<typeof newFactor>;

/** Response when the password was accepted and a second factor is required. */
export const secondStep = z.object({
  challenge,
  methods: z.array(z.enum(PROOF_METHODS)),
  /** null when the account has no passkey. */
  passkey: passkeyOptions.nullable(),
});
export type SecondStep = z.output<typeof secondStep>;

const openPanel = z.object({ ok: z.literal(true), token: z.string() });
/** Response to a panel login: a session, a request for the second factor, or a required enrolment of the first factor. */
export const panelLogin = z.union([
  openPanel,
  z.object({ ok: z.literal(true), secondFactor: secondStep }),
  z.object({ ok: z.literal(true), enrolment }),
]);
export type PanelLogin = z.output<typeof panelLogin>;
export const openedPanel = openPanel;

/** Recovery codes in plain text, returned only once. */
export const recoveryCodes = z.array(z.string());
/** Adding the first factor also returns recovery codes; null for every further factor. */
export const addedFactor = z.object({ ok: z.literal(true), recoveryCodes: recoveryCodes.nullable() });

/** The caller's own second factors. */
export const secondFactorView = z.object({
  /** Whether a factor is mandatory: the last one cannot be removed then. */
  required: z.boolean(),
  factors: z.array(
    z.object({
      id,
      method: z.enum(FACTOR_METHODS),
      name: z.string(),
      created_at: z.iso.datetime(),
      /** null when never used. */
      last_used_at: z.iso.datetime().nullable(),
    }),
  ),
  recovery_codes_left: z.number().int(),
});
export type SecondFactorView = z.output<typeof secondFactorView>;
export type FactorView = SecondFactorView['factors'][number];
