import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** Returns the header fields of a signed notification (Standard Webhooks) for these bytes. */
export const signatureOf = (secret: string, content: string | Buffer): Record<string, string> => {
  const [id, now] = [`msg_${randomUUID()}`, new Date()];
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, now, content.toString()),
  };
};
