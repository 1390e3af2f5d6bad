import { check, sleep } from 'k6';
import exec from 'k6/execution';
import { Counter, Trend } from 'k6/metrics';
import { atPartner, get, json, press, runId, send } from '../site.ts';
import { openModel } from './visitor.ts';
import type { Item } from './visitor.ts';

/** Milliseconds from the click on the partner's button until the site shows the payment. */
const unlockLag = new Trend('unlock_lag', true);
const registered = new Counter('subscribers_registered');

/** Time after which a payment counts as lost. */
const PAYMENT_TIMEOUT_MS = 15_000;
/** Time for which a token is used; it expires after 15 minutes. */
const TOKEN_USE_MS = 10 * 60_000;

interface Person {
  email: string;
  token: string;
  since: number;
  slug: string;
}
const PASSWORD = 'un-mot-de-passe-de-charge';

let people = 0;

/** Registers a new subscriber from a model's page; the session's cookies stay in this virtual user's jar. */
export const register = (): Person | null => {
  const slug = openModel();
  if (!slug) return null;
  people += 1;
  const email = `${runId}-${exec.vu.idInTest}-${people}@load.example`;
  const response = send(
    'POST',
    '/api/auth/register',
    {
      firstName: 'Charge',
      lastName: 'Essai',
      email,
      password: PASSWORD,
      trackingParams: { clickId: runId },
      modelSlug: slug,
    },
    { kind: 'login', name: '/api/auth/register' },
  );
  if (!check(response, { 'the registration is taken': ({ status }) => status === 201 })) return null;
  registered.add(1);
  return { email, token: json<{ token: string }>(response).token, since: Date.now(), slug };
};

const isPaid = (token: string): boolean => {
  const response = get('/api/auth/check-payment', {
    kind: 'read',
    name: '/api/auth/check-payment',
    token,
    readsBody: true,
  });
  return response.status === 200 && json<{ hasPaid: boolean }>(response).hasPaid;
};

const untilPaid = (token: string): boolean => {
  const givesUpAt = Date.now() + PAYMENT_TIMEOUT_MS;
  while (!isPaid(token)) {
    if (Date.now() > givesUpAt) return false;
    sleep(0.2);
  }
  return true;
};

/** Registers and pays at the sandbox partner. "duplicate": the partner sends the postback twice at the same moment. */
export const pay = (action: 'accept' | 'duplicate' = 'accept'): Person | null => {
  const person = register();
  if (!person) return null;
  const redirect = get(`/redirect/payment?affiliate=${person.slug}`, { kind: 'read', name: '/redirect/payment' });
  const checkout = redirect.headers.Location;
  if (
    !check(redirect, { 'the payment link leads to the partner': ({ status }) => status === 302 || status === 303 }) ||
    !checkout
  )
    return null;
  const pressedAt = Date.now();
  check(press(atPartner(checkout), action), { 'the partner takes the payment': ({ status }) => status === 200 });
  if (!check(untilPaid(person.token), { 'the payment arrives': (arrived) => arrived })) return null;
  unlockLag.add(Date.now() - pressedAt);
  return person;
};

export const payWithRepeatedPostback = (): void => void pay('duplicate');

let paid: Person | null = null;

/** Returns the paid subscriber of this virtual user: pays once, and logs in again when the token gets old. */
const paidSubscriber = (): Person | null => {
  if (!paid) return (paid = pay());
  if (Date.now() - paid.since < TOKEN_USE_MS) return paid;
  const response = send(
    'POST',
    '/api/auth/login',
    { email: paid.email, password: PASSWORD },
    { kind: 'login', name: '/api/auth/login' },
  );
  if (!check(response, { 'the subscriber logs in': ({ status }) => status === 200 })) return null;
  return (paid = { ...paid, token: json<{ token: string }>(response).token, since: Date.now() });
};

/** Reads unlocked media: a photo, and the first megabyte of a video. */
export const watch = (): void => {
  const person = paidSubscriber();
  if (!person) return;
  const response = get(`/api/models/${person.slug}`, {
    kind: 'read',
    name: '/api/models/{slug} (paid)',
    token: person.token,
    readsBody: true,
  });
  if (!check(response, { 'the paid view arrives': ({ status }) => status === 200 })) return;
  const model = json<{ photo_items: string; video_items: string }>(response);
  const [photo] = JSON.parse(model.photo_items) as Item[];
  const [video] = JSON.parse(model.video_items) as Item[];
  // Media consumes the payment from its own queue: the signed address is valid once it has.
  if (photo)
    check(get(photo.filePath, { kind: 'media', name: '/uploads (signed photo)', token: person.token }), {
      'the photo is unlocked': ({ status }) => status === 200,
    });
  if (video)
    check(
      get(video.filePath, {
        kind: 'media',
        name: '/uploads (signed video)',
        token: person.token,
        headers: { range: 'bytes=0-1048575' },
      }),
      { 'the video is unlocked': ({ status }) => status === 206 },
    );
};
