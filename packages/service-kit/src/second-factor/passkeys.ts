import { createHash } from 'node:crypto';
import { CHALLENGE_SECONDS } from 'contracts/second-factor';
import type { PasskeyAssertion, PasskeyRegistration } from 'contracts/second-factor';
import { AppError } from '../errors.ts';

/** Site for which passkeys are created: from the configuration, never from a request. */
export interface RelyingParty {
  /** Public address; its host is the RP ID. */
  url: string;
  title: string;
}

/** A stored passkey. */
export interface Passkey {
  credentialId: string;
  publicKey: Uint8Array;
  /** Number of signatures, when the authenticator counts them; else 0. */
  counter: number;
  transports: string[];
}

/** EdDSA, ES256, RS256 (COSE), which authenticators support; the library's default adds one that is still experimental in Node. */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = CHALLENGE_SECONDS * 1000;

/** Loaded by the first use of a passkey: most processes never need it, and it costs 25 MB and 0.1 s of a start. */
const webAuthn = () => import('@simplewebauthn/server');

const rejected = (cause?: unknown) => new AppError('PASSKEY_REJECTED', { cause });

/**
 * Creates and verifies passkeys (WebAuthn Level 3). They follow a password, so user presence suffices: the authenticator need not
 * verify the user.
 */
export const createPasskeys = ({ url, title }: RelyingParty) => {
  const { origin, hostname } = new URL(url);
  const descriptors = (passkeys: readonly Passkey[]) =>
    passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports }));
  return {
    /** Returns options for a new passkey. @param existingPasskeys excluded, so that an authenticator creates no second one */
    registrationOptions: async ({
      subject,
      account,
      existingPasskeys,
    }: {
      subject: string;
      account: string;
      existingPasskeys: readonly Passkey[];
    }) =>
      (await webAuthn()).generateRegistrationOptions({
        rpName: title,
        rpID: hostname,
        userName: account,
        userDisplayName: account,
        userID: new Uint8Array(createHash('sha256').update(subject).digest()),
        timeout: TIMEOUT_MS,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: descriptors(existingPasskeys),
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
      }),
    /** Returns the new passkey. @throws AppError PASSKEY_REJECTED */
    register: async (response: PasskeyRegistration, challenge: string): Promise<Passkey> => {
      const { verifyRegistrationResponse } = await webAuthn();
      const { registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: hostname,
        requireUserVerification: false,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch((cause: unknown) => {
        throw rejected(cause);
      });
      if (!registrationInfo) throw rejected();
      const { id, publicKey, counter } = registrationInfo.credential;
      return { credentialId: id, publicKey, counter, transports: response.response.transports ?? [] };
    },
    assertionOptions: async (passkeys: readonly Passkey[]) =>
      (await webAuthn()).generateAuthenticationOptions({
        rpID: hostname,
        allowCredentials: descriptors(passkeys),
        timeout: TIMEOUT_MS,
        userVerification: 'discouraged',
      }),
    /** Returns the passkey's new counter. @throws AppError PASSKEY_REJECTED, also when the counter shows a cloned authenticator */
    verify: async (
      response: PasskeyAssertion,
      challenge: string,
      { credentialId, publicKey, counter, transports }: Passkey,
    ): Promise<number> => {
      const credential = { id: credentialId, publicKey: new Uint8Array(publicKey), counter, transports };
      const { verifyAuthenticationResponse } = await webAuthn();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: hostname,
        credential,
        requireUserVerification: false,
      }).catch((cause: unknown) => {
        throw rejected(cause);
      });
      if (!verified) throw rejected();
      return authenticationInfo.newCounter;
    },
  };
};
export type Passkeys = ReturnType<typeof createPasskeys>;
