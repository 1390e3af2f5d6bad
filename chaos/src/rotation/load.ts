import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { cursorOfNext } from 'contracts/list-page';
import { mediaListToText, parseMediaList } from 'contracts/media-items';
import { decimalPrice, FIRST_MONTH_CENTS, OFFER_CURRENCY } from 'contracts/offer';
import { createAffiliate, listAffiliates, refreshAffiliate, verifyAffiliate } from 'contracts/operations/affiliates';
import {
  login,
  refreshAdministrator,
  refreshSubscriber,
  register,
  verifyAdministrator,
} from 'contracts/operations/auth';
import { checkPayment } from 'contracts/operations/billing';
import { listPostbacks, receivePostback, receiveWebhook } from 'contracts/operations/postbacks';
import { PAYMENT_REDIRECT_PATH } from 'contracts/payment-redirect';
import { listFavourites } from 'contracts/operations/marks';
import { createModel, getModel, listAffiliateModels, listModels, updateModel } from 'contracts/operations/models';
import { getAffiliateEarnings } from 'contracts/operations/payouts';
import {
  listSubscriberSessions,
  logoutAdministrator,
  logoutAffiliate,
  logoutSubscriber,
} from 'contracts/operations/sessions';
import { uploadFile } from 'contracts/operations/uploads';
import type { Operation } from 'contracts/operation';
import { formOf, readPicture } from 'security-tests/platform/uploader-fixtures';
import { CallFailed, createCaller, onceKnown } from 'security-tests/platform/calls';
import type { Received, Sent } from 'security-tests/platform/http-client';
import { signatureOf } from 'security-tests/platform/webhook-signature';
import { send } from '../client.ts';

const PARTNER = 'sandbox';
const PASSWORD = 'un-bon-mot-de-passe';
const PAGE = '2';
/** Number of models, enough for several pages of a list. */
const MODELS = 5;
/** Age at which clients discard a signed address, a cursor or a token. */
const ADDRESS_LIFE_MS = 200_000;
const TOKEN_LIFE_MS = 12 * 60_000;
/** Time within which a payment must open access. */
const OPENED_WITHIN_MS = 30_000;
/** Number of unpaid checkouts: the oldest is paid first, so that rotations fall between a checkout and its payment. */
const OPEN_CHECKOUTS = 60;

