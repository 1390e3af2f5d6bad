import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { Event, EventData, EventName } from 'contracts/events';
import pg from 'pg';
import { createLogger } from 'service-kit/logger';
import { createEvent } from 'service-kit/outbox';
import { createPostgres, migrate } from 'service-kit/postgres';
import { createVerifier } from 'service-kit/auth';
import { createIssuer } from 'service-kit/tokens';
import type { SigningKey, TokenUse } from 'service-kit/tokens';
import request from 'supertest';
import { NOTHING_REVOKED, tokenSession } from '../../../packages/service-kit/test/token-session.ts';
import { createBilling } from '../src/app.ts';
import { MIGRATIONS } from '../src/migrations.ts';

export const KEY = 'key-of-the-sandbox-partner-in-tests';
/** Accepted beside KEY, as during a rotation. */
export const NEXT_KEY = 'next-key-of-the-sandbox-partner-in-tests';
export const PUBLIC_URL = 'http://site.test';
export const DEFAULT_OFFER = 'http://partner.test/offer?campaign=welcome';
export const DEFAULT_TELEGRAM = 'https://t.me/+default';
export const GRACE_DAYS = 3;

const newSigningKey = (): SigningKey => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { x = '', d = '' } = createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' })).export({
    format: 'jwk',
  });
  return { kty: 'OKP', crv: 'Ed25519', kid: 'test', x, d };
};

/**
 * The real billing on a database of its own; its events are read from the outbox, and its clock is the test's.
 * @param database an existing one is migrated
 */
export const createHarness = async (database = `billing_test_${randomUUID().replaceAll('-', '')}`) => {
  const server = process.env.POSTGRES_URL;
  if (!server) throw new Error('POSTGRES_URL is missing');
  const address = new URL(server);
  address.pathname = `/${database}`;
  await migrate(address.href, MIGRATIONS);

  const lines: string[] = [];
  const logger = createLogger('billing-test', 'debug', { write: (line: string) => void lines.push(line) });
  const postgres = createPostgres({ url: address.href, logger });
  const issuer = await createIssuer('identity', newSigningKey());
  const time = { offset: 0 };
  const billing = createBilling({
    postgres,
    logger,
    verifier: createVerifier({ identity: issuer.jwks }, NOTHING_REVOKED),
    payment: { defaultOfferUrl: DEFAULT_OFFER, hosts: ['partner.test', 'other-partner.test'], allowHttp: true },
    postbackKeys: { sandbox: [KEY, NEXT_KEY], second: ['key-of-the-second-partner-in-tests'] },
    defaultTelegramLink: DEFAULT_TELEGRAM,
    publicUrl: PUBLIC_URL,
    graceDays: GRACE_DAYS,
    clock: () => new Date(Date.now() + time.offset),
  });
  const http = request(billing.http);

  const tell = async <Name extends EventName>(
    name: Name,
    data: EventData<Name>,
    revision = 1,
    id?: string,
  ): Promise<void> => {
    const listener = billing.listeners[name];
    if (!listener) throw new Error(`billing does not listen to ${name}`);
    const event = createEvent(name, data, revision);
    await listener(id ? { ...event, id } : event);
  };

  const facts = (
    id: string,
    over: Partial<EventData<'subscriber.registered'>> = {},
  ): EventData<'subscriber.registered'> => ({
    id,
    email: `${id}@example.org`,
    firstName: 'Anaïs',
    lastName: 'Le Goff',
    username: 'anais',
    tracking: { clickId: 'CLICK1', affiliate: '', pixelId: 'PIX1' },
    modelSlug: 'nina',
    ...over,
  });

  return {
    ...billing,
    request: http,
    postgres,
    lines,
    tell,
    facts,
    /** Moves billing's clock. */
    travel: (days: number) => void (time.offset += days * 24 * 60 * 60_000),
    token: (id: string, role: 'subscriber' | 'administrator' = 'subscriber', use: TokenUse = 'access') =>
      issuer.sign(use, { role, id }, tokenSession()),
    /** Registers somebody as identity's event would. */
    subscriber: async (over: Partial<EventData<'subscriber.registered'>> = {}) => {
      const data = facts(randomUUID(), over);
      await tell('subscriber.registered', data);
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
    postback: (query: Record<string, string>, partner = 'sandbox') =>
      http.get(`/api/postbacks/${partner}`).query({ key: KEY, ...query }),
    /** The events saved so far about somebody, in their order. */
    events: async (subscriberId: string): Promise<Event[]> => {
      const { rows } = await postgres.query<{ event: Event }>(
        `select event from outbox where event -> 'data' ->> 'subscriberId' = $1 order by sequence`,
        [subscriberId],
      );
      return rows.map(({ event }) => event);
    },
    /** What was made of each arrival of a transaction. */
    verdicts: async (transactionId: string): Promise<string[]> => {
      const { rows } = await postgres.query<{ verdict: string }>(
        'select verdict from postbacks where transaction_id = $1 order by received_at',
        [transactionId],
      );
      return rows.map(({ verdict }) => verdict);
    },
    /** What of a transaction's postback was flagged. */
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
    close: async () => {
      await postgres.close();
      const client = new pg.Client({ connectionString: server });
      await client.connect();
      await client.query(`drop database ${pg.escapeIdentifier(database)} with (force)`);
      await client.end();
    },
  };
};
export type Harness = Awaited<ReturnType<typeof createHarness>>;

/** The checkout's reference in the address of the partner. */
export const referenceOf = (location: string | undefined): string =>
  new URL(location ?? '').searchParams.get('sub4') ?? '';

export const newTransaction = () => `T-${randomUUID()}`;

/** A subscriber who stands before the partner's page. */
export const atThePartner = async (billing: Harness) => {
  const subscriber = await billing.subscriber();
  return { ...subscriber, sub4: referenceOf((await subscriber.pay()).headers.location) };
};
export const eventNames = async (billing: Harness, subscriberId: string): Promise<EventName[]> =>
  (await billing.events(subscriberId)).map(({ name }) => name);
