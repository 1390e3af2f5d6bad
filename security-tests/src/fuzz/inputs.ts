import { parse } from 'node:querystring';
import type { Operation } from 'contracts/operation';
import { RESUMABLE_PATH } from 'contracts/media';
import fc from 'fast-check';
import { z } from 'zod';
import { formOf, resumableHeaders } from '../platform/uploader-fixtures.ts';
import type { Sent } from '../platform/http-client.ts';
import { hostileText, hostileValue, mutated, mutation, RAW_SEGMENTS } from './hostile-values.ts';
import { validValuesOf } from './valid-values.ts';
import type { Fields } from './valid-values.ts';

/** Number of hostile values in a request. */
export const INPUT_KINDS = ['valid', 'one hostile value', 'several hostile values'] as const;
export type InputKind = (typeof INPUT_KINDS)[number];

/** A request without its caller's token. */
export interface Input extends Pick<Sent, 'method' | 'target' | 'headers' | 'body'> {
  /** Whether parameters, query or body violate their declared schema. */
  isAgainstSchema: boolean;
}

/** Values that requests of a caller may contain besides generated ones. */
export interface Known {
  /** Existing ids, slugs and passwords, so that calls get past the lookup. */
  params: Fields;
  query: Fields;
  body: Fields;
  /** Cookie headers of the calls that renew and end sessions. */
  cookies: readonly string[];
  picture: Buffer;
  film: Buffer;
}

interface Parts {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body?: unknown;
}
type Content = Pick<Sent, 'headers' | 'body'>;

const MAX_TARGET_TEXT = 2_000;
const textOf = (value: unknown): string =>
  String(typeof value === 'object' && value !== null ? JSON.stringify(value) : value)
    .slice(0, MAX_TARGET_TEXT)
    .toWellFormed();
const segmentOf = (value: unknown): string =>
  (RAW_SEGMENTS as readonly unknown[]).includes(value) ? String(value) : encodeURIComponent(textOf(value));
