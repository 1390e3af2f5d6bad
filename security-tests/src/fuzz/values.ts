import fc from 'fast-check';
import { z } from 'zod';

/** The part of JSON Schema that the contracts produce. */
interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Values by the name of a field: ids and slugs that exist, so that calls get past the look-up. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

const LONG_LENGTH = 20_000;
const HOSTILE_TEXTS = [
  '', '\0', 'a\0b', '\ud800', 'a\udfffb', '\u202e', '\r\nx-injected: 1', 'NaN', 'Infinity', '-0', '1e999', '9'.repeat(40), '-1', '__proto__', 'constructor', 'toString',
  "' OR 1=1 --", "'; SELECT pg_sleep(1); --", '$where', '{"$gt":""}', '${7*7}', '<script>alert(1)</script>', '../../etc/passwd', '..\\..\\metrics', '%2e%2e%2f', '%00', '/', '.', '..', 'http://127.0.0.1/',
] as const;

export const hostileText = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) }, { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) }, { weight: 1, arbitrary: fc.integer({ min: 100, max: LONG_LENGTH }).map((length) => 'é'.repeat(length)) });

/** As JSON.parse makes it of a text: a key of its own, which an object literal cannot have. */
const withOwnKey = (key: string, value: unknown): object => JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(value)}}`) as object;
const hostileObject = fc.constantFrom<object>(withOwnKey('__proto__', { is_admin: true, role: 'administrator' }), withOwnKey('constructor', { prototype: { is_admin: true } }), { $gt: '' }, { $ne: null }, { $where: 'sleep(1000)' }, [], [[]], {}, { length: 1e9 }, { toString: 'x' });
const hostileNumber = fc.constantFrom(Number.MAX_SAFE_INTEGER + 1, 1e308, -1e308, -1, 0.1, 2_147_483_648, 9_223_372_036_854_776_000);
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(hostileText, hostileObject, hostileNumber, fc.constantFrom(null, true, false), fc.jsonValue({ maxDepth: 3 }));

const textOf = ({ format, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> => {
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.emailAddress();
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const bounds = { minLength, maxLength: Math.min(maxLength, minLength + 60) };
  return fc.oneof(fc.string(bounds), fc.string({ ...bounds, unit: 'grapheme' }), fc.constantFrom('21:00', '12', 'https://t.me/essai', 'essai@example.org', `essai-${'x'.repeat(minLength)}`), ...(maxLength < LONG_LENGTH ? [fc.constantFrom(maxLength, maxLength + 1).map((length) => 'x'.repeat(length))] : []));
};

const validOf = (schema: JsonSchema, known: KnownValues): fc.Arbitrary<unknown> => {
  const { type, properties, required = [], items = {}, anyOf = schema.oneOf, minimum = -1_000, maximum = 1_000_000 } = schema;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (anyOf) return fc.oneof(...anyOf.map((option) => validOf(option, known)));
  if (type === 'object') return objectOf(properties ?? {}, required, known);
  if (type === 'array') return fc.array(valueOf(items, known), { maxLength: 4 });
  if (type === 'string') return textOf(schema);
  if (type === 'number') return fc.double({ min: minimum, max: maximum, noNaN: true });
  if (type === 'integer') return fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) });
  if (type === 'boolean') return fc.boolean();
  return type === 'null' ? fc.constant(null) : fc.jsonValue({ maxDepth: 2 });
};

/** Mostly valid: where every field may be hostile, a request with many of them would never get past validation. */
const HOSTILE_WEIGHT = 1;
const VALID_WEIGHT = 9;
const valueOf = (schema: JsonSchema, known: KnownValues, name = ''): fc.Arbitrary<unknown> => {
  const existing = known[name] ?? [];
  return fc.oneof({ weight: VALID_WEIGHT, arbitrary: existing.length > 0 ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...existing) }, { weight: 1, arbitrary: validOf(schema, known) }) : validOf(schema, known) }, { weight: HOSTILE_WEIGHT, arbitrary: hostileValue });
};

const objectOf = (properties: Record<string, JsonSchema>, requiredKeys: string[], known: KnownValues): fc.Arbitrary<unknown> => {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueOf(schema, known, name)]));
  const valid = fc.record(fields, { requiredKeys });
  return fc.oneof({ weight: 6, arbitrary: valid }, { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) }, { weight: 1, arbitrary: fc.tuple(valid, hostileText, hostileValue).map(([object, key, value]) => ({ ...object, ...withOwnKey(key, value) })) });
};

/** Valid, nearly valid and hostile values of a declared schema. */
export const valuesOf = (schema: z.ZodType, known: KnownValues): fc.Arbitrary<unknown> => valueOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, known);