/** Creates a pool of values that clients use until they expire; older values are picked as often as new ones. */
const createPool = <Value>(lifeMs: number) => {
  let all: { value: Value; until: number }[] = [];
  return {
    add: (value: Value): void => void all.push({ value, until: Date.now() + lifeMs }),
    /** Picks a random value. @throws when every value has expired */
    pick: (): Value => {
      all = all.filter(({ until }) => until > Date.now());
      const chosen = all[Math.floor(Math.random() * all.length)];
      if (!chosen) throw new Error('every value has expired');
      return chosen.value;
    },
    replace: (value: Value): void => {
      all = [{ value, until: Date.now() + lifeMs }];
    },
    clear: (): void => {
      all = [];
    },
    isEmpty: (): boolean => all.every(({ until }) => until <= Date.now()),
  };
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const cookiesOf = ({ headers }: Received): string =>
  (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
/** Returns the cookies of a browser after a response. */
const merged = (cookie: string, received: Received): string =>
  [...new Map(`${cookie}; ${cookiesOf(received)}`.split('; ').map((pair) => [pair.split('=')[0], pair])).values()]
    .filter(Boolean)
    .join('; ');

/** A person with a login: how their sessions begin, are renewed, used and ended. */
interface Person {
  login: Operation;
  refresh: Operation;
  logout: Operation;
  params: Readonly<Record<string, string>>;
  credentials: object;
  /** Calls to services that verify the token. */
  uses: readonly ((token: string) => Promise<unknown>)[];
}

/** Postback keys and secrets of signed notifications that the partner uses. */
interface Signatures {
  keys: readonly string[];
  secrets: readonly string[];
}

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
  const signatures = { ...partner };
  const failures = new Map<string, number>();
  /** Errors of requests without a response that are already counted as failures. */
  const counted = new WeakSet<object>();
  let requests = 0;
  let failed = 0;
  const fail = (what: string) => {
    failed += 1;
    failures.set(what, (failures.get(what) ?? 0) + 1);
  };
  const request = async (sent: Sent): Promise<Received> => {
    requests += 1;
    const what = `${sent.method} ${sent.target.split('?')[0]}`;
    let received: Received;
    try {
      received = await send(url, sent);
    } catch (error) {
      fail(`${what}: ${reasonOf(error)}`);
      if (error instanceof Error) counted.add(error);
      throw error;
    }
    if (received.status >= 400) fail(`${what}: ${received.status} ${received.text.slice(0, 120)}`);
    return received;
  };
  const call = createCaller({ send: request });

  const administratorToken = async (): Promise<string> => {
    const { response } = await call(verifyAdministrator, { body: { password: administratorPassword } });
    if (!('token' in response)) throw new Error('the administrator must have no second factor');
    return response.token;
  };
  const token = await administratorToken();
  const slug = `rotation-${randomUUID().slice(0, 8)}`;
  const { response: uploaded } = await call(uploadFile, {
    token,
    params: { fileType: 'photos', modelSlug: slug },
    ...formOf('file', await readPicture()),
  });
  const { response: model } = await call(createModel, {
    token,
    body: {
      name: 'Rotation',
      slug,
      photo_items: mediaListToText([{ id: '1', filename: uploaded.filename, likes: 0, isLocked: true }]),
    },
  });
  for (let count = 1; count < MODELS; count += 1)
    await call(createModel, { token, body: { name: `Rotation ${count}`, slug: `${slug}-${count}` } });
  const affiliate = { slug: `affilie-${randomUUID().slice(0, 8)}`, password: randomUUID() };
  await call(createAffiliate, {
    token,
    body: {
      name: 'Affilié',
      slug: affiliate.slug,
      custom_password: affiliate.password,
      adexico_base_url: partnerUrl,
    },
  });

  /** Checkouts that are not paid yet, with the cookies of their subscribers. */
  const open: { sub4: string; cookie: string }[] = [];
  let payments = 0;

  const checkOut = async (): Promise<{ email: string; sub4: string; cookie: string }> => {
    const email = `rotation-${randomUUID()}@example.org`;
    const { received } = await call(register, {
      body: { firstName: 'Noé', lastName: 'Petit', email, password: PASSWORD, trackingParams: {}, modelSlug: slug },
    });
    const cookie = cookiesOf(received);
    const { headers } = await request({
      method: 'GET',
      target: `${PAYMENT_REDIRECT_PATH}?affiliate=${slug}`,
      headers: { cookie },
    });
    return { email, sub4: new URL(headers.location ?? '', url).searchParams.get('sub4') ?? '', cookie };
  };
  /** Pays a checkout; a partner with two keys signs with either of them. */
  const pay = async ({ sub4, cookie }: { sub4: string; cookie: string }): Promise<void> => {
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
  };

  const { email, ...first } = await checkOut();
  await pay(first);

  const photoAddresses = createPool<string>(ADDRESS_LIFE_MS);
  /** Cookies of the subscriber's browser: the view cookie opens locked files together with a signed address. */
  const viewCookies = createPool<string>(TOKEN_LIFE_MS);
  const loadPhoto = () =>
    request({ method: 'GET', target: photoAddresses.pick(), headers: { cookie: viewCookies.pick() } });
  const addressOfPhoto = async (accessToken: string): Promise<string | null> => {
    const { response } = await call(getModel, { token: accessToken, params: { slug } });
    const [photo] = parseMediaList(response.photo_items);
    return photo?.isViewable ? photo.filePath : null;
  };
  const readLockedPhoto = async (accessToken: string): Promise<void> => {
    const address = await addressOfPhoto(accessToken);
    if (address === null) return fail('locked photo: not shown to a person who has paid');
    photoAddresses.add(address);
    await loadPhoto();
  };
  const cursors = createPool<string>(ADDRESS_LIFE_MS);
  const readPages = async (): Promise<void> => {
    const { received } = await call(listModels, { query: { limit: PAGE } });
    const next = cursorOfNext(typeof received.headers.link === 'string' ? received.headers.link : null);
    if (next === null) return fail('list: no next page');
    cursors.add(next);
    await call(listModels, { query: { limit: PAGE, cursor: cursors.pick() } });
  };

  const ofAffiliate = { params: { slug: affiliate.slug } };
  const people: [Person, Person, Person] = [
    {
      login,
      refresh: refreshSubscriber,
      logout: logoutSubscriber,
      params: {},
      credentials: { email, password: PASSWORD },
      uses: [
        (accessToken) => call(checkPayment, { token: accessToken }),
        (accessToken) => call(listSubscriberSessions, { token: accessToken }),
        (accessToken) => call(listFavourites, { token: accessToken }),
        readLockedPhoto,
      ],
    },
    {
      login: verifyAdministrator,
      refresh: refreshAdministrator,
      logout: logoutAdministrator,
      params: {},
      credentials: { password: administratorPassword },
      uses: [
        (accessToken) => call(listAffiliates, { token: accessToken }),
        (accessToken) => call(listPostbacks, { token: accessToken }),
        (accessToken) =>
          call(updateModel, { token: accessToken, params: { id: model.id }, body: { bio: `Saved ${requests}` } }),
      ],
    },
    {
      login: verifyAffiliate,
      refresh: refreshAffiliate,
      logout: logoutAffiliate,
      ...ofAffiliate,
      credentials: { password: affiliate.password },
      uses: [
        (accessToken) => call(listAffiliateModels, { token: accessToken, ...ofAffiliate }),
        (accessToken) => call(getAffiliateEarnings, { token: accessToken, ...ofAffiliate }),
      ],
    },
  ];
  const tokenOf = ({ text }: Received): string => (JSON.parse(text) as { token: string }).token;
  const logIn = async ({ login: operation, params, credentials }: Person, cookie = '') => {
    const { received } = await call(operation, { params, body: credentials, headers: cookie ? { cookie } : {} });
    return { token: tokenOf(received), cookie: merged(cookie, received) };
  };
  const openSession = async (person: Person) => {
    const begun = await logIn(person);
    const tokens = createPool<string>(TOKEN_LIFE_MS);
    tokens.add(begun.token);
    let { cookie } = begun;
    const refresh = async (): Promise<{ token: string; cookie: string }> => {
      const { received } = await call(person.refresh, { params: person.params, headers: { cookie } });
      cookie = merged(cookie, received);
      return { token: tokenOf(received), cookie };
    };
    return { person, tokens, refresh, cookie };
  };
  const [subscriber, administrator, affiliateOwner] = people;
  const sessions = [
    await openSession(subscriber),
    await openSession(administrator),
    await openSession(affiliateOwner),
  ] as const;

  // Services apply the events of these calls a moment later.
  const [{ tokens: subscriberTokens, cookie: subscriberCookie }, , { tokens: affiliateTokens }] = sessions;
  viewCookies.add(subscriberCookie);
  await onceKnown(['AFFILIATE_NOT_FOUND', 'SESSION_EXPIRED'], () =>
    call(listAffiliateModels, { token: affiliateTokens.pick(), ...ofAffiliate }),
  );
  while ((await addressOfPhoto(subscriberTokens.pick())) === null) await pause(200);
  requests = 0;
  failed = 0;
  failures.clear();

  let isStopped = false;
  const loop = async (everyMs: number, work: (round: number) => Promise<unknown>): Promise<void> => {
    for (let round = 0; !isStopped; round += 1) {
      try {
        await work(round);
      } catch (error) {
        const isCounted = error instanceof CallFailed || (error instanceof Error && counted.has(error));
        if (!isCounted) fail(reasonOf(error));
      }
      await pause(everyMs);
    }
  };
  /** Renewals run one at a time: a refresh token is valid once. */
  let renewing: Promise<unknown> = Promise.resolve();
  const renewSession = (
    { person, tokens, refresh }: (typeof sessions)[number],
    how: 'add' | 'replace',
  ): Promise<unknown> => {
    const renew = async () => {
      const { token: accessToken, cookie } = await refresh();
      tokens[how](accessToken);
      if (person === subscriber) viewCookies[how](cookie);
    };
    return (renewing = renewing.then(renew, renew));
  };
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
        const { token: accessToken, cookie } = await logIn(person, browser);
        browser = cookie;
        await person.uses[round % person.uses.length]?.(accessToken);
        await call(person.logout, { params: person.params, token: accessToken, headers: { cookie } });
      });
    }),
    loop(100, async () => {
      await readPages();
      if (!photoAddresses.isEmpty()) await loadPhoto();
    }),
    loop(800, async () => {
      open.push(await checkOut());
      const oldest = open.length > OPEN_CHECKOUTS ? open.shift() : undefined;
      if (oldest) await pay(oldest);
    }),
  ];

  return {
    /** Returns the number of requests so far, and of failed ones. */
    counts: () => ({ requests, failed }),
    failures: (): ReadonlyMap<string, number> => failures,
    /** Replaces the keys and secrets with which the partner signs from now on. */
    setPartner: (next: Partial<Signatures>): void => void Object.assign(signatures, next),
    /** Replaces all values that clients use by newly signed ones: time does the same before a former key is removed. */
    renew: async (): Promise<void> => {
      for (const session of sessions) await renewSession(session, 'replace');
      photoAddresses.clear();
      cursors.clear();
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      await Promise.all(loops);
    },
  };
};
