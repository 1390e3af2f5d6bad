import { z } from 'zod';
import { resolveSettingsInFiles } from './settings-in-files.ts';

/** All faults of an environment at once, so that one start reports them all. */
export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

const portNumber = () => z.coerce.number().int().min(0).max(65535);

/** Settings of every process. Port 0 lets the operating system choose. */
export const processSettings = {
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  HOST: z.string().optional(),
  PORT: portNumber().default(8080),
  /** Port for metrics and health (management.ts); never published. */
  MANAGEMENT_PORT: portNumber().default(9090),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
};
export type ProcessSettings = z.output<z.ZodObject<typeof processSettings>>;

/** Setting: a URL with one of these protocols, without a trailing slash. */
export const address = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be an address (${protocols.join(' ')})`,
    )
    .transform((value) => value.replace(/\/+$/, ''));
/** Setting with the address of an HTTP server. */
export const httpAddress = () => address('http:', 'https:');
/** Setting with the address of a PostgreSQL database. */
export const postgresAddress = () => address('postgres:', 'postgresql:');
/** Setting with the address of a RabbitMQ broker. */
export const amqpAddress = () => address('amqp:', 'amqps:');
/** Setting with the address of a MongoDB database; a replica set lists several hosts, which URL parsers reject. */
export const mongoAddress = () =>
  z
    .string()
    .regex(
      /^mongodb(?:\+srv)?:\/\/[^\s/]+\/[^\s/?]+(?:\?\S*)?$/,
      'must be an address of MongoDB with the name of a database',
    );

/** Setting: a secret of a minimum length; must not have a default value. */
export const secret = (minimum = 32) => z.string().min(minimum, `must have at least ${minimum} characters`);

/** Boolean setting: exactly `true` or `false`. */
export const flag = () => z.enum(['true', 'false']).transform((value) => value === 'true');

/** Setting: a comma-separated list; empty parts are dropped. */
export const list = () =>
  z.string().transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );

/** Parses JSON within a schema; the error does not quote the text. */
const parseJson = (text: string, context: z.core.$RefinementCtx): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' });
    return z.NEVER;
  }
};

/** Setting: JSON text that satisfies the schema. */
export const json = <Schema extends z.ZodType>(schema: Schema) => z.string().transform(parseJson).pipe(schema);

/** List of at least one secret: the first is used, all are accepted, so that secrets can be rotated without failures. */
export const oneOrMoreSecrets = (minimum = 32) =>
  z
    .unknown()
    .transform((value) => (typeof value === 'string' ? [value] : value))
    .pipe(z.tuple([secret(minimum)]).rest(secret(minimum)));

/** Setting: a secret, or a JSON list of secrets; see oneOrMoreSecrets. */
export const secrets = () =>
  z
    .string()
    .transform((text, context) => (text.startsWith('[') ? parseJson(text, context) : text))
    .pipe(oneOrMoreSecrets());

/** Whether a setting is an http address, in whatever case it is written; false for anything else. */
export const isHttp = (value: unknown): boolean =>
  typeof value === 'string' && URL.canParse(value) && new URL(value).protocol === 'http:';

/**
 * Arguments of a zod `refine` that rejects http in production. Also checked when other settings are invalid, so that one start
 * reports all faults.
 * @param name setting with one address or several
 */
export const httpsInProduction = <Name extends string>(
  name: Name,
): [
  (settings: { NODE_ENV?: unknown } & { [Setting in Name]?: unknown }) => boolean,
  { path: string[]; message: string; when: () => boolean },
] => [
  ({ NODE_ENV, [name]: addresses }) => NODE_ENV !== 'production' || ![addresses].flat().some(isHttp),
  { path: [name], message: 'must be https in production', when: () => true },
];

/** Returns the names of the settings that a schema reads. */
const namesOf = (schema: unknown): string[] => {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodUnion ? schema.options.flatMap(namesOf) : [];
};

/**
 * Reads the environment with a schema: an object, or a union of objects. Each setting NAME may also be given as NAME_FILE, the path
 * of a file with its value (settings-in-files.ts). Empty values count as missing.
 * @throws ConfigError naming every fault, never a value (values may be secrets)
 */
export const readConfig = <Schema extends z.ZodType>(
  schema: Schema,
  environment: NodeJS.ProcessEnv = process.env,
): z.output<Schema> => {
  const settings = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { values, faults } = resolveSettingsInFiles(settings, namesOf(schema));
  const result = schema.safeParse(values, {});
  if (result.success && faults.size === 0) return result.data;
  const invalid = (result.error?.issues ?? []).filter(({ path }) => !faults.has(String(path[0])));
  throw new ConfigError([
    ...faults.values(),
    ...invalid.map((issue) => {
      const name = issue.path.join('.') || 'environment';
      return values[String(issue.path[0])] === undefined && issue.path.length > 0
        ? `${name} is missing`
        : `${name}: ${issue.message}`;
    }),
  ]);
};
