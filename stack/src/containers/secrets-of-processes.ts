import { DATABASES, recordOf } from 'contracts/services';
import type { DatabaseName } from 'contracts/services';
import type { StoredSecrets } from './stored-secrets.ts';

/** Addresses of the stores: host, port, and the options of their URLs. */
interface Stores {
  postgres: string;
  /** Transaction pooler in front of `postgres`, if any. */
  pooler?: string;
  mongodb: string;
  mongodbOptions: string;
}
/** One server of each kind: docker-compose.yml and k8s/components/servers. */
export const SINGLE_SERVERS: Stores = { postgres: 'postgres:5432', mongodb: 'mongodb:27017', mongodbOptions: '' };
/** k8s/components/operators: the Services that the operators create. */
export const OPERATED_SERVERS: Stores = {
  postgres: 'postgres-rw:5432',
  pooler: 'postgres-pooler:5432',
  mongodb: 'mongodb-svc:27017',
  mongodbOptions: '?replicaSet=mongodb&authSource=admin&w=majority',
};

/** External settings. */
interface Given {
  stores: Stores;
  /** Name of the payment partner that confirms payments by postback. */
  partner: string;
  /** URL of the mail server, with user and password if required. */
  smtpUrl: string;
  /** Secrets of services that the platform may do without; empty or absent: not used. */
  optional?: Partial<Record<OptionalSecret, string>>;
}

/** Settings of `optional`. */
export const OPTIONAL_SECRETS = ['TELEGRAM_BOT_TOKEN', 'META_PIXELS', 'CDN_PURGE_TOKEN'] as const;
type OptionalSecret = (typeof OPTIONAL_SECRETS)[number];

/** Parses a value of POSTBACK_KEYS, WEBHOOK_SECRETS or MEDIA_URL_SECRET: text, or a JSON list during a rotation. */
const listed = (value: string): string[] => (value.startsWith('[') ? (JSON.parse(value) as string[]) : [value]);

/** Returns the secret settings of each process by name. */
export const secretsOfProcesses = (
  { secrets, passwords }: StoredSecrets,
  { stores, partner, smtpUrl, optional = {} }: Given,
) => {
  const ifGiven = (name: OptionalSecret): Partial<Record<OptionalSecret, string>> =>
    optional[name] ? { [name]: optional[name] } : {};
  const broker = { RABBIT_URL: `amqp://platform:${passwords.rabbitmq}@rabbitmq:5672` };
  const addressOf = (service: DatabaseName, host = stores.postgres) =>
    `postgres://${service}:${passwords.roles[service]}@${host}/${service}`;
  const database = (service: DatabaseName) => ({
    ...broker,
    ...(stores.pooler === undefined
      ? { DATABASE_URL: addressOf(service) }
      : { DATABASE_URL: addressOf(service, stores.pooler), DATABASE_DIRECT_URL: addressOf(service) }),
  });
  const signature = { MEDIA_URL_SECRET: secrets.mediaUrlSecret };
  const storage = { S3_ACCESS_KEY_ID: 'platform', S3_SECRET_ACCESS_KEY: passwords.objectStorage };
  const mongo = `mongodb://catalogue:${passwords.roles.catalogue}@${stores.mongodb}/catalogue${stores.mongodbOptions}`;
  const postbackKeys = listed(secrets.postbackKey);
  const webhookSecrets = listed(secrets.webhookSecret);
  return {
    // Services without further secrets.
    ...recordOf(DATABASES, (name) => [name, database(name)]),
    gateway: { ...broker, ...ifGiven('CDN_PURGE_TOKEN') },
    identity: {
      ...database('identity'),
      SIGNING_KEY: secrets.identityKey,
      ADMIN_PASSWORD_HASH: secrets.adminPasswordHash,
      SMTP_URL: smtpUrl,
      VAPID_PRIVATE_KEY: secrets.pushKey,
      ...ifGiven('META_PIXELS'),
    },
    catalogue: { ...broker, ...signature, MONGO_URL: mongo },
    media: { ...database('media'), ...signature, ...storage },
    'media-worker': { ...database('media'), ...storage },
    affiliate: { ...database('affiliate'), SIGNING_KEY: secrets.affiliateKey },
    billing: {
      ...database('billing'),
      POSTBACK_KEYS: JSON.stringify({ [partner]: postbackKeys }),
      WEBHOOK_SECRETS: JSON.stringify({ [partner]: webhookSecrets }),
      ...ifGiven('TELEGRAM_BOT_TOKEN'),
    },
    partner: { POSTBACK_KEY: postbackKeys[0] ?? '', WEBHOOK_SECRET: webhookSecrets[0] ?? '' },
    demo: { ADMIN_PASSWORD: secrets.adminPassword },
    backup: {
      ...recordOf(DATABASES, (name) => [`${name.toUpperCase()}_DATABASE_URL`, addressOf(name)]),
      MONGO_URL: mongo,
    },
  } satisfies Record<string, Record<string, string>>;
};

/** Returns SQL that creates a role with a database that no other role may connect to; repeated, it only sets the password. */
const postgresRole = (
  role: DatabaseName,
  password: string,
) => `select 'create role ${role}' where not exists (select from pg_roles where rolname = '${role}') \\gexec
alter role ${role} login password '${password}';
select 'create database ${role} owner ${role}' where not exists (select from pg_database where datname = '${role}') \\gexec
revoke connect on database ${role} from public;
`;

/** Returns a script that creates the catalogue's user, with rights only on its database; repeated, it only sets the password. */
const mongoUser = (password: string) => `const catalogue = db.getSiblingDB('catalogue');
const user = { pwd: '${password}', roles: [{ role: 'readWrite', db: 'catalogue' }] };
if (catalogue.getUser('catalogue')) catalogue.updateUser('catalogue', user);
else catalogue.createUser({ user: 'catalogue', ...user });
`;

/** Returns the files that single servers read at their first start, and again after a change of passwords. */
export const filesOfServers = ({ passwords: { postgres, mongodb, rabbitmq, roles } }: StoredSecrets) => ({
  postgres: {
    'postgres-password': postgres,
    'postgres-init.sql': `revoke connect on database postgres, template1 from public;\n${DATABASES.map((service) => postgresRole(service, roles[service])).join('')}`,
  },
  mongodb: { 'mongodb-password': mongodb, 'mongodb-init.js': mongoUser(roles.catalogue) },
  rabbitmq: {
    'rabbitmq.conf': `default_user = platform\ndefault_pass = ${rabbitmq}\nloopback_users = none\nlog.console = true\n`,
  },
});

/** Returns the secrets that the operators of k8s/components/operators read: the users to create. */
export const secretsOfOperators = ({ passwords: { rabbitmq, roles } }: StoredSecrets) => ({
  ...Object.fromEntries(
    DATABASES.map((service) => [`postgres-${service}`, { username: service, password: roles[service] }]),
  ),
  'mongodb-catalogue': { password: roles.catalogue },
  'rabbitmq-user': {
    username: 'platform',
    password: rabbitmq,
    'default_user.conf': `default_user = platform\ndefault_pass = ${rabbitmq}\n`,
    host: 'rabbitmq',
    port: '5672',
    provider: 'rabbitmq',
    type: 'rabbitmq',
  },
});
