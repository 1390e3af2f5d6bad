import { fillTemplate } from 'contracts/outgoing-postbacks';
import type { PostbackMacro } from 'contracts/outgoing-postbacks';
import type { DueDelivery } from './delivery.repository.ts';
import { signatureHeaders } from './signature.ts';

const MILLISECONDS = 1_000;
const amountText = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2));

const SAMPLE = {
  click_id: 'CLIC-DE-TEST',
  pixel_id: '1234567890',
  model: 'modele-de-test',
  transaction_id: 'TEST',
  amount: '2.00',
  currency: 'EUR',
  payout: '0.60',
} as const;

/** Returns the values of a delivery’s macros; sample values for a test. */
const valuesOf = (delivery: DueDelivery): Record<PostbackMacro, string> => ({
  event: delivery.event,
  event_id: delivery.id,
  affiliate: delivery.affiliate,
  timestamp: String(Math.floor(delivery.occurredAt.getTime() / MILLISECONDS)),
  ...(delivery.event === 'test'
    ? SAMPLE
    : {
        click_id: delivery.clickId,
        pixel_id: delivery.pixelId,
        model: delivery.model,
        transaction_id: delivery.paymentId ?? '',
        amount: amountText(delivery.amountCents),
        currency: delivery.currency ?? '',
        payout: amountText(delivery.payoutCents),
      }),
});

/**
 * Builds the request of a delivery. Its id is the same on every attempt, so that receivers can deduplicate. A GET has no body: its
 * signature covers the address instead.
 */
export const messageOf = (delivery: DueDelivery, nowMs: number) => {
  const values = valuesOf(delivery);
  const url = new URL(fillTemplate(delivery.url, values)).href;
  const json = JSON.stringify({ type: delivery.event, timestamp: delivery.occurredAt.toISOString(), data: values });
  const { method } = delivery;
  const headers = signatureHeaders(
    {
      id: delivery.id,
      timestampSeconds: Math.floor(nowMs / MILLISECONDS),
      body: method === 'POST' ? json : url,
    },
    delivery.secrets,
  );
  return { url, method, headers, body: method === 'POST' ? json : '' };
};
