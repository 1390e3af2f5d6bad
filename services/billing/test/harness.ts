import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { EventData, EventName } from 'contracts/events';
import { createLogger } from 'service-kit/logger';
import { createVerifier } from 'service-kit/auth';
import { createPaymentHosts } from 'service-kit/payment-hosts';
import { createMetrics } from 'service-kit/telemetry';
import type { TokenUse } from 'service-kit/tokens';
import { Webhook } from 'standardwebhooks';
import request from 'supertest';
import { newDatabaseUrl, startDatabase } from 'testing/databases';
import { eventually } from 'testing/eventually';
import { affiliateFacts, deliverNew, modelFacts, outboxEventsWith, subscriberFacts } from 'testing/events';
import { newIssuer } from 'testing/signing-keys';
import { NOTHING_REVOKED, tokenSession } from 'testing/token-sessions';
import { createBillingApp } from '../src/app.ts';
import { MIGRATIONS } from '../src/migrations.ts';
import type { BotSettings } from '../src/telegram/bot-api.ts';

export const KEY = 'key-of-the-sandbox-partner-in-tests';
/** Second accepted key, as during a rotation. */
export const NEXT_KEY = 'next-key-of-the-sandbox-partner-in-tests';
/** Secrets of the partner `sandbox`: that of the published test vector, and its successor. */
export const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
export const NEXT_WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const PUBLIC_URL = 'http://site.test';
export const DEFAULT_OFFER = 'http://partner.test/offer?campaign=welcome';
export const DEFAULT_TELEGRAM = 'https://t.me/+default';
export const GRACE_DAYS = 3;
/** Operator with only name and address. */
export const OPERATOR = { name: 'Société Générique', address: '1 rue de l’Été, 75001 Paris' };

/**
 * Starts the real billing service on a new database; its events are read from the outbox, and the test sets its clock.
 * @param url database to use instead; it is migrated
 * @param partner address for calls of the partner `sandbox`; without one the partner cannot be called
 */
export const createHarness = async (
  url = newDatabaseUrl('billing'),
  {
    partner = '',
    telegramBot = null as BotSettings | null,
    // Tests pay within milliseconds.
    fraudThresholds = { minPaySeconds: 0, maxRegistrationsPerHour: 1_000 },
  } = {},
) => {
  const lines: string[] = [];
  const logger = createLogger('billing-test', 'debug', { write: (line: string) => void lines.push(line) });
  const database = await startDatabase('billing', MIGRATIONS, { url, logger });
  const { postgres } = database;
  const issuer = await newIssuer('identity');
  const time = { offset: 0 };
  const metrics = createMetrics('billing-test');
  const billing = createBillingApp({
    postgres,
    logger,
    metrics,
    verifier: createVerifier({ identity: issuer.jwks }, NOTHING_REVOKED),
    defaultOfferUrl: DEFAULT_OFFER,
    paymentHosts: createPaymentHosts(['partner.test', 'other-partner.test'], true),
    postbackKeys: { sandbox: [KEY, NEXT_KEY], second: ['key-of-the-second-partner-in-tests'] },
    webhookSecrets: {
      sandbox: [WEBHOOK_SECRET, NEXT_WEBHOOK_SECRET],
      second: [`whsec_${Buffer.alloc(32, 9).toString('base64')}`],
    },
    partnerApis: partner ? { sandbox: partner } : {},
    defaultTelegramLink: DEFAULT_TELEGRAM,
    telegramBot,
    publicUrl: PUBLIC_URL,
    siteTitle: 'Coulisses',
    operator: OPERATOR,
    graceDays: GRACE_DAYS,
    fraudThresholds,
    timeSql: () => `clock_timestamp() + make_interval(secs => ${time.offset / 1_000})`,
  });
  const http = request(billing.http);

  const consume = <Name extends EventName>(name: Name, data: EventData<Name>, revision = 1, id?: string) =>
    deliverNew(billing.listeners, name, data, revision, id ? { id } : {});
  const postback = (query: Record<string, string>, partner = 'sandbox') =>
    http.get(`/api/postbacks/${partner}`).query({ key: KEY, ...query });

  return {
    ...billing,
    request: http,
    postgres,
    metrics,
    lines,
    consume,
    /** Moves billing's clock. */
    travel: (days: number) => void (time.offset += days * 24 * 60 * 60_000),
    token: (
      id: string,
      role: 'subscriber' | 'administrator' = 'subscriber',
      use: TokenUse = 'access',
      session = tokenSession(),
    ) => issuer.sign(use, { role, id }, session),
    /** Creates an affiliate as its event would. */
    affiliate: async (over: Partial<EventData<'affiliate.created'>> = {}) => {
      const created = affiliateFacts(over);
      await consume('affiliate.created', created);
      return created;
    },
    /** Creates a model as its event would. */
    model: async (over: Partial<EventData<'model.created'>> = {}) => {
      const created = modelFacts(over);
      await consume('model.created', created);
      return created;
    },
    /** Signs a registration as identity does for the browser. */
    claim: (registered: EventData<'subscriber.registered'>, seconds = 60) =>
      issuer.signClaim('registration', registered.id, registered, seconds),
    /** Registers a subscriber as identity's event would. */
    subscriber: async (over: Partial<EventData<'subscriber.registered'>> = {}) => {
      const data = subscriberFacts(over);
      await consume('subscriber.registered', data);
      const view = await issuer.sign('view', { role: 'subscriber', id: data.id }, tokenSession());
      const access = await issuer.sign('access', { role: 'subscriber', id: data.id }, tokenSession());
      return {
        ...data,
        view,
        /** Opens the payment link. */
        pay: (affiliate = 'default') =>
          http.get('/redirect/payment').query({ affiliate }).set('cookie', `subscriber_view=${view}`),
        checkPayment: async (): Promise<boolean> =>
          (await http.get('/api/auth/check-payment').set('authorization', `Bearer ${access}`).expect(200)).body
            .hasPaid as boolean,
        subscription: async () =>
          (await http.get('/api/subscription').set('authorization', `Bearer ${access}`).expect(200)).body as Record<
            string,
            unknown
          >,
      };
    },
    postback,
    /** Sends a postback, of a new transaction unless it names one; returns its verdict. */
    verdictOf: async (fields: Record<string, string>): Promise<string> =>
      (await postback({ transaction_id: newTransaction(), ...fields }).expect(200)).body.verdict as string,
    /** Sends a signed notification. Body, signature and time are the sender's unless given. */
    webhook: (
      body: Record<string, unknown> | string,
      {
        id = `msg_${randomUUID()}`,
        at = new Date(),
        secret = WEBHOOK_SECRET,
        partner: name = 'sandbox',
        signature,
      }: { id?: string; at?: Date; secret?: string; partner?: string; signature?: string } = {},
    ) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return http
        .post(`/api/postbacks/${name}`)
        .set({
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
          'webhook-signature': signature ?? new Webhook(secret).sign(id, at, text),
        })
        .send(text);
    },
    /** Makes the database's clock differ from the process's. */
    shiftClock: (milliseconds: number) => void (time.offset = milliseconds),
    query: postgres.query,
    /** Returns the saved events about a subscriber, in order. */
    events: (subscriberId: string) => outboxEventsWith(postgres, 'subscriberId', subscriberId),
    /** Returns the verdict of each arrival of a transaction. */
    verdicts: async (transactionId: string): Promise<string[]> => {
      const { rows } = await postgres.query<{ verdict: string }>(
        'select verdict from postbacks where transaction_id = $1 order by received_at',
        [transactionId],
      );
      return rows.map(({ verdict }) => verdict);
    },
    /** Returns the flagged discrepancies of a transaction's postback. */
    discrepancies: async (transactionId: string): Promise<string[]> => {
      const { rows } = await postgres.query<{ discrepancies: string[] }>(
        'select discrepancies from postbacks where transaction_id = $1',
        [transactionId],
      );
      return rows[0]?.discrepancies ?? [];
    },
    ledger: async (subscriberId: string): Promise<number[]> => {
      const { rows } = await postgres.query<{ amount_cents: number }>(
        'select amount_cents from ledger where subscriber_id = $1 order by recorded_at, amount_cents desc',
        [subscriberId],
      );
      return rows.map(({ amount_cents }) => amount_cents);
    },
    close: database.stop,
  };
};
export type Harness = Awaited<ReturnType<typeof createHarness>>;

