import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { register } from 'contracts/operations/auth';
import { paymentRedirect } from 'contracts/payment-redirect';
import { VIEW_COOKIES } from 'contracts/roles';
import type { Client } from '../../demo/client.ts';

/** Concurrent registrations: hashing a password takes a core. */
const AT_ONCE = 4;
/** Attempts to open the payment link until billing has consumed the registration. */
const TRIES = 40;
const AGAIN_MS = 250;

interface Reader {
  email: string;
  password: string;
}

interface Options {
  client: Client;
  url: string;
  /** Distinguishes the e-mail addresses of this run. */
  run: string;
  slugs: readonly string[];
  subscribers: number;
  /** Number of checkouts. */
  count: number;
}

const PASSWORD = 'troisieme-balcon';

/** Returns the partner's reference (sub4) in the redirect of the payment link. @throws Error when it redirects elsewhere */
const referenceOf = async (url: string, slug: string, cookie: string): Promise<string> => {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(new URL(paymentRedirect(slug), url), {
      headers: { cookie, accept: 'text/html' },
      redirect: 'manual',
    });
    await response.body?.cancel();
    const location = response.headers.get('location');
    const reference = location && new URL(location, url).searchParams.get('sub4');
    if (reference) return reference;
    if (response.status !== 503 || attempt === TRIES)
      throw new Error(`the payment link responded ${response.status} without a checkout`);
    await pause(AGAIN_MS);
  }
};

/**
 * Registers subscribers and opens checkouts for them through the public calls.
 * @returns references in the order of their postbacks (those of one subscriber are far apart), and one subscriber for the reads
 */
export const makeCheckouts = async ({
  client,
  url,
  run,
  slugs,
  subscribers,
  count,
}: Options): Promise<{ references: string[]; reader: Reader }> => {
  const people = Math.min(subscribers, count);
  const references: string[] = [];
  const limit = pLimit(AT_ONCE);
  const emailOf = (person: number) => `${run}-${person}@example.org`;
  const enter = async (person: number) => {
    const slug = slugs[person % slugs.length] ?? '';
    const { cookies } = await client.callWithCookies(register, {
      body: {
        firstName: 'Noé',
        lastName: 'Petit',
        email: emailOf(person),
        password: PASSWORD,
        trackingParams: {},
        modelSlug: slug,
      },
    });
    const cookie = cookies.map((line) => line.split(';', 1)[0] ?? '').join('; ');
    if (!cookie.includes(VIEW_COOKIES.subscriber)) throw new Error('no view cookie came with the registration');
    // Immediately after the registration: the view cookie expires, and after a payment the link redirects elsewhere.
    for (let index = person; index < count; index += people) references[index] = await referenceOf(url, slug, cookie);
  };
  await Promise.all(Array.from({ length: people }, (_, person) => limit(() => enter(person))));
  return { references, reader: { email: emailOf(0), password: PASSWORD } };
};
