import { join } from 'node:path';
import { MICROFRONTENDS } from 'contracts/pages';
import type { MicrofrontendName } from 'contracts/pages';
import { DATABASES, recordOf, SERVICE_NAMES, SERVICES } from 'contracts/services';
import type { ServiceName } from 'contracts/services';
import type { PortBlock } from './free-port.ts';
import type { Secrets } from './secrets.ts';

type Remote = `mf-${MicrofrontendName}`;
const remoteOf = (name: MicrofrontendName): Remote => `mf-${name}`;
/** Servers of the micro-frontends. */
export const REMOTES = MICROFRONTENDS.map(remoteOf);

/** Names in the order in which processes get their ports. */
const NAMES = ['mailbox', 'partner', ...SERVICE_NAMES, 'media-worker', 'shell', ...REMOTES, 'front-ends'] as const;
type InnerName = (typeof NAMES)[number];
export type ProcessName = InnerName | 'gateway';
export const PROCESS_NAMES: readonly ProcessName[] = [...NAMES, 'gateway'];

/** Process of the platform: its script and environment. */
export interface Process {
  name: ProcessName;
  /** Name of this replica, as in stack.json and the name of its log. */
  instance: string;
  /** Script, relative to the repository's root. */
  script: string;
  /** Script that prepares its database, if it has one. */
  migrate?: string;
  /** Absent when the process only consumes events. */
  url?: string;
  environment: Record<string, string>;
  /** Addresses that respond once it is ready, if it has no management port. */
  readyAt?: readonly string[];
}

interface Ingredients {
  /** Public address and port of the gateway. */
  url: string;
  port: number;
  dataDir: string;
  ports: PortBlock;
  secrets: Secrets;
  servers: { postgres: string; mongodb: string; rabbitmq: string };
  /** Whether a development server ("front-ends") serves the front ends instead of their builds. */
  dev: boolean;
}

const PREFIX = 'coulisses_';
/** `?sub5=` of links whose conversions the fake of Meta's API receives. */
const DEMO_PIXEL = '1234567890123456';

/** Names of the PostgreSQL databases, one per service that owns one. */
export const POSTGRES_DATABASES = DATABASES.map((name) => `${PREFIX}${name}`);

/** Returns the URL of a database on a server. */
export const withDatabase = (server: string, name: string): string =>
  server.replace(
    /^([^:]+:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/,
    (_all, host: string, query: string | undefined) => `${host}/${PREFIX}${name}${query ?? ''}`,
  );

/** Returns the variables of this command's environment that the started processes inherit. */
const passedOn = (pattern: RegExp): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => pattern.test(entry[0]) && entry[1] !== undefined,
    ),
  );

/** Assigns the platform's ports in a fixed order: the same at each start, if they are free. */
const assignPorts = async (ports: PortBlock) => {
  const smtp = await ports.next();
  const http = new Map<InnerName, number>();
  const management = new Map<ProcessName, number>();
  for (const name of NAMES) http.set(name, await ports.next());
  for (const name of [...NAMES, 'gateway' as const]) management.set(name, await ports.next());
  return {
    smtp,
    portOf: (name: InnerName) => http.get(name) ?? 0,
    managementPortOf: (name: ProcessName) => management.get(name) ?? 0,
  };
};

/**
 * Limits the young generation: file chunks passing through media would otherwise accumulate to the size of a video before a
 * collection.
 */
const OFTEN_COLLECTED = '--max-semi-space-size=1';
/**
 * The same for the gateway, which also forwards many small responses: at 1 MB, collections take more of the processor than the
 * requests; at the default of 16 MB and more, chunks outside of the heap cause collections of the whole heap instead. Compose and
 * the cluster have the same.
 */
export const OFTEN_COLLECTED_GATEWAY = '--max-semi-space-size=8';

