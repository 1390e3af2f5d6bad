import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import type { Enrolment, PasskeyAssertion, PasskeyRegistration, SecondStep } from 'contracts/second-factor';
import { ApiError, messageOf } from 'web-kit/api';

const NO_RESPONSE = 'La clé d’accès n’a pas répondu. Réessayez, ou choisissez un autre moyen.';

// The contracts declare what the server reads of these objects; their other fields are between the library and the browser.

/** Lets the browser make a passkey. @throws WebAuthnError where the person or the authenticator declines */
export const makePasskey = async (options: Enrolment['passkey']): Promise<PasskeyRegistration> =>
  (await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  })) as PasskeyRegistration;

/** Lets a passkey sign the challenge. @throws WebAuthnError where the person or the authenticator declines */
export const signByPasskey = async (options: NonNullable<SecondStep['passkey']>): Promise<PasskeyAssertion> =>
  (await startAuthentication({
    optionsJSON: options,
  })) as PasskeyAssertion;

/** The sentence for a failure of the browser (refused, timed out, wrong host), or of the call that followed. */
export const passkeyFailureText = (error: unknown): string => {
  if (error instanceof ApiError) return messageOf(error);
  return error instanceof Error && error.name === 'InvalidStateError'
    ? 'Cet appareil a déjà une clé d’accès pour ce panneau.'
    : NO_RESPONSE;
};
