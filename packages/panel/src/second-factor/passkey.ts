import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import type { Enrolment, PasskeyAssertion, PasskeyRegistration, SecondStep } from 'contracts/second-factor';
import { ApiError, messageOf } from 'web-kit/api';

const NO_RESPONSE = 'La clé d’accès n’a pas répondu. Réessayez, ou choisissez un autre moyen.';

// The contracts declare only the fields that the server reads; the others stay between the library and the browser.

/** Creates a passkey in the browser. @throws WebAuthnError where the user or the authenticator declines */
export const makePasskey = async (options: Enrolment['passkey']): Promise<PasskeyRegistration> =>
  (await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  })) as PasskeyRegistration;

/** Signs the challenge with a passkey. @throws WebAuthnError where the user or the authenticator declines */
export const signByPasskey = async (options: NonNullable<SecondStep['passkey']>): Promise<PasskeyAssertion> =>
  (await startAuthentication({
    optionsJSON: options,
  })) as PasskeyAssertion;

/** Returns the sentence for a failure of the browser (denied, timed out, wrong host) or of the call that followed. */
export const passkeyFailureText = (error: unknown): string => {
  if (error instanceof ApiError) return messageOf(error);
  return error instanceof Error && error.name === 'InvalidStateError'
    ? 'Cet appareil a déjà une clé d’accès pour ce panneau.'
    : NO_RESPONSE;
};
