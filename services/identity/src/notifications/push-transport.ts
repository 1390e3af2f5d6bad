import { createECDH } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { PushMessage } from 'contracts/notifications';
import { createPublicLookup, RejectedAddressError } from 'service-kit/public-address';
import { retryAfterSecondsOf } from 'service-kit/retry-after';
import webPush from 'web-push';
import { isPushEndpoint } from './push-endpoint.ts';

const TIMEOUT_MS = 10_000;

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}
export interface PushResponse {
  status: number;
  /** Seconds from `Retry-After`, given in seconds or as a date; null without one. */
  retryAfterSeconds: number | null;
}

/** Messages may not be sent to the endpoint: the device is removed. */
export class EndpointRejectedError extends Error {}

const publicLookup = createPublicLookup();

export interface PushSettings {
  /** Private VAPID key, base64url. */
  privateKey: string;
  /** Allowed origins of push services. */
  services: readonly string[];
}
interface PushOptions extends PushSettings {
  /** E-mail address at which a push service can contact the operator (RFC 8292, section 2.1). */
  contact: string;
  /** Clock in milliseconds, for tests. */
  clock?: () => number;
}

/** Derives the public key from a private VAPID key; both base64url. */
export const publicKeyOf = (privateKey: string): string => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return pair.getPublicKey().toString('base64url');
};

/** Encrypts push messages (RFC 8291) and sends them to the allowed push services. */
export const createPushTransport = ({ privateKey, contact, services, clock = Date.now }: PushOptions) => {
  const publicKey = publicKeyOf(privateKey);
  return {
    publicKey,
    services,
    /** @throws EndpointRejectedError when sending is not allowed; any other error when the service is unreachable */
    send: (
      { endpoint, p256dh, auth }: PushTarget,
      message: PushMessage,
      { lifetimeSeconds, signal }: { lifetimeSeconds: number; signal: AbortSignal },
    ): Promise<PushResponse> =>
      new Promise((resolve, reject) => {
        // The service may have been removed from the list since the device was added.
        if (!isPushEndpoint(endpoint, services)) throw new EndpointRejectedError('push service is not allowed');
        const { method, headers, body } = webPush.generateRequestDetails(
          { endpoint, keys: { p256dh, auth } },
          JSON.stringify(message),
          { vapidDetails: { subject: `mailto:${contact}`, publicKey, privateKey }, TTL: lifetimeSeconds },
        );
        const isLocal = endpoint.startsWith('http:');
        const send = isLocal ? requestHttp : requestHttps;
        const outgoing = send(
          endpoint,
          {
            method,
            headers: { ...headers, 'Content-Length': body?.length ?? 0 },
            agent: false,
            signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
            ...(!isLocal && { lookup: publicLookup }),
          },
          (response) => {
            resolve({
              status: response.statusCode ?? 0,
              retryAfterSeconds: retryAfterSecondsOf(response.headers['retry-after'], clock()),
            });
            // Redirects are not followed, and the body is not used.
            response.destroy();
          },
        );
        // An upgrade that was not requested: without a listener, Node closes the connection without any other event.
        outgoing.on('upgrade', ({ statusCode: status = 0 }, socket) => {
          socket.destroy();
          resolve({ status, retryAfterSeconds: null });
        });
        outgoing.on('error', (error) =>
          reject(
            error instanceof RejectedAddressError
              ? new EndpointRejectedError('push service has an internal address', { cause: error })
              : error,
          ),
        );
        outgoing.end(body);
      }),
  };
};
export type PushTransport = ReturnType<typeof createPushTransport>;
