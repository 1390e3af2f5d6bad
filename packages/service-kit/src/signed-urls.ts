import { createHmac, timingSafeEqual } from 'node:crypto';
import { SIGNED_URL_SECONDS } from 'contracts/limits';

/** The first secret signs, all are accepted: signed addresses stay valid during a rotation. */
export type UrlSecrets = readonly [string, ...string[]];

/** Addresses signed within the same minute are equal, so that browsers can cache their content. */
const STEP_SECONDS = 60;

const signature = (secret: string, path: string, viewer: string, expires: number) =>
  createHmac('sha256', secret).update(`${path}\n${viewer}\n${expires}`).digest('base64url');

/**
 * Signs the path of a file (asset and rendition) for one viewer, see `viewerKey`.
 * @param seconds validity of the address
 */
export const signUrl = (
  [secret]: UrlSecrets,
  path: string,
  viewer: string,
  nowMs = Date.now(),
  seconds = SIGNED_URL_SECONDS,
): string => {
  const expires = Math.floor(nowMs / 1000 / STEP_SECONDS) * STEP_SECONDS + seconds;
  const query = new URLSearchParams({
    expires: String(expires),
    viewer,
    signature: signature(secret, path, viewer, expires),
  });
  return `${path}?${query.toString()}`;
};

const isEqual = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** Returns the viewer of a path signed with one of the secrets, or null when the signature is invalid or expired. */
export const signedViewer = (
  secrets: UrlSecrets,
  path: string,
  query: Record<string, unknown>,
  nowMs = Date.now(),
): string | null => {
  const { expires, viewer, signature: receivedSignature } = query;
  if (
    typeof expires !== 'string' ||
    typeof viewer !== 'string' ||
    typeof receivedSignature !== 'string' ||
    !/^\d{1,12}$/.test(expires)
  )
    return null;
  if (!secrets.some((secret) => isEqual(signature(secret, path, viewer, Number(expires)), receivedSignature)))
    return null;
  return Number(expires) * 1000 > nowMs ? viewer : null;
};
