import { DATABASES, recordOf, SERVICE_NAMES } from 'contracts/services';
import type { DatabaseName, ServiceName } from 'contracts/services';
import { ConfigError, flag, httpAddress, mongoAddress, postgresAddress, readConfig } from 'service-kit/config';
import { localStack } from 'service-kit/local-stack';
import { z } from 'zod';

/** Returns the name of the variable with the URL of a service's database. */
export const databaseVariable = (name: DatabaseName) =>
  `${name.toUpperCase() as Uppercase<DatabaseName>}_DATABASE_URL` as const;
/** Returns the name of the variable with the management address of a service. */
export const managementVariable = (name: ServiceName) =>
  `${name.toUpperCase() as Uppercase<ServiceName>}_MANAGEMENT_URL` as const;

const databases = {
  ...recordOf(DATABASES, (name) => [databaseVariable(name), postgresAddress()]),
  /** MongoDB URL of the catalogue, with the name of its database. */
  MONGO_URL: mongoAddress(),
};

/** Addresses of the stores; file variables have the names that media uses. */
const stores = z.discriminatedUnion('STORAGE_DRIVER', [
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
export type StoreSettings = z.output<typeof stores>;

const managementPorts = z.object(recordOf(SERVICE_NAMES, (name) => [managementVariable(name), httpAddress()]));

const localStackVariables = (environment: NodeJS.ProcessEnv): Record<string, string> => {
  const stack = localStack(environment);
  const ports = Object.entries(stack?.processes ?? {}).flatMap(([name, { management }]) =>
    management === undefined ? [] : [[`${name.toUpperCase()}_MANAGEMENT_URL`, management] as const],
  );
  return { ...stack?.stores, ...Object.fromEntries(ports) };
};

/**
 * Reads settings from the environment, or from the local stack when none of `variables` is set.
 * @throws ConfigError naming every invalid variable, never a value
 */
const readSettings = <Schema extends z.ZodType>(schema: Schema, variables: readonly string[]): z.output<Schema> => {
  const environment = process.env;
  const isGiven = variables.some((name) => environment[name] || environment[`${name}_FILE`]);
  try {
    return readConfig(schema, isGiven ? environment : { ...environment, ...localStackVariables(environment) });
  } catch (error) {
    if (isGiven || !(error instanceof ConfigError)) throw error;
    throw new ConfigError([
      ...error.faults,
      'or start the local stack (npm start), whose addresses are found by themselves',
    ]);
  }
};

/** Reads the addresses of the stores. @throws ConfigError naming every invalid variable, never a value */
export const readStores = (): StoreSettings => readSettings(stores, Object.keys(databases));

/** Reads the addresses of the services' management ports. @throws ConfigError naming every invalid variable */
export const readManagementUrls = (): Record<ServiceName, string> => {
  const settings = readSettings(managementPorts, Object.keys(managementPorts.shape));
  return recordOf(SERVICE_NAMES, (name) => [name, settings[managementVariable(name)]]);
};

/** Returns the URL of each service's database. */
export const databaseUrls = (settings: StoreSettings): Record<DatabaseName, string> =>
  recordOf(DATABASES, (name) => [name, settings[databaseVariable(name)]]);
