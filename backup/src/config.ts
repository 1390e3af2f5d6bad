import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError, flag, httpAddress, mongoAddress, postgresAddress, readConfig } from 'service-kit/config';
import { z } from 'zod';

/** Services with a PostgreSQL database of their own. */
export const DATABASES = ['identity', 'media', 'affiliate', 'billing'] as const;
export type DatabaseName = (typeof DATABASES)[number];

const databases = {
  IDENTITY_DATABASE_URL: postgresAddress(),
  MEDIA_DATABASE_URL: postgresAddress(),
  AFFILIATE_DATABASE_URL: postgresAddress(),
  BILLING_DATABASE_URL: postgresAddress(),
  /** The catalogue's, with the name of its database. */
  MONGO_URL: mongoAddress(),
  /** As billing has it: until when somebody has access follows from it. */
  GRACE_DAYS: z.coerce.number().int().min(0).default(3),
};

/** Where the stores are; the words for files are media's. */
const settings = z.discriminatedUnion('STORAGE_DRIVER', [
  z.object({ ...databases, STORAGE_DRIVER: z.literal('file').default('file'), STORAGE_DIR: z.string().min(1) }),
  z.object({
    ...databases,
    STORAGE_DRIVER: z.literal('s3'),
    S3_ENDPOINT: httpAddress(),
    S3_REGION: z.string().min(1).default('us-east-1'),
    S3_BUCKET: z.string().min(1),
    S3_ACCESS_KEY_ID: z.string().min(1),
    S3_SECRET_ACCESS_KEY: z.string().min(1),
    S3_FORCE_PATH_STYLE: flag().default(true),
  }),
]);
export type Settings = z.output<typeof settings>;

const repository = join(import.meta.dirname, '..', '..');

/** The stores of the stack that `npm start` runs on this machine, as it tells of them; nothing where none runs. */
const storesOfLocalStack = (environment: NodeJS.ProcessEnv): Record<string, string> => {
  const file = join(resolve(repository, environment.DATA_DIR || '.data'), 'stack.json');
  if (!existsSync(file)) return {};
  return z.object({ stores: z.record(z.string(), z.string()) }).parse(JSON.parse(readFileSync(file, 'utf8'))).stores;
};

/**
 * Where the stores are: what the environment says, else the local stack's.
 * @throws ConfigError naming every fault, never a value
 */
export const readStores = (environment: NodeJS.ProcessEnv = process.env): Settings => {
  const isGiven = Object.keys(databases).some(
    (name) => name !== 'GRACE_DAYS' && (environment[name] || environment[`${name}_FILE`]),
  );
  try {
    return readConfig(settings, isGiven ? environment : { ...environment, ...storesOfLocalStack(environment) });
  } catch (error) {
    if (isGiven || !(error instanceof ConfigError)) throw error;
    throw new ConfigError([
      ...error.faults,
      'or start the local stack (npm start), which says by itself where its stores are',
    ]);
  }
};

/** The address of each service's database. */
export const databaseUrls = (of: Settings): Record<DatabaseName, string> => ({
  identity: of.IDENTITY_DATABASE_URL,
  media: of.MEDIA_DATABASE_URL,
  affiliate: of.AFFILIATE_DATABASE_URL,
  billing: of.BILLING_DATABASE_URL,
});
