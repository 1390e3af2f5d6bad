import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Actor, Event, EventData, EventName } from 'contracts/events';
import pg from 'pg';
import { createLogger } from 'service-kit/logger';
import { createEvent } from 'service-kit/outbox';
import { createPaymentHosts } from 'service-kit/payment-hosts';
import { createPostgres, migrate } from 'service-kit/postgres';
import { createIssuer, signingKey } from 'service-kit/tokens';
import supertest from 'supertest';
import { oldTokenSession, tokenSession } from '../../../packages/service-kit/test/token-session.ts';
import { createAffiliate } from '../src/app.ts';
import { MIGRATIONS } from '../src/migrations.ts';

export const PASSWORD = 'lampe-rouge';
export const OFFER_URL = 'https://pay.example/offer';

const newSigningKey = (kid: string) =>
  signingKey.parse({ ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid });

/** Stands at catalogue's address; each test says what it answers. */
const startCatalogue = async () => {
  const calls: { url: string; authorization: string }[] = [];
  const notFound: RequestListener = (_request, response) => void response.writeHead(404).end();
  let answer = notFound;
  const server = createServer((request, response) => {
    calls.push({ url: request.url ?? '', authorization: request.headers.authorization ?? '' });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answers: (listener: RequestListener = notFound) => {
      answer = listener;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
};

/** The real affiliate service on a database of its own; events are read from its outbox. */
export const startAffiliate = async () => {
  const server = process.env.POSTGRES_URL;
  if (!server) throw new Error('POSTGRES_URL says where the tests may create databases');
  const name = `affiliate_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await migrate(url.href, MIGRATIONS);
  const logger = createLogger('affiliate', 'silent');
  const postgres = createPostgres({ url: url.href, logger });
  const catalogue = await startCatalogue();
  const identity = await createIssuer('identity', newSigningKey('identity'));
  const affiliate = await createAffiliate({
    postgres,
    logger,
    signingKey: newSigningKey('affiliate'),
    identityKeys: identity.jwks,
    catalogueUrl: catalogue.url,
    relyingParty: { url: 'http://localhost:8080', title: 'Coulisses' },
    paymentHosts: createPaymentHosts(['pay.example', '127.0.0.1:9999'], true),
  });
  const http = supertest(affiliate.http);
  const administrator = `Bearer ${await identity.sign('access', { role: 'administrator', id: 'administrator' }, tokenSession())}`;

  /** A new affiliate, as its creation answers it. */
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
  const deliver = async (event: Event): Promise<void> =>
    (affiliate.listeners[event.name] as ((event: Event) => Promise<void>) | undefined)?.(event);
  const logIn = (slug: string, password: unknown = PASSWORD, address = '192.0.2.1') =>
    http.post(`/api/affiliates/${slug}/verify`).set('x-real-ip', address).send({ password });
  return {
    ...affiliate,
    app: affiliate.http,
    http,
    postgres,
    catalogue,
    administrator,
    /** The administrator with a login too old for sensitive changes. */
    oldAdministrator: `Bearer ${await identity.sign('access', { role: 'administrator', id: 'administrator' }, oldTokenSession())}`,
    subscriber: `Bearer ${await identity.sign('access', { role: 'subscriber', id: randomUUID() }, tokenSession())}`,
    create,
    logIn,
    /** A new affiliate with its token. */
    createAndLogIn: async (fields: Record<string, unknown> = {}) => {
      const created = await create(fields);
      const response = await logIn(created.slug).expect(200);
      return {
        ...created,
        bearer: `Bearer ${response.body.token as string}`,
        cookies: response.get('Set-Cookie') ?? [],
      };
    },
    deliver,
    hear: async <Name extends EventName>(
      eventName: Name,
      data: EventData<Name>,
      revision = 1,
      actor?: Actor,
    ): Promise<Event<Name>> => {
      const event = { ...createEvent(eventName, data, revision), ...(actor && { actor }) };
      await deliver(event);
      return event;
    },
    /** The events about an affiliate's sessions, oldest first. */
    eventsAbout: async (subjectId: string): Promise<Event[]> =>
      (
        await postgres.query<{ event: Event }>(
          "select event from outbox where event->'data'->>'subjectId' = $1 order by sequence",
          [subjectId],
        )
      ).rows.map(({ event }) => event),
    /** The events about one affiliate, oldest first. */
    eventsOf: async (id: string): Promise<Event[]> =>
      (
        await postgres.query<{ event: Event }>(
          "select event from outbox where event->'data'->>'id' = $1 order by sequence",
          [id],
        )
      ).rows.map(({ event }) => event),
    stop: async () => {
      await Promise.all([catalogue.close(), postgres.close()]);
      const client = new pg.Client({ connectionString: server });
      await client.connect();
      await client.query(`drop database ${pg.escapeIdentifier(name)} with (force)`);
      await client.end();
    },
  };
};
export type AffiliateApp = Awaited<ReturnType<typeof startAffiliate>>;

/** A model as its event tells it. */
export const modelFacts = (facts: Partial<EventData<'model.created'>> = {}): EventData<'model.created'> => ({
  id: randomUUID(),
  slug: `modele-${randomUUID().slice(0, 8)}`,
  previousSlugs: [],
  name: 'Nina',
  affiliateId: null,
  emailFromName: '',
  emailFromEmail: '',
  telegramLink: '',
  adexicoBaseUrl: '',
  adexicoSourceId: 'BA',
  assets: [],
  ...facts,
});

/** The cookies of an answer as a browser sends them back. */
export const cookieHeader = (setCookies: readonly string[]): string =>
  setCookies.map((cookie) => cookie.split(';')[0]).join('; ');
