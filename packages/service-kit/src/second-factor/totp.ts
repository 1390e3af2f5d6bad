import { TOTP_DIGITS } from 'contracts/second-factor';
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** 160 bits, as RFC 4226 (section 4, R6) recommends. */
const SECRET_BYTES = 20;
/** Number of accepted time steps before and after the current one, for clock drift and typing time (RFC 6238, section 5.2). */
const WINDOW_STEPS = 1;
/** Parameters that every authenticator application supports; others are often ignored. */
const ALGORITHM = { algorithm: 'SHA1', digits: TOTP_DIGITS, period: PERIOD_SECONDS } as const;

/** Returns a new secret in Base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the otpauth URI of a secret, usually shown as a QR code. */
export const totpUri = (secret: string, { issuer, account }: { issuer: string; account: string }): string =>
  new TOTP({ ...ALGORITHM, issuer, label: account, secret }).toString();

/**
 * Returns the time step (RFC 6238, section 4.2) of a code, or null. The caller must accept each step only once.
 * @param nowMs milliseconds since 1970
 */
export const totpStep = (secret: string, code: string, nowMs: number): number | null => {
  const delta = TOTP.validate({
    ...ALGORITHM,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp: nowMs,
    window: WINDOW_STEPS,
  });
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp: nowMs }) + delta;
};
