import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { EventData, EventName } from 'contracts/events';
import { createLogger } from 'service-kit/logger';
import { hashPassword } from 'service-kit/passwords';
import { createPostgres } from 'service-kit/postgres';
import { createRevocations } from 'service-kit/revocations';
import supertest from 'supertest';
import { startDatabase } from 'testing/databases';
import { deliverNew, modelFacts, outboxEvents } from 'testing/events';
import { newSigningKey } from 'testing/signing-keys';
import { createIdentityApp } from '../src/app.ts';
import type { Dependencies } from '../src/app.ts';
import { createSmtpTransport } from '../src/mails/smtp-transport.ts';
import { MIGRATIONS } from '../src/migrations.ts';
import { startMailServer } from './mail-server.ts';

export const ADMIN_PASSWORD = 'une-loge-fermee';
export const PASSWORD = 'rideau-rouge';

/** Starts the real identity service on a new database, with a mail server; events are read from its outbox. */
export const startIdentity = async (changes: Partial<Dependencies> = {}) => {
  const logger = createLogger('identity', 'silent');
  const database = await startDatabase('identity', MIGRATIONS);
  const { postgres } = database;
  const mailPostgres = createPostgres({ url: database.url, logger, max: 2 });
  const mailServer = await startMailServer();
  const smtp = createSmtpTransport(mailServer.url);
  const site = changes.site ?? {
    title: 'Coulisses',
    publicUrl: 'http://localhost:8080',
    sender: { name: 'Coulisses', email: 'bonjour@coulisses.example' },
  };
  const identity = await createIdentityApp({
    postgres,
    mailPostgres,
    logger,
    revocations: createRevocations({ logger }),
    smtp,
    signingKey: newSigningKey(),
    adminPasswordHash: await hashPassword(ADMIN_PASSWORD),
    site,
    ...changes,
  });
  const consume = <Name extends EventName>(name: Name, data: EventData<Name>, revision = 1) =>
    deliverNew(identity.listeners, name, data, revision);
  const throughGateway: RequestListener = (request, response) => {
    request.headers['x-forwarded-proto'] ??= new URL(site.publicUrl).protocol.slice(0, -1);
    identity.http(request, response);
  };
  const http = supertest(throughGateway);
  return {
    ...identity,
    app: identity.http,
    http,
    postgres,
    mailServer,
    consume,
    /** Returns the events in the outbox, oldest first. */
    events: () => outboxEvents(postgres),
    /** Registers a subscriber. */
    register: async (changed: Record<string, unknown> = {}) => {
      const model = modelFacts();
      await consume('model.created', model);
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
      await Promise.all([mailServer.close(), mailPostgres.close()]);
      await database.stop();
    },
  };
};
export type Identity = Awaited<ReturnType<typeof startIdentity>>;
