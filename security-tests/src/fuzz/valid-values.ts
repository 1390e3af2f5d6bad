import { AFFILIATE_FIELDS } from 'contracts/affiliate-fields';
import { addDays, parisDay } from 'contracts/days';
import type { FormInput } from 'contracts/form-input';
import { MODEL_FIELDS } from 'contracts/model-fields';
import type { FieldKind } from 'contracts/model-fields';
import fc from 'fast-check';
import { z } from 'zod';

/** Subset of JSON Schema that the contracts produce. */
interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Values by field name that replace generated ones. */
export type Fields = Readonly<Record<string, fc.Arbitrary<unknown>>>;

const MAX_EXTRA_LENGTH = 40;
const word = fc.stringMatching(/^[a-z0-9]{4,16}$/);
const emailAddress = word.map((name) => `essai-${name}@example.org`);

const address = word.map((name) => `https://example.org/${name}`);
const empty = fc.constantFrom('', null);

/** Field of a model or an affiliate. */
interface Row {
  kind: FieldKind | 'password';
  schema: z.ZodType;
  form: Pick<FormInput<string>, 'input'> | null;
}
/** Generates candidates for a field whose schema JSON Schema cannot express; the schema itself then rejects some. */
const candidatesOf = ({ kind, form }: Row): fc.Arbitrary<unknown> | null => {
  if (kind === 'number')
    return fc.oneof(
      fc.nat({ max: 1_000_000 }),
      fc.integer({ min: 18, max: 99 }),
      fc.constantFrom('45', '1 200'),
      empty,
    );
  if (kind === 'picture') return fc.oneof(address, empty);
  if (kind === 'mediaList') return fc.constantFrom('', '[]');
  if (form?.input === 'url')
    return fc.oneof(
      address,
      word.map((name) => `https://t.me/${name}`),
      empty,
    );
  return null;
};
const valuesOfRows = (rows: Readonly<Record<string, Row>>): Fields =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([name, row]) => {
      const candidates = candidatesOf(row);
      return candidates ? [[name, candidates.filter((value) => row.schema.safeParse(value).success)] as const] : [];
    }),
  );

/** Values for rules of refinements and transforms, which JSON Schema cannot express. */
const BY_NAME: Fields = {
  ...valuesOfRows(MODEL_FIELDS),
  // For a field of both, an affiliate's schema is stricter.
  ...valuesOfRows(AFFILIATE_FIELDS),
  // The pattern would work too, at a hundred times the cost.
  slug: word,
  modelSlug: word,
  csv: word.map((name) => `transaction_id,amount\n${name},2.00\n`),
  effectiveDay: fc.option(fc.integer({ min: 1, max: 360 }).map((days) => addDays(parisDay(Date.now()), days))),
  effective_day: fc.option(fc.integer({ min: 1, max: 360 }).map((days) => addDays(parisDay(Date.now()), days))),
  adexico_source_id: fc.stringMatching(/^[\w.-]{0,64}$/, { maxLength: 64 }),
  // fast-check does not generate patterns of this length within its default limit.
  p256dh: fc.stringMatching(/^[\w-]{86}$/, { maxLength: 86 }).map((point) => `B${point}`),
  auth: fc.stringMatching(/^[\w-]{22}$/, { maxLength: 22 }),
  url: word.map((name) => `https://example.org/${name}?evenement={event}`),
};

const BY_FORMAT: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  email: emailAddress,
  'date-time': fc
    .date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2100-01-01') })
    .map((date) => date.toISOString()),
  date: fc
    .date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2030-01-01') })
    .map((date) => date.toISOString().slice(0, 10)),
};

const textOf = ({
  format = '',
  pattern,
  minLength = 0,
  maxLength = minLength + MAX_EXTRA_LENGTH,
}: JsonSchema): fc.Arbitrary<string> => {
  const formatted = BY_FORMAT[format];
  if (formatted) return formatted;
  // fast-check does not support Unicode properties. The contracts use them to exclude control characters, which printable text does
  // not contain.
  if (pattern !== undefined && !pattern.includes(String.raw`\p{`))
    return fc.stringMatching(new RegExp(pattern), { maxLength: Math.min(maxLength, 200) });
  const bounds = { minLength, maxLength: Math.min(maxLength, minLength + MAX_EXTRA_LENGTH) };
  return fc.oneof(
    { weight: 5, arbitrary: fc.string(bounds) },
    {
      weight: 1,
      arbitrary: fc
        .string({ ...bounds, unit: fc.constantFrom('é', '中', '🎭', 'ß', ' ') })
        .map((text) => text.slice(0, maxLength).toWellFormed()),
    },
    { weight: 1, arbitrary: fc.constant('x'.repeat(maxLength)) },
  );
};

/**
 * Returns the stricter of two schemas: the output of a transform on text is valid input too, and has more rules. Where the output
 * is no text, only the input has a schema.
 */
const narrower = (input: JsonSchema, output: JsonSchema): JsonSchema =>
  Object.keys(output).length === 0 || (output.anyOf ?? []).some((option) => Object.keys(option).length === 0)
    ? input
    : output;

const valueOf = (input: JsonSchema, output: JsonSchema, fields: Fields): fc.Arbitrary<unknown> => {
  if (input.type === 'object') {
    const properties = Object.entries(input.properties ?? {}).map(
      ([name, property]) =>
        [name, fields[name] ?? BY_NAME[name] ?? valueOf(property, output.properties?.[name] ?? {}, fields)] as const,
    );
    return fc.record(Object.fromEntries(properties), { requiredKeys: input.required ?? [] });
  }
  const schema = narrower(input, output);
  const { type, items = {}, anyOf = schema.oneOf, minimum = 0, maximum = 1_000_000 } = schema;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (anyOf)
    return fc.oneof(
      ...anyOf.map((option, index) =>
        valueOf(input.anyOf?.[index] ?? input.oneOf?.[index] ?? option, schema === output ? option : {}, fields),
      ),
    );
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => valueOf({ ...schema, type: one }, {}, fields)));
  if (type === 'array') return fc.array(valueOf(items, {}, fields), { maxLength: 3 });
  if (type === 'string') return textOf(schema);
  if (type === 'number' || type === 'integer')
    return fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) });
  if (type === 'boolean') return fc.boolean();
  return fc.constant(null);
};

/** Generates values of a declared schema that are mostly valid: refinements may reject some. */
export const validValuesOf = (schema: z.ZodType, fields: Fields = {}): fc.Arbitrary<unknown> => {
  const [input, output] = (['input', 'output'] as const).map(
    (io) => z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema,
  );
  return valueOf(input as JsonSchema, output as JsonSchema, fields);
};
