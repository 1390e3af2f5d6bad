import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { Webhook } from 'standardwebhooks';
import { AppError } from 'service-kit/errors';
import type { Logger } from 'service-kit/logger';
import type { Queryable } from 'service-kit/postgres';
import { readTime } from '../database-time.ts';
import type { TimeSql } from '../database-time.ts';

/** Maximum difference between the sender's time and the database's; beyond it a notification counts as replayed. */
const TOLERANCE_SECONDS = 300;
/** Maximum number of signatures of one notification: a sender that rotates its secret sends one per secret. */
const MAX_SIGNATURES = 5;

/** Accepted secrets (`whsec_…`) by partner: two during a rotation. */
export type WebhookSecrets = Readonly<Record<string, readonly string[]>>;

interface Dependencies {
  secrets: WebhookSecrets;
  postgres: Queryable;
  timeSql: TimeSql;
  logger: Logger;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Decodes UTF-8; null for invalid bytes, which must not match the signature of a text. */
const textOf = (bytes: unknown): string | null => {
  try {
    return Buffer.isBuffer(bytes) ? new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) : null;
  } catch {
    return null;
  }
};

/** Parses JSON; undefined for text that is not JSON. */
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Whether a text is a valid id; a dot separates the signed parts, so ids must not contain one. */
export const isWebhookId = (text: string | undefined): text is string => /^[\w-]{1,200}$/.test(text ?? '');

/**
 * Admits a notification only with its partner's signature of id, timestamp and raw body (Standard Webhooks), in constant time for
 * partners with the same number of secrets; then parses the body, which is undefined where it is not JSON.
 */
export const createSignatureCheck = ({ secrets, postgres, timeSql, logger }: Dependencies): RequestHandler => {
  const webhooksByPartner = new Map(
    Object.entries(secrets).map(([partner, accepted]) => [partner, accepted.map((secret) => new Webhook(secret))]),
  );
  const unknownPartner = [new Webhook(randomBytes(32).toString('base64'))];

  return async (request, _response, next) => {
    const partner = String(request.params.partner);
    const own = webhooksByPartner.get(partner);
    const reject = (reason: 'fields' | 'signature' | 'timestamp'): never => {
      // Callers choose the name: unknown names must not enter the logs.
      logger.warn({ partner: own ? partner : 'unknown', reason }, 'webhook rejected');
      throw new AppError('WEBHOOK_REFUSED');
    };
    const [id, timestamp] = [request.get('webhook-id'), request.get('webhook-timestamp') ?? ''];
    const signatures = (request.get('webhook-signature') ?? '').split(' ', MAX_SIGNATURES).map(digest);
    const text = textOf(request.body);
    if (!isWebhookId(id) || !/^[1-9]\d{0,10}$/.test(timestamp) || text === null) return reject('fields');

    const expected = (own ?? unknownPartner).map((webhook) =>
      digest(webhook.sign(id, new Date(Number(timestamp) * 1_000), text)),
    );
    // `filter` instead of `some` compares every pair.
    const matching = expected.flatMap((one) => signatures.filter((given) => timingSafeEqual(one, given)));
    if (matching.length === 0) return reject('signature');

    const nowSeconds = (await readTime(postgres, timeSql)).getTime() / 1_000;
    if (Math.abs(nowSeconds - Number(timestamp)) > TOLERANCE_SECONDS) return reject('timestamp');
    request.body = jsonOf(text);
    next();
  };
};
