import { createHash } from 'node:crypto';
import { AppError } from './errors.ts';
import type { Logger } from './logger.ts';

/** Response of a completed creation, as JSON. */
export type StoredResponse = unknown;

/** Outcome of claiming a key. */
export type Claim =
  | { kind: 'claimed' }
  | { kind: 'in progress' }
  | { kind: 'used for another request' }
  | { kind: 'completed'; response: StoredResponse };

/** Stores the claims of one service. A claim expires after CLAIM_LEASE_SECONDS, a response after IDEMPOTENCY_HOURS. */
export interface IdempotencyStore {
  /** Atomically claims a key for the request with this fingerprint, unless an unexpired claim or response exists. */
  claim: (key: string, fingerprint: string) => Promise<Claim>;
  complete: (key: string, response: StoredResponse) => Promise<void>;
  /** Releases a claim, so that the next request with the key is executed. */
  release: (key: string) => Promise<void>;
}

export const IDEMPOTENCY_HOURS = 24;
/** Longer than any creation takes: an older claim belongs to a crashed process. */
export const CLAIM_LEASE_SECONDS = 60;

/** 1 to 64 characters that need no escape; quoted as the draft's structured string, or bare. */
const KEY = /^(?:"([\w.:+/=-]{1,64})"|([\w.:+/=-]{1,64}))$/;

/**
 * Returns the value of an Idempotency-Key header; undefined without one.
 * @throws AppError IDEMPOTENCY_KEY_INVALID
 */
export const idempotencyKeyOf = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined;
  const [, quoted, bare] = KEY.exec(header) ?? [];
  const key = quoted ?? bare;
  if (key === undefined) throw new AppError('IDEMPOTENCY_KEY_INVALID');
  return key;
};

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

interface Request {
  /** Value of the header. */
  key: string;
  /** Operation and viewer: keys of different scopes are independent. */
  scope: readonly string[];
  /** Validated input, which a retry must repeat. */
  input: unknown;
}

/**
 * Executes a creation once per key: a retry gets the first response (draft-ietf-httpapi-idempotency-key-header-07). A failed
 * creation is executed again. Stores digests of key and input, and the response.
 * @throws AppError IDEMPOTENCY_KEY_REUSED with another input, REQUEST_IN_PROGRESS during the first execution; errors of `create`
 */
export const executeIdempotently = async <Response>(
  { store, logger }: { store: IdempotencyStore; logger: Logger },
  { key, scope, input }: Request,
  create: () => Promise<Response> | Response,
): Promise<Response> => {
  const scoped = digest([...scope, key]);
  // The digest includes the key, which is not stored, so that an input (such as a password) cannot be guessed from it.
  const claim = await store.claim(scoped, digest([key, input]));
  if (claim.kind === 'completed') return claim.response as Response;
  if (claim.kind === 'in progress') throw new AppError('REQUEST_IN_PROGRESS', { retryAfterSeconds: 1 });
  if (claim.kind === 'used for another request') throw new AppError('IDEMPOTENCY_KEY_REUSED');
  let response: Response;
  try {
    response = await create();
  } catch (error) {
    // If this fails as well, the claim expires with its lease.
    await store.release(scoped).catch((err: unknown) => logger.warn({ err }, 'idempotency key not released'));
    throw error;
  }
  // The entity exists: without the stored response, a retry would be executed again and rejected, because its slug is taken.
  await store
    .complete(scoped, response)
    .catch((err: unknown) => logger.warn({ err }, 'response of a creation not stored'));
  return response;
};
