import type { Kept } from './kept.ts';

/** Services with a PostgreSQL database, which is named as they are. */
const POSTGRES_SERVICES = ['identity', 'media', 'affiliate', 'billing'] as const;

/** The secret half of each process's environment, where the servers are named as in docker-compose.yml and k8s/. */
export const secretsOfProcesses = ({ secrets, passwords }: Kept) => {
  const broker = { RABBIT_URL: `amqp://platform:${passwords.rabbitmq}@rabbitmq:5672` };
  const addressOf = (service: (typeof POSTGRES_SERVICES)[number]) => `postgres://${service}:${passwords.roles[service]}@postgres:5432/${service}`;
  const database = (service: (typeof POSTGRES_SERVICES)[number]) => ({ ...broker, DATABASE_URL: addressOf(service) });
  const signature = { MEDIA_URL_SECRET: secrets.mediaUrlSecret };
  const storage = { S3_ACCESS_KEY_ID: 'platform', S3_SECRET_ACCESS_KEY: passwords.objectStorage };
  // Without a password: only the catalogue, and what backs it up, reach this server.
  const mongo = 'mongodb://mongodb:27017/catalogue';
  return {
    gateway: broker,
    identity: { ...database('identity'), SIGNING_KEY: secrets.identityKey, ADMIN_PASSWORD_HASH: secrets.adminPasswordHash },
    catalogue: { ...broker, ...signature, MONGO_URL: mongo },
    media: { ...database('media'), ...signature, ...storage },
    'media-worker': { ...database('media'), ...storage },
    affiliate: { ...database('affiliate'), SIGNING_KEY: secrets.affiliateKey },
    billing: { ...database('billing'), POSTBACK_KEYS: JSON.stringify({ sandbox: secrets.postbackKey }) },
    partner: { POSTBACK_KEY: secrets.postbackKey },
    demo: { ADMIN_PASSWORD: secrets.adminPassword },
    backup: {
      IDENTITY_DATABASE_URL: addressOf('identity'),
      MEDIA_DATABASE_URL: addressOf('media'),
      AFFILIATE_DATABASE_URL: addressOf('affiliate'),
      BILLING_DATABASE_URL: addressOf('billing'),
      MONGO_URL: mongo,
    },
  } satisfies Record<string, Record<string, string>>;
};

/** What the servers themselves are given at their first start: file names and contents. */
export const filesOfServers = ({ passwords: { postgres, rabbitmq, roles } }: Kept) => ({
  postgres: {
    'postgres-password': postgres,
    'postgres-init.sql': POSTGRES_SERVICES.map((service) => `create role ${service} login password '${roles[service]}';\ncreate database ${service} owner ${service};\n`).join(''),
  },
  rabbitmq: { 'rabbitmq.conf': `default_user = platform\ndefault_pass = ${rabbitmq}\nloopback_users = none\nlog.console = true\n` },
});
