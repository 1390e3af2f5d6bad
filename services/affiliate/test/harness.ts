import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { CommissionTerms } from 'contracts/commissions';
import type { Actor, Event, EventData, EventName } from 'contracts/events';
import { createLogger } from 'service-kit/logger';
import { createPaymentHosts } from 'service-kit/payment-hosts';
import { createRevocations } from 'service-kit/revocations';
import { createMetrics } from 'service-kit/telemetry';
import supertest from 'supertest';
import { startDatabase } from 'testing/databases';
import { deliver, deliverNew, outboxEventsWith } from 'testing/events';
import { startHttpServer } from 'testing/http-server';
import { newIssuer, newSigningKey } from 'testing/signing-keys';
import { oldTokenSession, tokenSession } from 'testing/token-sessions';
import { createAffiliateApp } from '../src/app.ts';
import { MIGRATIONS } from '../src/migrations.ts';

export const PASSWORD = 'lampe-rouge';
export const OFFER_URL = 'https://pay.example/offer';

/** Starts a stand-in for catalogue, whose responses each test sets. */
const startCatalogue = async () => {
  const calls: { url: string; authorization: string }[] = [];
  const notFound: RequestListener = (_request, response) => void response.writeHead(404).end();
  let result = notFound;
  const server = await startHttpServer((request, response) => {
    calls.push({ url: request.url ?? '', authorization: request.headers.authorization ?? '' });
    result(request, response);
  });
  return {
    ...server,
    calls,
    responses: (listener: RequestListener = notFound) => {
      result = listener;
    },
  };
};

/** Commission terms of the site in these tests. */
export const SITE_TERMS: CommissionTerms = {
  first: { kind: 'percent', basis_points: 3_000 },
  renewal: { kind: 'percent', basis_points: 1_250 },
  holding_days: 30,
  minimum_cents: 100,
};

/** Starts the real affiliate service on a new database; events are read from its outbox. */
export const startAffiliate = async ({ privatePostbackHosts = [] as string[] } = {}) => {
  const database = await startDatabase('affiliate', MIGRATIONS);
  const { postgres } = database;
  const logger = createLogger('affiliate', 'silent');
  const catalogue = await startCatalogue();
  const identity = await newIssuer('identity');
  const revocations = createRevocations({ logger });
  const metrics = createMetrics('affiliate');
  const affiliate = await createAffiliateApp({
    postgres,
    logger,
    metrics,
    revocations,
    signingKey: newSigningKey('affiliate'),
    identityKeys: identity.jwks,
    catalogueUrl: catalogue.url,
    commissionTerms: SITE_TERMS,
    site: { title: 'Coulisses', publicUrl: 'http://localhost:8080' },
    paymentHosts: createPaymentHosts(['pay.example', '127.0.0.1:9999'], true),
    privatePostbackHosts,
  });
  const http = supertest(affiliate.http);
  const administrator = `Bearer ${await identity.sign('access', { role: 'administrator', id: 'administrator' }, tokenSession())}`;

  /** Creates an affiliate. @returns the response */
  const create = async (fields: Record<string, unknown> = {}) => {
    const body = {
      name: 'Studio Nord',
      slug: `aff-${randomUUID().slice(0, 8)}`,
      custom_password: PASSWORD,
      adexico_base_url: OFFER_URL,
      ...fields,
    };
    return (await http.post('/api/affiliates').set('Authorization', administrator).send(body).expect(201)).body as {
      id: string;
      slug: string;
      name: string;
    };
  };
  const logIn = (slug: string, password: unknown = PASSWORD, address = '192.0.2.1') =>
    http.post(`/api/affiliates/${slug}/verify`).set('x-real-ip', address).send({ password });
  return {
    ...affiliate,
    metrics,
    revocations,
    app: affiliate.http,
    http,
    postgres,
    catalogue,
    administrator,
    /** Administrator whose login is too old for sensitive changes. */
    oldAdministrator: `Bearer ${await identity.sign('access', { role: 'administrator', id: 'administrator' }, oldTokenSession())}`,
    subscriber: `Bearer ${await identity.sign('access', { role: 'subscriber', id: randomUUID() }, tokenSession())}`,
    /** Signs a token of a subscriber. */
    subscriberToken: async (id: string) =>
      `Bearer ${await identity.sign('access', { role: 'subscriber', id }, tokenSession())}`,
    create,
    logIn,
    /** Creates an affiliate with its token. */
    createAndLogIn: async (fields: Record<string, unknown> = {}) => {
      const created = await create(fields);
      const response = await logIn(created.slug).expect(200);
      return {
        ...created,
        bearer: `Bearer ${response.body.token as string}`,
        cookies: response.get('Set-Cookie') ?? [],
      };
    },
    deliver: (event: Event) => deliver(affiliate.listeners, event),
    consume: <Name extends EventName>(name: Name, data: EventData<Name>, revision = 1, actor?: Actor) =>
      deliverNew(affiliate.listeners, name, data, revision, actor && { actor }),
    /** Returns the events about an affiliate's sessions, oldest first. */
    eventsAbout: (subjectId: string) => outboxEventsWith(postgres, 'subjectId', subjectId),
    /** Returns the events about one affiliate, oldest first. */
    eventsOf: (id: string) => outboxEventsWith(postgres, 'id', id),
    stop: async () => {
      await Promise.all([catalogue.close(), database.stop()]);
    },
  };
};
export type AffiliateApp = Awaited<ReturnType<typeof startAffiliate>>;