const targetOf = (path: string, { params, query }: Parts): string => {
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(textOf(value))}`)
    .join('&');
  return path.replace(/:(\w+)/g, (_, name: string) => segmentOf(params[name] ?? '')) + (search && `?${search}`);
};

/**
 * Whether the service has to reject the parts while parsing them. A parameter that is not a single path segment leads to another
 * route and is not considered.
 */
const isAgainstSchema = (operation: Operation, target: string, { params, body }: Parts): boolean => {
  const values = Object.values(params).map(textOf);
  if (
    values.some(
      (value) =>
        value === '' ||
        value === '.' ||
        value === '..' ||
        /[/\\\0]/.test(value) ||
        (RAW_SEGMENTS as readonly string[]).includes(value),
    )
  )
    return false;
  const rejects = (schema: z.ZodType | undefined, value: unknown) =>
    schema !== undefined && !schema.safeParse(value).success;
  return (
    rejects(
      operation.params,
      Object.fromEntries(Object.entries(params).map(([name, value]) => [name, textOf(value)])),
    ) ||
    rejects(operation.query, { ...parse(target.split('?')[1] ?? '') }) ||
    rejects(operation.body, JSON.parse(JSON.stringify(body) ?? '{}'))
  );
};

/** Returns the value as an object: a mutation may have replaced it by anything. */
const objectOf = (value: unknown): Record<string, unknown> => (typeof value === 'object' ? { ...value } : {});
const valid = (schema: z.ZodType | undefined, fields: Fields) =>
  (schema ? validValuesOf(schema, fields) : fc.constant({})) as fc.Arbitrary<Record<string, unknown>>;
const partsOf = ({ path, params, query, body }: Operation, known: Known): fc.Arbitrary<Parts> => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const pathSchema =
    params instanceof z.ZodObject ? params : z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
  return fc.record({
    params: valid(pathSchema, known.params),
    query: valid(query, known.query),
    ...(body && { body: validValuesOf(body, known.body) }),
  });
};

const JSON_TYPE = 'application/json';
const BROKEN_JSON = [
  '{',
  '{"a":}',
  '[1,',
  '"',
  'null',
  'nul',
  '1e999',
  '\ufeff{}',
  '{"a":"\ud800"}',
  '{}{}',
  '['.repeat(5_000),
] as const;
const OTHER_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/xml',
  'x',
] as const;
const jsonContent = (body: unknown): Content => ({
  headers: { 'content-type': JSON_TYPE },
  body: JSON.stringify(body) ?? '',
});
const unreadable: fc.Arbitrary<Content> = fc.oneof(
  fc.constantFrom(...BROKEN_JSON).map((body) => ({ headers: { 'content-type': JSON_TYPE }, body })),
  fc
    .tuple(fc.constantFrom(...OTHER_TYPES), hostileValue)
    .map(([type, value]) => ({ ...jsonContent(value), headers: { 'content-type': type } })),
);

const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));
const fileContent = (field: string, isValid: boolean, { picture, film }: Known): fc.Arbitrary<Content> => {
  const files = {
    file: field === 'cover_video' ? film : picture,
    type: field === 'cover_video' ? 'video/mp4' : 'image/png',
  };
  const form = (name: string, file: Buffer, type: string): Content => {
    const { headers, content } = formOf(name, file, type);
    return { headers, body: content };
  };
  if (isValid) return fc.constant(form(field, files.file, files.type));
  return fc
    .tuple(
      fc.constantFrom(field, field, field, 'other', '__proto__'),
      fc.oneof(
        bytes,
        fc.nat({ max: files.file.length }).map((end) => files.file.subarray(0, end)),
      ),
      fc.constantFrom(files.type, 'image/svg+xml', 'x'),
    )
    .map((parts) => form(...parts));
};

/** Header values are Latin-1 and a single line. */
const headerText = hostileText.map((text) => text.replace(/[^ -~]/g, '?').slice(0, MAX_TARGET_TEXT));
const PART_TYPE = 'application/offset+octet-stream';
const resumableContent = (method: string, isValid: boolean, slugs: fc.Arbitrary<unknown>): fc.Arbitrary<Content> => {
  const count = fc.oneof(fc.constantFrom('0', '1', '1000', '-1', 'NaN', '1e3', '99999999999999999999', ''), headerText);
  const hostileHeaders = fc.dictionary(
    fc.constantFrom(
      'tus-resumable',
      'upload-length',
      'upload-offset',
      'upload-defer-length',
      'upload-concat',
      'upload-metadata',
      'content-type',
    ),
    fc.oneof(count, fc.constantFrom('fileType', 'modelSlug !!', '__proto__ eA==', ',', JSON_TYPE, PART_TYPE)),
    { minKeys: 1, maxKeys: 3 },
  );
  const headers = (rightful: Record<string, string>) =>
    isValid ? fc.constant(rightful) : hostileHeaders.map((hostile) => ({ ...rightful, ...hostile }));
  if (method === 'POST')
    return slugs.chain((slug) => headers(resumableHeaders(String(slug)))).map((given) => ({ headers: given }));
  return fc
    .tuple(headers({ 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': PART_TYPE }), bytes)
    .map(([given, body]) => ({ headers: given, body }));
};

const cookieContent = (isValid: boolean, cookies: readonly string[]): fc.Arbitrary<Content> =>
  (isValid
    ? fc.constantFrom(...cookies)
    : fc.oneof(
        fc.constantFrom(...cookies).map((cookie) => `${cookie}x`),
        headerText,
      )
  ).map((cookie) => ({ headers: { cookie } }));
const nothing = fc.constant<Content>({ headers: {} });

/** Generates the body and its headers, where it is not the JSON of the parts. */
const contentOf = (
  { body, file, path, method }: Operation,
  isValid: boolean,
  known: Known,
): fc.Arbitrary<Content | null> => {
  if (body)
    return isValid
      ? fc.constant(null)
      : fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: unreadable });
  if (file !== undefined) return fileContent(file, isValid, known);
  if (path.startsWith(RESUMABLE_PATH) && (method === 'POST' || method === 'PATCH'))
    return resumableContent(method, isValid, known.params.modelSlug ?? hostileText);
  if (/\/(?:refresh|logout)$/.test(path)) return cookieContent(isValid, known.cookies);
  return isValid || method === 'GET' ? nothing : fc.oneof(nothing, unreadable);
};
const ifMatch = fc.option(fc.constantFrom('"1"', '0', '-1', 'x', '999999', '*', 'W/"2"'), { nil: undefined });

/** Generates requests of an operation that are valid, or have one or several hostile values. */
export const inputsOf = (operation: Operation, known: Known, kind: InputKind): fc.Arbitrary<Input> => {
  const isValid = kind === 'valid';
  const mutations = isValid
    ? fc.constant([])
    : fc.array(
        mutation,
        kind === 'one hostile value' ? { minLength: 1, maxLength: 1 } : { minLength: 2, maxLength: 6 },
      );
  const takesIfMatch = !isValid && operation.errors.includes('EDIT_CONFLICT');
  return fc
    .tuple(
      partsOf(operation, known),
      mutations,
      contentOf(operation, isValid, known),
      takesIfMatch ? ifMatch : fc.constant(undefined),
    )
    .map(([rightful, changes, content, match]) => {
      const changed = mutated(rightful, changes);
      const parts: Parts = { ...changed, params: objectOf(changed.params), query: objectOf(changed.query) };
      const target = targetOf(operation.path, parts);
      const { headers, body } = content ?? jsonContent(parts.body);
      const isReadable = content === null || !operation.body;
      return {
        method: operation.method,
        target,
        headers: { ...headers, ...(match !== undefined && { 'if-match': match }) },
        ...(body !== undefined && { body }),
        isAgainstSchema: isReadable && isAgainstSchema(operation, target, parts),
      };
    });
};

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
/** Formats a curl command that repeats the request; a token has to be added. */
export const curlOf = ({ method, target, headers, body }: Input): string =>
  [
    'curl -i --path-as-is',
    `-X ${method}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined
      ? []
      : [
          Buffer.isBuffer(body)
            ? `--data-binary @<(base64 -d <<< ${body.toString('base64')})`
            : `--data-binary ${quoted(body)}`,
        ]),
    `"$URL"${quoted(target)}`,
  ].join(' ');
