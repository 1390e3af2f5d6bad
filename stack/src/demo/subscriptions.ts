import { login, register } from 'contracts/operations/auth';
import { checkPayment, getSubscription } from 'contracts/operations/billing';
import { paymentRedirect } from 'contracts/payment-redirect';
import { VIEW_COOKIES } from 'contracts/roles';
import { waitUntil } from '../wait-until.ts';
import { onceKnown, patiently, RejectedCall } from './client.ts';
import type { Client } from './client.ts';
import { pressed } from './partner-form.ts';
import type { Customer } from './subscribers.ts';

/** User agent of a phone: billing flags payments of known bots, including Node's own user agent (docs/domain.md#fraud-flags). */
const PHONE =
  'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';

/** Time from the partner's button to the subscription. */
const PAYMENT_TIMEOUT_MS = 15_000;

const cookieNamed = (name: string, cookies: readonly string[]) =>
  cookies.map((line) => line.split(';', 1)[0] ?? '').find((pair) => pair.startsWith(`${name}=`));

/** @throws Error when the response is no page */
const readPage = async (address: string) => {
  const response = await patiently(() => fetch(address));
  const html = await response.text();
  if (!response.ok) throw new Error(`the partner's page responded ${response.status}`);
  return { html, url: response.url };
};

/** @throws Error when the page has no such button, or the partner declines */
const press = async (address: string, action: string) => {
  const submission = pressed(await readPage(address), action);
  if (!submission) throw new Error(`the partner's page has no button "${action}"`);
  const response = await fetch(submission.url, { method: 'POST', body: submission.body, redirect: 'manual' });
  await response.body?.cancel();
  if (response.status >= 400) throw new Error(`the partner responded ${response.status} to "${action}"`);
};

/**
 * Performs registrations and payments like a browser, including the sandbox partner's buttons.
 * @param partnerUrl address of the partner from this process, when it differs from the public one
 */
export const createSubscriptions = ({ call, callWithCookies }: Client, url: string, partnerUrl?: string) => {
  /** Registers, or logs in an existing subscriber. */
  const enter = async ({ email, password, firstName, lastName, tracking, modelSlug }: Customer) => {
    try {
      return await onceKnown(['MODEL_REQUIRED'], () =>
        callWithCookies(register, {
          body: { firstName, lastName, email, password, trackingParams: tracking, modelSlug },
        }),
      );
    } catch (reason) {
      if (!(reason instanceof RejectedCall) || reason.code !== 'EMAIL_TAKEN') throw reason;
      return callWithCookies(login, { body: { email, password } });
    }
  };

  /** Returns the partner's page to which the payment link redirects this subscriber. */
  const checkoutOf = async (modelSlug: string, cookie: string): Promise<string> => {
    const response = await patiently(() =>
      fetch(new URL(paymentRedirect(modelSlug), url), {
        headers: { cookie, accept: 'text/html', 'user-agent': PHONE },
        redirect: 'manual',
      }),
    );
    await response.body?.cancel();
    const location = response.headers.get('location');
    if (!location) throw new Error(`the payment link responded ${response.status} instead of a redirect`);
    const page = new URL(location, url);
    return partnerUrl ? new URL(page.pathname + page.search, partnerUrl).href : page.href;
  };

  const paymentIs = (hasPaid: boolean, token: string) =>
    waitUntil(
      `a subscription that is ${hasPaid ? 'paid' : 'refunded'}`,
      async () => {
        if ((await call(checkPayment, {}, token)).hasPaid !== hasPaid) throw new Error('not yet');
      },
      { deadlineMs: PAYMENT_TIMEOUT_MS, everyMs: 300 },
    );

  return {
    /** Brings a customer to the planned outcome; completed steps are not repeated. */
    settle: async (customer: Customer): Promise<void> => {
      const { response: result, cookies } = await enter(customer);
      if (customer.outcome === 'registered') return;
      const { hasPaid, state } = await call(getSubscription, {}, result.token);
      if (state === 'revoked' || (hasPaid && customer.outcome === 'paid')) return;
      const cookie = cookieNamed(VIEW_COOKIES.subscriber, cookies);
      if (!cookie) throw new Error('no view cookie came with the session');
      const checkout = await checkoutOf(customer.modelSlug, cookie);
      await press(checkout, 'accept');
      await paymentIs(true, result.token);
      if (customer.outcome === 'refunded') {
        await press(checkout, 'refund');
        await paymentIs(false, result.token);
      }
    },
  };
};
