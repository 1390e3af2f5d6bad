import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { PasskeyAssertion, PasskeyRegistration } from 'contracts/second-factor';

const USER_PRESENT = 0x01;
const ATTESTED = 0x40;
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();
const uint = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** Creates an authenticator with one ES256 key and a browser's responses (WebAuthn Level 3, 6.1 and 6.5). */
export const createAuthenticator = ({ origin, rpId }: { origin: string; rpId: string }) => {
  const credentialId = randomBytes(16);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  /** COSE_Key (RFC 9053): kty EC2, alg ES256, crv P-256, x, y. */
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
  let signatures = 0;

  const credential = {
    id: credentialId.toString('base64url'),
    rawId: credentialId.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  };
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (flags: number, attested: Uint8Array = Buffer.alloc(0)) =>
    Buffer.concat([sha256(rpId), uint(flags, 1), uint(signatures, 4), attested]);
  return {
    register: (challenge: string): PasskeyRegistration => {
      const authData = authenticatorData(
        USER_PRESENT | ATTESTED,
        Buffer.concat([Buffer.alloc(16), uint(credentialId.length, 2), credentialId, coseKey]),
      );
      const attestationObject = Buffer.from(
        isoCBOR.encode(
          new Map<string, unknown>([
            ['fmt', 'none'],
            ['attStmt', new Map()],
            ['authData', new Uint8Array(authData)],
          ]) as Parameters<typeof isoCBOR.encode>[0],
        ),
      ).toString('base64url');
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject,
          transports: ['internal'],
        },
      };
    },
    /** @param count signature counter; a copy of the key would have another */
    sign: (challenge: string, count = signatures + 1): PasskeyAssertion => {
      signatures = count;
      const client = clientData('webauthn.get', challenge);
      const authData = authenticatorData(USER_PRESENT);
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
};
