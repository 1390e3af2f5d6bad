import { setTimeout as pause } from 'node:timers/promises';
import { cursorOfNext } from 'contracts/list-page';
import { listAffiliates, refreshAffiliate, verifyAffiliate } from 'contracts/operations/affiliates';
import { login, refreshAdministrator, refreshSubscriber, verifyAdministrator } from 'contracts/operations/auth';
import { checkPayment } from 'contracts/operations/billing';
import { listFavourites } from 'contracts/operations/marks';
import { listAffiliateModels, listModels, updateModel } from 'contracts/operations/models';
import { getAffiliateEarnings } from 'contracts/operations/payouts';
import { listPostbacks } from 'contracts/operations/postbacks';
import {
  listSubscriberSessions,
  logoutAdministrator,
  logoutAffiliate,
  logoutSubscriber,
} from 'contracts/operations/sessions';
import { onceKnown } from 'security-tests/platform/calls';
import { createCountedRequests } from './counted-requests.ts';
import { createPayments } from './payments.ts';
import type { Signatures } from './payments.ts';
import { logIn, openSession } from './people.ts';
import type { Person, Session } from './people.ts';
import { createPhotos } from './photos.ts';
import { createSiteObjects } from './site-objects.ts';
import { ADDRESS_LIFE_MS, createValuePool } from './value-pool.ts';

const PASSWORD = 'un-bon-mot-de-passe';
const PAGE = '2';
/** Number of unpaid checkouts: the oldest is paid first, so that rotations fall between a checkout and its payment. */
const OPEN_CHECKOUTS = 60;

interface Options {
  url: string;
  administratorPassword: string;
  partnerUrl: string;
  partner: Signatures;
}

/**
 * Starts people who log in, stay logged in, read lists and locked photos and pay, each in their own loop until `stop`. Every
 * request is counted; a request fails by its status or without a response.
 */
export const startLoad = async ({ url, administratorPassword, partnerUrl, partner }: Options) => {
  const requests = createCountedRequests(url);
  const { call, fail } = requests;
  const { model, affiliate } = await createSiteObjects({ call, administratorPassword, partnerUrl });
  const payments = createPayments({ url, requests, partner, modelSlug: model.slug, password: PASSWORD });
  const photos = createPhotos(requests, model.slug);
  const cursors = createValuePool(ADDRESS_LIFE_MS);
  const readPages = async (): Promise<void> => {
    const { received } = await call(listModels, { query: { limit: PAGE } });
    const next = cursorOfNext(typeof received.headers.link === 'string' ? received.headers.link : null);
    if (next === null) return fail('list: no next page');
    cursors.add(next);
    await call(listModels, { query: { limit: PAGE, cursor: cursors.pick() } });
  };

  const { email, ...first } = await payments.checkOut();
  await payments.pay(first);
  const ofAffiliate = { params: { slug: affiliate.slug } };
  const subscriber: Person = {
    login,
    refresh: refreshSubscriber,
    logout: logoutSubscriber,
    params: {},
    credentials: { email, password: PASSWORD },
    uses: [
      (token) => call(checkPayment, { token }),
      (token) => call(listSubscriberSessions, { token }),
      (token) => call(listFavourites, { token }),
      photos.read,
    ],
  };
  const administrator: Person = {
    login: verifyAdministrator,
    refresh: refreshAdministrator,
    logout: logoutAdministrator,
    params: {},
    credentials: { password: administratorPassword },
    uses: [
      (token) => call(listAffiliates, { token }),
      (token) => call(listPostbacks, { token }),
      (token) =>
        call(updateModel, {
          token,
          params: { id: model.id },
          body: { bio: `Saved ${requests.counts().requests}` },
        }),
    ],
  };
  const affiliateOwner: Person = {
    login: verifyAffiliate,
    refresh: refreshAffiliate,
    logout: logoutAffiliate,
    ...ofAffiliate,
    credentials: { password: affiliate.password },
    uses: [
      (token) => call(listAffiliateModels, { token, ...ofAffiliate }),
      (token) => call(getAffiliateEarnings, { token, ...ofAffiliate }),
    ],
  };
  const people = [subscriber, administrator, affiliateOwner];
  const subscriberSession = await openSession(call, subscriber);
  const administratorSession = await openSession(call, administrator);
  const affiliateSession = await openSession(call, affiliateOwner);
  const sessions = [subscriberSession, administratorSession, affiliateSession];

  // Services apply the events of these calls a moment later.
  photos.viewCookies.add(subscriberSession.cookie);
  await onceKnown(['AFFILIATE_NOT_FOUND', 'SESSION_EXPIRED'], () =>
    call(listAffiliateModels, { token: affiliateSession.tokens.pick(), ...ofAffiliate }),
  );
  while (!(await photos.isShown(subscriberSession.tokens.pick()))) await pause(200);
  requests.reset();

  let isStopped = false;
  const loop = async (everyMs: number, work: (round: number) => Promise<unknown>): Promise<void> => {
    for (let round = 0; !isStopped; round += 1) {
      await work(round).catch(requests.failBy);
      await pause(everyMs);
    }
  };
  /** Renewals run one at a time: a refresh token is valid once. */
  let renewing: Promise<unknown> = Promise.resolve();
  const renewSession = ({ person, tokens, refresh }: Session, how: 'add' | 'replace'): Promise<unknown> => {
    const renew = async () => {
      const { token, cookie } = await refresh();
      tokens[how](token);
      if (person === subscriber) photos.viewCookies[how](cookie);
    };
    return (renewing = renewing.then(renew, renew));
  };
  const openCheckouts: Parameters<typeof payments.pay>[0][] = [];
  const loops = [
    ...sessions.map((session) =>
      loop(100, async (round) => {
        if (round % 20 === 19) await renewSession(session, 'add');
        const { uses } = session.person;
        await uses[round % uses.length]?.(session.tokens.pick());
      }),
    ),
    ...people.map((person) => {
      let browser = '';
      return loop(1_500, async (round) => {
        const { token, cookie } = await logIn(call, person, browser);
        browser = cookie;
        await person.uses[round % person.uses.length]?.(token);
        await call(person.logout, { params: person.params, token, headers: { cookie } });
      });
    }),
    loop(100, async () => {
      await readPages();
      if (!photos.addresses.isEmpty()) await photos.load();
    }),
    loop(800, async () => {
      openCheckouts.push(await payments.checkOut());
      const oldest = openCheckouts.length > OPEN_CHECKOUTS ? openCheckouts.shift() : undefined;
      if (oldest) await payments.pay(oldest);
    }),
  ];

  return {
    /** Returns the number of requests so far, and of failed ones. */
    counts: requests.counts,
    failures: requests.failures,
    setPartner: payments.setPartner,
    /** Replaces all values that clients use by newly signed ones: time does the same before a former key is removed. */
    renew: async (): Promise<void> => {
      for (const session of sessions) await renewSession(session, 'replace');
      photos.addresses.clear();
      cursors.clear();
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      await Promise.all(loops);
    },
  };
};