/** Returns the table of the platform's processes, each with its complete environment. */
export const describeProcesses = async ({ url, port, dataDir, ports, secrets, servers, dev }: Ingredients) => {
  const { smtp, portOf, managementPortOf } = await assignPorts(ports);
  const at = (name: InnerName) => `http://127.0.0.1:${portOf(name)}`;
  const partner = `http://localhost:${portOf('partner')}`;
  const offerUrl = `${partner}/`;
  const keySets = {
    IDENTITY_JWKS_URL: `${at('identity')}/.well-known/jwks.json`,
    AFFILIATE_JWKS_URL: `${at('affiliate')}/.well-known/jwks.json`,
  };
  const storeOf = (name: ServiceName): Record<string, string> => {
    const RABBIT_URL = servers.rabbitmq;
    return SERVICES[name].store === 'postgresql'
      ? { DATABASE_URL: withDatabase(servers.postgres, name), RABBIT_URL }
      : { MONGO_URL: withDatabase(servers.mongodb, name), RABBIT_URL };
  };
  const hosts = { PAYMENT_HOSTS: new URL(partner).host };
  const site = { PUBLIC_URL: url, SITE_TITLE: 'Coulisses' };
  /** Settings of the site with the facts of its operator, for legal pages and receipts. */
  const operatedSite = { ...site, ...passedOn(/^OPERATOR$/) };
  const media = {
    ...storeOf('media'),
    ...keySets,
    STORAGE_DIR: join(dataDir, 'media'),
    MEDIA_URL_SECRET: secrets.mediaUrlSecret,
    NODE_OPTIONS: OFTEN_COLLECTED,
  };

  const environments: Record<ProcessName, Record<string, string>> = {
    // Services without their own row.
    ...recordOf(SERVICE_NAMES, (name) => [name, { ...storeOf(name), ...keySets }]),
    mailbox: { SMTP_PORT: String(smtp) },
    partner: {
      POSTBACK_URL: `${url}/api/postbacks/sandbox`,
      POSTBACK_KEY: secrets.postbackKey,
      WEBHOOK_SECRET: secrets.webhookSecret,
      PUBLIC_URL: url,
      TELEGRAM_ORIGIN: partner,
    },
    identity: {
      ...storeOf('identity'),
      ...site,
      SIGNING_KEY: secrets.identityKey,
      ADMIN_PASSWORD_HASH: secrets.adminPasswordHash,
      SMTP_URL: `smtp://127.0.0.1:${smtp}`,
      MAIL_FROM_NAME: 'Coulisses',
      MAIL_FROM_EMAIL: 'bonjour@coulisses.example',
      VAPID_PRIVATE_KEY: secrets.pushKey,
      META_API_URL: `${partner}/meta`,
      // The fake accepts any token.
      META_PIXELS: JSON.stringify({ [DEMO_PIXEL]: 'double-of-the-conversions-api' }),
      DEVELOPMENT_MODE: 'true',
      ...passedOn(/^(?:ADMIN_SECOND_FACTOR|PUSH_SERVICES|META_PIXELS|META_API_URL)$/),
    },
    catalogue: {
      ...storeOf('catalogue'),
      ...keySets,
      ...hosts,
      MEDIA_URL_SECRET: secrets.mediaUrlSecret,
    },
    media,
    // Aborts a transcode, and clears its attempt, before the supervisor kills the process after 10 s.
    'media-worker': { ...media, STOP_SECONDS: '9' },
    affiliate: {
      ...storeOf('affiliate'),
      ...site,
      ...hosts,
      SIGNING_KEY: secrets.affiliateKey,
      IDENTITY_JWKS_URL: keySets.IDENTITY_JWKS_URL,
      CATALOGUE_URL: at('catalogue'),
      PRIVATE_POSTBACK_HOSTS: new URL(partner).host,
    },
    billing: {
      ...storeOf('billing'),
      ...keySets,
      ...hosts,
      ...operatedSite,
      DEFAULT_OFFER_URL: offerUrl,
      POSTBACK_KEYS: JSON.stringify({ sandbox: secrets.postbackKey }),
      WEBHOOK_SECRETS: JSON.stringify({ sandbox: secrets.webhookSecret }),
      PARTNER_APIS: JSON.stringify({ sandbox: `${partner}/api` }),
      DEFAULT_TELEGRAM_LINK: 'https://t.me/+CoulissesVIP',
      // The sandbox partner pays within a second.
      FRAUD_MIN_PAY_SECONDS: '0',
      TELEGRAM_API_URL: `${partner}/telegram`,
      // The fake accepts any token.
      TELEGRAM_BOT_TOKEN: '1:double-of-the-bot-api',
      TELEGRAM_CHAT_ID: '-1001234567890',
    },
    shell: {
      ...operatedSite,
      CATALOGUE_URL: at('catalogue'),
      AFFILIATE_URL: at('affiliate'),
      REMOTE_PUBLIC_URL: at('mf-public'),
      ...(dev && { SHELL_ASSETS_URL: at('front-ends') }),
    },
    ...recordOf(MICROFRONTENDS, (name) => [remoteOf(name), { DIST: `microfrontends/${name}/dist` }]),
    'front-ends': {
      SHELL_ASSETS_PORT: String(portOf('front-ends')),
      ...recordOf(MICROFRONTENDS, (name) => [`MF_${name.toUpperCase()}_PORT`, String(portOf(remoteOf(name)))]),
    },
    gateway: {
      NODE_OPTIONS: OFTEN_COLLECTED_GATEWAY,
      RABBIT_URL: servers.rabbitmq,
      PUBLIC_URL: url,
      ...recordOf(SERVICE_NAMES, (name) => [`${name.toUpperCase()}_URL`, at(name)]),
      SHELL_URL: at('shell'),
      ...recordOf(MICROFRONTENDS, (name) => [`REMOTE_${name.toUpperCase()}_URL`, at(remoteOf(name))]),
      ...(dev && { RESPONSE_CACHE: 'false' }),
      ...passedOn(/^(RATE_LIMIT_FACTOR|LIVE_STREAMS(_PER_ADDRESS)?)$/),
    },
  };
  const scripts: Record<ProcessName, { script: string; migrate?: string }> = {
    mailbox: { script: 'stack/src/mailbox/main.ts' },
    partner: { script: 'stack/src/partner/main.ts' },
    ...recordOf(SERVICE_NAMES, (name) => [name, withMigration(name)]),
    'media-worker': { script: 'services/media/src/worker.ts' },
    shell: { script: 'shell/src/main.ts' },
    ...recordOf(MICROFRONTENDS, (name) => [remoteOf(name), { script: 'packages/federation/src/serve.ts' }]),
    'front-ends': { script: 'packages/federation/src/dev.ts' },
    gateway: { script: 'gateway/src/main.ts' },
  };

  const describe = (name: ProcessName): Process => {
    const own = name === 'gateway' ? port : portOf(name);
    return {
      name,
      instance: name,
      ...scripts[name],
      ...(name === 'front-ends' && {
        readyAt: REMOTES.map((remote) => `${at(remote)}/mf-manifest.json`),
      }),
      ...(name !== 'media-worker' && { url: name === 'gateway' ? url : name === 'partner' ? partner : at(name) }),
      environment: {
        NODE_ENV: 'development',
        LOG_LEVEL: process.env.LOG_LEVEL || 'info',
        HOST: '127.0.0.1',
        PORT: String(own),
        MANAGEMENT_PORT: String(managementPortOf(name)),
        ...passedOn(/^OTEL_/),
        ...environments[name],
      },
    };
  };
  const left = dev ? /^mf-/ : /^front-ends$/;
  const processes = [...NAMES, 'gateway' as const].filter((name) => !left.test(name)).map(describe);
  return { processes, partner, mailbox: at('mailbox'), offerUrl };
};

const withMigration = (service: ServiceName) => ({
  script: `services/${service}/src/main.ts`,
  migrate: `services/${service}/src/migrate.ts`,
});

/** Returns the addresses of the stores by the variables that `backup` reads. */
export const storesOf = (processes: readonly Pick<Process, 'name' | 'environment'>[]): Record<string, string> => {
  const of = (name: ProcessName, variable: string) =>
    processes.find((one) => one.name === name)?.environment[variable] ?? '';
  return {
    ...recordOf(DATABASES, (name) => [`${name.toUpperCase()}_DATABASE_URL`, of(name, 'DATABASE_URL')]),
    MONGO_URL: of('catalogue', 'MONGO_URL'),
    STORAGE_DIR: of('media', 'STORAGE_DIR'),
  };
};
