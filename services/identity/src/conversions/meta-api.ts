import { createHash } from 'node:crypto';
import { z } from 'zod';

const TIMEOUT_MS = 10_000;

export interface MetaSettings {
  /** Address with the version, such as https://graph.facebook.com/v25.0. */
  url: string;
  /** Access tokens by pixel. */
  pixels: Readonly<Record<string, string>>;
}

export interface Conversion {
  id: string;
  event: 'CompleteRegistration' | 'Purchase';
  occurredAt: Date;
  /** Amount of a purchase. */
  amountCents: number | null;
  currency: string | null;
  subscriberId: string;
  email: string;
  userAgent: string;
}

/** Error of an event that the platform did not accept. Contains neither the token nor the sent data. */
export class MetaApiError extends Error {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Error code of the platform, see its error reference. */
  readonly code: number | null;

  constructor(status: number, code: number | null, reason: string) {
    super(`conversion rejected with ${status} ${reason}`.trim());
    this.status = status;
    this.code = code;
  }
}

const rejection = z.object({ error: z.object({ code: z.number().optional() }) });

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Reports website conversions (https://developers.facebook.com/docs/marketing-api/conversions-api/parameters). Sends only the
 * required personal data: SHA-256 of address and id, and the user agent. The reported page names no model.
 */
export const createMetaApi = ({ url, pixels }: MetaSettings, publicUrl: string) => ({
  /** @throws MetaApiError unless the event was accepted */
  send: async (pixelId: string, conversion: Conversion, signal: AbortSignal): Promise<void> => {
    const { id, event, occurredAt, amountCents, currency, subscriberId, email, userAgent } = conversion;
    const body = {
      data: [
        {
          event_name: event,
          event_time: Math.floor(occurredAt.getTime() / 1_000),
          event_id: id,
          action_source: 'website',
          event_source_url: publicUrl,
          user_data: {
            em: [sha256(email.trim().toLowerCase())],
            external_id: [sha256(subscriberId)],
            client_user_agent: userAgent,
          },
          ...(amountCents !== null && { custom_data: { value: amountCents / 100, currency } }),
        },
      ],
      // The token is in the body, since URLs appear in logs.
      access_token: pixels[pixelId],
    };
    const response = await fetch(`${url}/${pixelId}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).catch((error: Error) => {
      throw new MetaApiError(0, null, error.name);
    });
    if (response.ok) return void (await response.body?.cancel());
    // Without JSON, as from a proxy in front of the platform, the status is the only reason.
    const parsed = rejection.safeParse(await response.json().catch(() => null));
    throw new MetaApiError(response.status, parsed.data?.error.code ?? null, response.statusText);
  },
});
export type MetaApi = ReturnType<typeof createMetaApi>;
