import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { decimalPrice, FIRST_MONTH_CENTS, OFFER_CURRENCY } from 'contracts/offer';
import { register } from 'contracts/operations/auth';
import type { Caller } from 'security-tests/platform/calls';
import { send } from './client.ts';

export interface Payer {
  email: string;
  token: string;
  cookie: string;
  /** Time of registration: a token is checked only while it is valid. */
  registeredAt: number;
}

/** Registrations and movements of money that the platform has acknowledged. */
export interface AcknowledgedPayments {
  registrations: Payer[];
  payments: { transactionId: string; payer: Payer }[];
  /** Refunds, each by the transaction that was refunded. */
  refunds: { transactionId: string; payer: Payer }[];
}

/** Delivery of the partner's postbacks for payments from now on. */
export type PostbackMode = 'once' | 'duplicate' | 'late' | 'reordered';

/** Delay of the postback of a late payment; a refund before it is reordered. */
const LATE_SECONDS = 2;
const MAX_REDIRECT_ATTEMPTS = 20;
const REDIRECT_INTERVAL_MS = 250;

interface Dependencies {
  /** Addresses of the site and of the sandbox partner. */
  url: string;
  partner: string;
  postbackKey: string;
  call: Caller;
  /** Model from whose page visitors register. */
  slug: string;
  acknowledged: AcknowledgedPayments;
}

/** Creates the journey of a visitor who registers and pays; every second payment is refunded. */
export const createPaymentJourney = ({ url, partner, postbackKey, call, slug, acknowledged }: Dependencies) => {
  const registerPayer = async (): Promise<Payer> => {
    const email = `chaos-${randomUUID()}@example.org`;
    const { response, received } = await call(register, {
      body: {
        firstName: 'Noé',
        lastName: 'Petit',
        email,
        password: 'un-bon-mot-de-passe',
        trackingParams: { clickId: 'C' },
        modelSlug: slug,
      },
    });
    const cookie = (received.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
    const payer = { email, token: response.token, cookie, registeredAt: Date.now() };
    acknowledged.registrations.push(payer);
    return payer;
  };
  const checkoutOf = async ({ cookie }: Payer): Promise<URL> => {
    for (let attempt = 0; ; attempt += 1) {
      const { status, headers } = await send(url, {
        method: 'GET',
        target: `/redirect/payment?affiliate=${slug}`,
        headers: { cookie },
      });
      if (status === 303) {
        const destination = new URL(headers.location ?? '');
        // Without `sub4` it leads to the login: identity's shifted clock has ended the session at once, and the person pays
        // nothing.
        if (!destination.searchParams.has('sub4')) throw new Error('the redirect does not lead to the partner');
        return destination;
      }
      // Billing has not consumed the registration yet.
      if (status !== 503 || attempt >= MAX_REDIRECT_ATTEMPTS) throw new Error(`the redirect responded ${status}`);
      await pause(REDIRECT_INTERVAL_MS);
    }
  };
  const postToPartner = async (path: string, form: Record<string, string>) => {
    const response = await fetch(new URL(path, partner), {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(form),
    });
    if (!response.ok) throw new Error(`the partner responded ${response.status}`);
    return (await response.json()) as { transaction_id: string };
  };
  /** Sends a notification again, over another connection than the partner's. */
  const repeatPostback = (transactionId: string, sub4: string) => {
    const query = new URLSearchParams({
      key: postbackKey,
      transaction_id: transactionId,
      event: 'first',
      sub4,
      amount: decimalPrice(FIRST_MONTH_CENTS),
      currency: OFFER_CURRENCY,
    });
    return send(url, { method: 'GET', target: `/api/postbacks/sandbox?${query}`, headers: {} });
  };
  let paymentCount = 0;

  return async (mode: PostbackMode): Promise<void> => {
    const payer = await registerPayer();
    const { searchParams } = await checkoutOf(payer);
    const { transaction_id: transactionId } = await postToPartner('/pay', {
      ...Object.fromEntries(searchParams),
      ...(mode === 'once' && { action: 'accept' }),
      ...(mode === 'duplicate' && { action: 'duplicate' }),
      ...((mode === 'late' || mode === 'reordered') && { action: 'late', seconds: String(LATE_SECONDS) }),
    });
    acknowledged.payments.push({ transactionId, payer });
    paymentCount += 1;
    // The partner itself has sent it twice.
    if (mode === 'duplicate') await repeatPostback(transactionId, searchParams.get('sub4') ?? '');
    if (mode === 'reordered' || paymentCount % 2 === 0) {
      await postToPartner('/refund', { transaction_id: transactionId });
      acknowledged.refunds.push({ transactionId, payer });
    }
  };
};
