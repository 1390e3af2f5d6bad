import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { decimalPrice, FIRST_MONTH_CENTS, OFFER_CURRENCY } from 'contracts/offer';
import { refreshSubscriber, register } from 'contracts/operations/auth';
import { checkPayment } from 'contracts/operations/billing';
import { receivePostback, receiveWebhook } from 'contracts/operations/postbacks';
import { PAYMENT_REDIRECT_PATH } from 'contracts/payment-redirect';
import { signatureOf } from 'security-tests/platform/webhook-signature';
import { cookiesOf } from './cookies.ts';
import type { CountedRequests } from './counted-requests.ts';

const PARTNER = 'sandbox';
/** Time within which a payment must open access. */
const OPENED_WITHIN_MS = 30_000;

/** Postback keys and secrets of signed notifications that the partner uses. */
export interface Signatures {
  keys: readonly string[];
  secrets: readonly string[];
}

/** Checkout that is not paid yet, with the cookies of its subscriber. */
interface Checkout {
  sub4: string;
  cookie: string;
}

interface Options {
  url: string;
  requests: CountedRequests;
  partner: Signatures;
  modelSlug: string;
  /** Password of the registered subscribers. */
  password: string;
}

/** Registers subscribers who open a checkout, and pays as the partner does. */
export const createPayments = ({ url, requests: { request, call, fail }, partner, modelSlug, password }: Options) => {
  const signatures = { ...partner };
  let payments = 0;
  return {
    checkOut: async (): Promise<Checkout & { email: string }> => {
      const email = `rotation-${randomUUID()}@example.org`;
      const { received } = await call(register, {
        body: { firstName: 'Noé', lastName: 'Petit', email, password, trackingParams: {}, modelSlug },
      });
      const cookie = cookiesOf(received);
      const { headers } = await request({
        method: 'GET',
        target: `${PAYMENT_REDIRECT_PATH}?affiliate=${modelSlug}`,
        headers: { cookie },
      });
      return { email, sub4: new URL(headers.location ?? '', url).searchParams.get('sub4') ?? '', cookie };
    },
    /** Pays a checkout, and waits for the access; a partner with two keys signs with either of them. */
    pay: async ({ sub4, cookie }: Checkout): Promise<void> => {
      payments += 1;
      const fields = {
        transaction_id: randomUUID(),
        event: 'first',
        sub4,
        amount: decimalPrice(FIRST_MONTH_CENTS),
        currency: OFFER_CURRENCY,
      };
      const either = <Value>(values: readonly Value[]): Value => {
        const value = values[(payments >> 1) % values.length];
        if (value === undefined) throw new Error('the partner has no key');
        return value;
      };
      const params = { partner: PARTNER };
      const content = JSON.stringify(fields);
      const { response } =
        payments % 2 === 0
          ? await call(receivePostback, { params, query: { key: either(signatures.keys), ...fields } })
          : await call(receiveWebhook, {
              params,
              content,
              headers: { 'content-type': 'application/json', ...signatureOf(either(signatures.secrets), content) },
            });
      if (response.verdict !== 'recorded') return fail(`payment: ${response.verdict}`);
      const { response: renewed } = await call(refreshSubscriber, { headers: { cookie } });
      const deadline = Date.now() + OPENED_WITHIN_MS;
      while (!(await call(checkPayment, { token: renewed.token })).response.hasPaid) {
        if (Date.now() > deadline) return fail('payment: no access');
        await pause(200);
      }
    },
    /** Replaces the keys and secrets with which the partner signs from now on. */
    setPartner: (next: Partial<Signatures>): void => void Object.assign(signatures, next),
  };
};
