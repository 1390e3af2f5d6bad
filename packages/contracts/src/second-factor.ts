import { z } from 'zod';
import { id, text } from './fields.ts';

/** Second factors that a person can add: codes of an authenticator application (RFC 6238), or a passkey (WebAuthn). */
export const FACTOR_METHODS = ['totp', 'passkey'] as const;
export type FactorMethod = (typeof FACTOR_METHODS)[number];
/** Proofs that the second step of a login accepts; recovery codes exist wherever there is a factor. */
export const PROOF_METHODS = [...FACTOR_METHODS, 'recovery'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

export const TOTP_DIGITS = 6;
export const RECOVERY_CODE_COUNT = 10;
/** Factors of one subject. */
export const MAX_FACTORS = 10;
/** Lifetime of a challenge after the right password, or after a factor was offered for enrolment. */
export const CHALLENGE_SECONDS = 5 * 60;
/** Proofs that one challenge accepts; then the password is required again. */
export const CHALLENGE_ATTEMPTS = 5;

const base64url = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+$/);
const credentialId = base64url(1_400);
/** Large enough for every authenticator without attestation. */
const binary = base64url(8_000);
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.object({}),
};

/** RegistrationResponseJSON (WebAuthn Level 3, 5.1): a browser has made a passkey. */
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

/** AuthenticationResponseJSON (WebAuthn Level 3, 5.1): a passkey has signed a challenge. */
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

/** Names one step of a login or of an enrolment; random, for one use. */
const challenge = base64url(43);
const totpCode = z
  .string('Code invalide')
  .transform((value) => value.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Le code contient 6 chiffres.'));
/** 120 bits in Crockford's alphabet, typed with or without hyphens, in either case. */
const recoveryCode = z
  .string('Code de secours invalide')
  .max(100, 'Code de secours invalide')
  .transform((value) => value.toUpperCase().replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{24}$/, 'Code de secours invalide'));

/** The second step of a login. */
export const secondFactorProof = z.object({
  challenge,
  proof: z.discriminatedUnion('method', [
    z.object({ method: z.literal('totp'), code: totpCode }),
    z.object({ method: z.literal('passkey'), assertion: passkeyAssertion }),
    z.object({ method: z.literal('recovery'), code: recoveryCode }),
  ]),
});
export type SecondFactorProof = z.output<typeof secondFactorProof>;

/** Offer of a new factor: the person proves with it that the application has the secret, or the browser the passkey. */
export const enrolment = z.object({
  challenge,
  secret: z.string(),
  /** otpauth://totp/..., for a QR code. */
  uri: z.string(),
  passkey: passkeyOptions,
});
export type Enrolment = z.output<typeof enrolment>;

const factorName = text(60, 'Le nom est trop long').pipe(z.string().min(1, 'Donnez un nom à cette méthode'));
/** Completes an enrolment. */
export const newFactor = z.object({
  challenge,
  factor: z.discriminatedUnion('method', [
    z.object({ method: z.literal('totp'), name: factorName, code: totpCode }),
    z.object({ method: z.literal('passkey'), name: factorName, registration: passkeyRegistration }),
  ]),
});
export type NewFactor = z.output<typeof newFactor>;

/** The password was right, and a factor has to follow. */
export const secondStep = z.object({
  challenge,
  methods: z.array(z.enum(PROOF_METHODS)),
  /** null without a passkey. */
  passkey: passkeyOptions.nullable(),
});
export type SecondStep = z.output<typeof secondStep>;

const openPanel = z.object({ ok: z.literal(true), token: z.string() });
/** The panel is open; or a factor has to follow; or, where a factor is required and there is none, one has to be added first. */
export const panelLogin = z.union([
  openPanel,
  z.object({ ok: z.literal(true), secondFactor: secondStep }),
  z.object({ ok: z.literal(true), enrolment }),
]);
export type PanelLogin = z.output<typeof panelLogin>;
export const openedPanel = openPanel;

/** Recovery codes in plain text, returned only once. */
export const recoveryCodes = z.array(z.string());
/** The first factor brings recovery codes along; null for every further one. */
export const addedFactor = z.object({ ok: z.literal(true), recoveryCodes: recoveryCodes.nullable() });

/** The second factors of a person, for that person. */
export const secondFactorView = z.object({
  /** The last one cannot be removed. */
  required: z.boolean(),
  factors: z.array(
    z.object({
      id,
      method: z.enum(FACTOR_METHODS),
      name: z.string(),
      created_at: z.iso.datetime(),
      /** null: not since it was added. */
      last_used_at: z.iso.datetime().nullable(),
    }),
  ),
  recovery_codes_left: z.number().int(),
});
export type SecondFactorView = z.output<typeof secondFactorView>;
export type FactorView = SecondFactorView['factors'][number];
