import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { Event, EventData, EventName } from 'contracts/events';
import pg from 'pg';
import { createLogger } from 'service-kit/logger';
import { createEvent } from 'service-kit/outbox';
import { hashPassword } from 'service-kit/passwords';
import { createPostgres, migrate } from 'service-kit/postgres';
import { signingKey } from 'service-kit/tokens';
import supertest from 'supertest';
import { createIdentity } from '../src/app.ts';
import type { Dependencies } from '../src/app.ts';
import { createSmtpTransport } from '../src/mails/smtp-transport.ts';
import { MIGRATIONS } from '../src/migrations.ts';
import { startMailServer } from './mail-server.ts';

export const ADMIN_PASSWORD = 'une-loge-fermee';
export const PASSWORD = 'rideau-rouge';

const newSigningKey = () =>
  signingKey.parse({ ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid: 'test' });

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

/** The real identity on a database of its own and a mail server; events are read from its outbox. */
export const startIdentity = async (changes: Partial<Dependencies> = {}) => {
  const server = process.env.POSTGRES_URL;
  if (!server) throw new Error('POSTGRES_URL says where the tests may create databases');
  const name = `identity_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await migrate(url.href, MIGRATIONS);
  const logger = createLogger('identity', 'silent');
  const postgres = createPostgres({ url: url.href, logger });
  const mailPostgres = createPostgres({ url: url.href, logger, max: 2 });
  const mailServer = await startMailServer();
  const smtp = createSmtpTransport(mailServer.url);
  const identity = await createIdentity({
    postgres,
    mailPostgres,
    logger,
    smtp,
    signingKey: newSigningKey(),
    adminPasswordHash: await hashPassword(ADMIN_PASSWORD),
    site: {
      title: 'Coulisses',
      publicUrl: 'http://localhost:8080',
      sender: { name: 'Coulisses', email: 'bonjour@coulisses.example' },
    },
    ...changes,
  });
  const hear = async <Name extends EventName>(
    eventName: Name,
    data: EventData<Name>,
    revision = 1,
  ): Promise<Event<Name>> => {
    const event = createEvent(eventName, data, revision);
    await identity.listeners[eventName]?.(event);
    return event;
  };
  const http = supertest(identity.http);
  return {
    ...identity,
    app: identity.http,
    http,
    postgres,
    mailServer,
    hear,
    /** The events that wait in the outbox, oldest first. */
    events: async (): Promise<Event[]> =>
      (await postgres.query<{ event: Event }>('select event from outbox order by sequence')).rows.map(
        ({ event }) => event,
      ),
    /** A registered person. */
    register: async (changed: Record<string, unknown> = {}) => {
      const model = modelFacts();
      await hear('model.created', model);
      const body = {
        firstName: 'Claire',
        lastName: 'Fontaine',
        email: `claire.${randomUUID()}@example.org`,
        password: PASSWORD,
        trackingParams: {},
        modelSlug: model.slug,
        ...changed,
      };
      const response = await http.post('/api/auth/register').send(body).expect(201);
      return {
        ...body,
        token: response.body.token as string,
        user: response.body.user as Record<string, string>,
        cookies: response.get('Set-Cookie') ?? [],
      };
    },
    stop: async () => {
      smtp.close();
      await Promise.all([mailServer.close(), mailPostgres.close(), postgres.close()]);
      const client = new pg.Client({ connectionString: server });
      await client.connect();
      await client.query(`drop database ${pg.escapeIdentifier(name)} with (force)`);
      await client.end();
    },
  };
};
export type Identity = Awaited<ReturnType<typeof startIdentity>>;

/** The cookies of an answer as a browser sends them back. */
export const cookieHeader = (setCookies: readonly string[]): string =>
  setCookies.map((cookie) => cookie.split(';')[0]).join('; ');
