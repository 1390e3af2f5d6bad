import { randomUUID } from 'node:crypto';
import type { ContentItem } from 'contracts/media-items';
import type { ModelView } from 'contracts/models';
import type { RegistrationForm, TrackingParams } from 'contracts/subscribers';
import { eventually, readStack } from './browser.ts';

const stack = readStack();
/** Long enough for a service or the broker to restart. */
const PAYMENT_TIMEOUT_MS = 90_000;

/** A person who registers and pays by HTTP requests, without a browser. */
export interface Payer {
  email: string;
  token: string;
  hasPaid: () => Promise<boolean>;
  /** Counts the model's items that are locked for this person. */
  hidden: (slug: string) => Promise<number>;
  /** Accepts the offer at the partner. @returns the transaction's id as soon as the partner has it */
  pay: (slug: string) => Promise<string>;
}

const json = async (path: string, token?: string): Promise<unknown> => {
  const response = await fetch(stack.url + path, token ? { headers: { authorization: `Bearer ${token}` } } : {});
  if (!response.ok) throw new Error(`${path} responded ${response.status}`);
  return response.json();
};

export const register = async (
  modelSlug: string,
  given: Partial<RegistrationForm & { trackingParams: TrackingParams; adConsent: boolean }> = {},
  headers: Record<string, string> = {},
): Promise<Payer> => {
  const person = {
    firstName: 'Noé',
    lastName: 'Petit',
    email: `payeur-${randomUUID().slice(0, 8)}@example.org`,
    password: 'un-bon-mot-de-passe',
    trackingParams: { clickId: 'C', affiliateParam: 'aff-two' },
    ...given,
  };
  const response = await fetch(`${stack.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...person, modelSlug }),
  });
  if (response.status !== 201) throw new Error(`registering responded ${response.status}`);
  const { token } = (await response.json()) as { token: string };
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return {
    email: person.email,
    token,
    hasPaid: async () => ((await json('/api/auth/check-payment', token)) as { hasPaid: boolean }).hasPaid,
    hidden: async (slug) => {
      const model = (await json(`/api/models/${slug}`, token)) as ModelView;
      return [model.photo_items, model.video_items, model.live_replays]
        .flatMap((list) => JSON.parse(list) as ContentItem[])
        .filter(({ isViewable }) => !isViewable).length;
    },
    pay: async (slug) => {
      // While billing has not consumed the registration, the response is 503 with Retry-After.
      const redirect = await eventually(
        () =>
          fetch(`${stack.url}/redirect/payment?affiliate=${slug}`, {
            headers: { ...headers, cookie },
            redirect: 'manual',
          }),
        ({ status }) => status === 303,
        PAYMENT_TIMEOUT_MS,
      );
      const checkout = new URL(redirect.headers.get('location') ?? '');
      const paid = await fetch(new URL('/pay', checkout), {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({ ...Object.fromEntries(checkout.searchParams), action: 'accept' }),
      });
      return ((await paid.json()) as { transaction_id: string }).transaction_id;
    },
  };
};

export const refund = async (transactionId: string): Promise<void> => {
  const response = await fetch(`${stack.partner}/refund`, {
    method: 'POST',
    body: new URLSearchParams({ transaction_id: transactionId }),
    redirect: 'manual',
  });
  if (response.status >= 400) throw new Error(`the refund responded ${response.status}`);
};
