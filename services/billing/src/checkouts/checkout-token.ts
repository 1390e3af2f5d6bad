import { createHash, createSecretKey, hkdfSync } from 'node:crypto';
import type { webcrypto } from 'node:crypto';
import { CompactSign, compactVerify, decodeProtectedHeader, errors } from 'jose';
import type { PartnerKeys } from '../postbacks/partner-keys.ts';

/** Checkout as signed in sub4, so that its postback needs no stored row. */
export interface CheckoutClaim {
  subscriberId: string;
  /** Model of the registration; null when unknown. */
  modelId: string | null;
  /** Credited affiliate; null for none. */
  affiliateId: string | null;
}

/** Returned sub4: the checkout's reference, and its claims if the signature is valid. */
export interface ReturnedCheckout {
  reference: string;
  claim: CheckoutClaim | null;
}

const ALGORITHM = 'HS256';
const KEY_ID = /^[\w-]{6}$/;
/** Matches the 32 bytes of a signature at the end. */
const SIGNED = /\.[\w-]{43}$/;

/** First byte of the payload; each layout has its own number. */
const VERSION = 1;
export const REFERENCE_BYTES = 18;
const REFERENCE = new RegExp(`^[\\w-]{${(REFERENCE_BYTES / 3) * 4}}$`);
const UUID_BYTES = 16;
const PAYLOAD_BYTES = 1 + REFERENCE_BYTES + 3 * UUID_BYTES;
const NIL = Buffer.alloc(UUID_BYTES);

const bytesOf = (uuid: string | null): Buffer => (uuid ? Buffer.from(uuid.replaceAll('-', ''), 'hex') : NIL);
const uuidOf = (bytes: Buffer): string | null =>
  bytes.equals(NIL) ? null : bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const payloadOf = (reference: string, { subscriberId, modelId, affiliateId }: CheckoutClaim): Buffer =>
  Buffer.concat([
    Buffer.from([VERSION]),
    Buffer.from(reference, 'base64url'),
    ...[subscriberId, modelId, affiliateId].map(bytesOf),
  ]);

/** Parses a payload of this layout; returns null for any other. */
const parsed = (payload: Buffer): ReturnedCheckout | null => {
  if (payload.length !== PAYLOAD_BYTES || payload[0] !== VERSION) return null;
  const idAt = (index: number) => {
    const start = 1 + REFERENCE_BYTES + index * UUID_BYTES;
    return uuidOf(payload.subarray(start, start + UUID_BYTES));
  };
  const subscriberId = idAt(0);
  return {
    reference: payload.subarray(1, 1 + REFERENCE_BYTES).toString('base64url'),
    claim: subscriberId === null ? null : { subscriberId, modelId: idAt(1), affiliateId: idAt(2) },
  };
};

/** Returns a checkout's reference, else '': an unfilled macro would be the same in all of the partner's calls. */
export const checkoutReference = (reference: string): string => (REFERENCE.test(reference) ? reference : '');

/** Derives the signature keys from the partners' keys (HKDF, RFC 5869): one rotation replaces both. */
const deriveKeys = (partnerKeys: PartnerKeys): ReadonlyMap<string, webcrypto.CryptoKey> =>
  new Map(
    Object.values(partnerKeys)
      .flat()
      .map((secret) => {
        const key = new Uint8Array(hkdfSync('sha256', secret, '', 'checkout token', 32));
        return [
          createHash('sha256').update(key).digest('base64url').slice(0, 6),
          // Otherwise jose would import the key for each postback.
          createSecretKey(key).toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']),
        ];
      }),
  );

/**
 * Signs and reads sub4: a compact JWS (RFC 7515, HS256) of 175 URL-safe characters. The payload is binary, to stay below the 200
 * characters that postbacks have always accepted (docs/domain.md#payment-link).
 * @throws when there is no key
 */
export const createCheckoutTokens = (partnerKeys: PartnerKeys) => {
  const keys = deriveKeys(partnerKeys);
  const [signer] = keys;
  if (!signer) throw new Error('POSTBACK_KEYS has no key to sign checkouts with');
  const [signerId, signerKey] = signer;

  const read = async (sub4: string): Promise<ReturnedCheckout> => {
    // Former versions sent the bare reference.
    const opaque = { reference: sub4, claim: null };
    const [, encoded = ''] = sub4.split('.');
    const stated = parsed(Buffer.from(encoded, 'base64url'));
    if (!stated) return opaque;
    try {
      const { alg, kid = '' } = decodeProtectedHeader(sub4);
      const key = keys.get(kid);
      // The key was dropped since the signature, which a renewal may carry for years: the reference identifies the row, like a bare
      // one.
      if (!key) return alg === ALGORITHM && SIGNED.test(sub4) && KEY_ID.test(kid) ? { ...stated, claim: null } : opaque;
      await compactVerify(sub4, key, { algorithms: [ALGORITHM] });
      return stated;
    } catch (error) {
      // Forged or altered: no checkout has it as its reference.
      if (error instanceof errors.JOSEError || error instanceof TypeError) return opaque;
      throw error;
    }
  };

  return {
    sign: (reference: string, claim: CheckoutClaim): Promise<string> =>
      new CompactSign(payloadOf(reference, claim))
        .setProtectedHeader({ alg: ALGORITHM, kid: signerId })
        .sign(signerKey),
    read,
  };
};
export type CheckoutTokens = ReturnType<typeof createCheckoutTokens>;
