import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { mediaListToText, parseMediaList } from 'contracts/media-items';
import { decimalPrice, FIRST_MONTH_CENTS, OFFER_CURRENCY } from 'contracts/offer';
import { register, verifyAdministrator } from 'contracts/operations/auth';
import { checkPayment } from 'contracts/operations/billing';
import { createModel, getModel, updateModel } from 'contracts/operations/models';
import { uploadFile } from 'contracts/operations/uploads';
import { formOf, readPicture } from 'security-tests/platform/uploader-fixtures';
import { createCalls, send } from './client.ts';
import type { Platform } from './platform.ts';

export interface Payer {
  email: string;
  token: string;
  cookie: string;
  /** Time of registration: a token is checked only while it is valid. */
  registeredAt: number;
}

/** Writes that the platform has acknowledged: the invariants compare the stores with them. */
export interface Acknowledged {
  registrations: Payer[];
  payments: { transactionId: string; payer: Payer }[];
  /** Refunds, each by the transaction that was refunded. */
  refunds: { transactionId: string; payer: Payer }[];
  saves: string[];
  /** Every save that was sent, acknowledged or not, in order. */
  sentSaves: string[];
  uploads: string[];
}

/** Delivery of the partner's postbacks for payments from now on. */
export type PostbackMode = 'once' | 'duplicate' | 'late' | 'reordered';

export const JOURNEYS = ['payment', 'save', 'upload'] as const;
export type JourneyName = (typeof JOURNEYS)[number];

const PAUSE_MS: Record<JourneyName, number> = { payment: 150, save: 300, upload: 700 };
const TOKEN_LIFE_MS = 4 * 60_000;
/** Delay of the postback of a late payment; a refund before it is reordered. */
const LATE_SECONDS = 2;

/** Starts the journeys of visitors and the administrator, each in its own loop until `stop`. */
export const startJourneys = async (platform: Platform) => {
  const { url, partner, accounts } = platform.file();
  const call = createCalls(url);
  const acknowledged: Acknowledged = {
    registrations: [],
    payments: [],
    refunds: [],
    saves: [],
    sentSaves: [],
    uploads: [],
  };
  const lastSuccessStart: Record<JourneyName, number> = { payment: 0, save: 0, upload: 0 };
  const failures = new Map<string, number>();
  let mode: PostbackMode = 'once';
  let isPaused = false;
  let isStopped = false;
  let administrator = { token: '', at: 0 };

  const administratorToken = async (): Promise<string> => {
    if (Date.now() - administrator.at > TOKEN_LIFE_MS) {
      const { response } = await call(verifyAdministrator, { body: accounts.administrator });
      if (!('token' in response)) throw new Error('the administrator must have no second factor');
      administrator = { token: response.token, at: Date.now() };
    }
    return administrator.token;
  };
  const picture = await readPicture();
  const slug = `chaos-${randomUUID().slice(0, 8)}`;
  const upload = async (): Promise<string> =>
    (
      await call(uploadFile, {
        token: await administratorToken(),
        params: { fileType: 'photos', modelSlug: slug },
        ...formOf('file', picture),
      })
    ).response.filename;
  const photo = await upload();
  const { response: model } = await call(createModel, {
    token: await administratorToken(),
    body: {
      name: 'Chaos',
      slug,
      bio: 'initial',
      photo_items: mediaListToText([{ id: '1', filename: photo, likes: 0, isLocked: true }]),
    },
  });

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
      if (status !== 503 || attempt >= 20) throw new Error(`the redirect responded ${status}`);
      await pause(250);
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
  const refund = async (transactionId: string, payer: Payer) => {
    await postToPartner('/refund', { transaction_id: transactionId });
    acknowledged.refunds.push({ transactionId, payer });
  };
  let paymentCount = 0;

  const journeys: Record<JourneyName, () => Promise<void>> = {
    payment: async () => {
      const notified = mode;
      const payer = await registerPayer();
      const { searchParams } = await checkoutOf(payer);
      const { transaction_id: transactionId } = await postToPartner('/pay', {
        ...Object.fromEntries(searchParams),
        ...(notified === 'once' && { action: 'accept' }),
        ...(notified === 'duplicate' && { action: 'duplicate' }),
        ...((notified === 'late' || notified === 'reordered') && { action: 'late', seconds: String(LATE_SECONDS) }),
      });
      acknowledged.payments.push({ transactionId, payer });
      paymentCount += 1;
      if (notified === 'duplicate') {
        // Sends the same notification a third time, over another connection than the partner's two.
        const query = new URLSearchParams({
          key: platform.postbackKey,
          transaction_id: transactionId,
          event: 'first',
          sub4: searchParams.get('sub4') ?? '',
          amount: decimalPrice(FIRST_MONTH_CENTS),
          currency: OFFER_CURRENCY,
        });
        await send(url, { method: 'GET', target: `/api/postbacks/sandbox?${query}`, headers: {} });
      }
      if (notified === 'reordered' || paymentCount % 2 === 0) await refund(transactionId, payer);
    },
    save: async () => {
      const bio = `saved ${acknowledged.sentSaves.length + 1}`;
      const token = await administratorToken();
      acknowledged.sentSaves.push(bio);
      const { response } = await call(updateModel, { token, params: { id: model.id }, body: { bio } });
      if (response.bio !== bio) throw new Error('the response holds another text than the request');
      acknowledged.saves.push(bio);
    },
    upload: async () => {
      acknowledged.uploads.push(await upload());
    },
  };

  const running = new Set<JourneyName>();
  const loop = async (name: JourneyName) => {
    while (!isStopped) {
      await pause(PAUSE_MS[name]);
      if (isPaused) continue;
      const begunAt = performance.now();
      running.add(name);
      try {
        await journeys[name]();
        lastSuccessStart[name] = begunAt;
      } catch (error) {
        // Requests fail while a fault lasts; only acknowledged changes count.
        const reason = `${name}: ${error instanceof Error ? error.message : String(error)}`.slice(0, 160);
        failures.set(reason, (failures.get(reason) ?? 0) + 1);
      }
      running.delete(name);
    }
  };
  const loops = JOURNEYS.map(loop);

  const viewOf = async (payer: Payer) => (await call(getModel, { token: payer.token, params: { slug } })).response;

  return {
    acknowledged,
    failures,
    model: { id: model.id, slug },
    setMode: (next: PostbackMode): void => {
      mode = next;
    },
    /** Lists the journeys that have not completed since a moment (performance.now). */
    incompleteSince: (moment: number): JourneyName[] => JOURNEYS.filter((name) => lastSuccessStart[name] < moment),
    /** Stops new journeys and resolves once none is running. */
    pause: async (): Promise<void> => {
      isPaused = true;
      while (running.size > 0) await pause(50);
    },
    resume: (): void => {
      isPaused = false;
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      await Promise.all(loops);
    },
    hasPaid: async ({ token }: Payer): Promise<boolean> => (await call(checkPayment, { token })).response.hasPaid,
    /** Whether the locked photo is still locked for this payer. */
    isClosed: async (payer: Payer): Promise<boolean> =>
      parseMediaList((await viewOf(payer)).photo_items).some(({ isViewable }) => !isViewable),
    savedText: async (): Promise<string> =>
      (await call(getModel, { token: await administratorToken(), params: { slug } })).response.bio,
  };
};
export type Journeys = Awaited<ReturnType<typeof startJourneys>>;