/**
 * Starts billing before the tests of a file and stops it after them.
 * @param checksLedger whether the ledger's invariants must hold after the tests
 * @param settings those of `createHarness`
 */
export const useBilling = ({
  checksLedger = false,
  ...settings
}: { checksLedger?: boolean } & Parameters<typeof createHarness>[1] = {}): Harness => {
  const billing = {} as Harness;
  beforeAll(async () => void Object.assign(billing, await createHarness(undefined, settings)));
  afterAll(async () => {
    const violations = checksLedger ? await billing.ledgerCheck.check() : [];
    await billing.close();
    expect(violations).toEqual([]);
  });
  return billing;
};

/** Returns the signed checkout in the redirect to the partner. */
export const checkoutOf = (location: string | undefined): string =>
  new URL(location ?? '').searchParams.get('sub4') ?? '';

export const newTransaction = () => `T-${randomUUID()}`;

/** Creates a subscriber who has opened the partner's page. */
export const atThePartner = async (billing: Harness, over: Partial<EventData<'subscriber.registered'>> = {}) => {
  const subscriber = await billing.subscriber(over);
  return { ...subscriber, sub4: checkoutOf((await subscriber.pay()).headers.location) };
};
export const eventNames = async (billing: Harness, subscriberId: string): Promise<EventName[]> =>
  (await billing.events(subscriberId)).map(({ name }) => name);

/** Returns the outcomes of calls sent one after the other that wait for the same locked row: by default the subscription. */
export const whileLocked = async (
  { postgres }: Harness,
  subscriberId: string,
  calls: readonly (() => Promise<unknown>)[],
  row = 'subscriptions where subscriber_id',
): Promise<unknown[]> => {
  const { outcomes } = await postgres.transaction(async (client) => {
    await client.query(`select from ${row} = $1 for update`, [subscriberId]);
    const outcomes: Promise<unknown>[] = [];
    for (const call of calls) {
      outcomes.push(call());
      await eventually(async () => {
        const { rowCount } = await postgres.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rowCount === outcomes.length;
      }, 'the call waits for the row');
    }
    return { outcomes };
  });
  return Promise.all(outcomes);
};
