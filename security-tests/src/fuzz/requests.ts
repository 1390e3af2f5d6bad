import type { Operation } from 'contracts/operation';
import fc from 'fast-check';
import { z } from 'zod';
import { formOf, resumableHeaders } from '../platform/belongings.ts';
import type { Sent } from '../platform/http-client.ts';
import { hostileText, hostileValue, valuesOf } from './values.ts';
import type { KnownValues } from './values.ts';

type Content = Pick<Sent, 'headers' | 'body'>;

/** Sent as they are: no client would encode a value to these. */
const RAW_SEGMENTS = ['%00', '%ff', '%', '%zz', '%2e%2e', '..%2f..', '%c0%ae', '%ed%a0%80', '..;', '%5c', '%0d%0a'] as const;
const MAX_TARGET_TEXT = 2_000;
const encoded = (value: unknown): string => encodeURIComponent(String(typeof value === 'object' ? JSON.stringify(value) : value).slice(0, MAX_TARGET_TEXT).toWellFormed());
const fieldsOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> => (schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {});

const targets = ({ path, params, query }: Operation, known: KnownValues): fc.Arbitrary<string> => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const segment = (name: string) => fc.oneof({ weight: 12, arbitrary: valuesOf(fieldsOf(params)[name] ?? z.string(), known).map(encoded) }, { weight: known[name] ? 12 : 0, arbitrary: fc.constantFrom(...(known[name] ?? [''])).map(encoded) }, { weight: 1, arbitrary: fc.constantFrom(...RAW_SEGMENTS) });
  const segments = fc.record(Object.fromEntries(names.map((name) => [name, segment(name)])));
  const declared = Object.fromEntries(Object.entries(fieldsOf(query)).map(([name, schema]) => [name, fc.oneof({ weight: known[name] ? 5 : 0, arbitrary: fc.constantFrom(...(known[name] ?? [''])) }, { weight: 5, arbitrary: valuesOf(schema, known) })]));
  const pairs = fc.record(declared, { requiredKeys: Object.keys(declared).filter((name) => known[name]) }).map((values) => Object.entries(values).filter(([, value]) => value !== undefined));
  const stray = fc.option(fc.tuple(fc.constantFrom('key', '__proto__', 'a[b]', 'constructor[prototype]', '$where'), hostileText), { freq: 8, nil: undefined });
  return fc.tuple(segments, pairs, stray).map(([values, own, more]) => {
    const search = [...own, ...(more ? [more] : [])].map(([name, value]) => `${encodeURIComponent(name)}=${encoded(value)}`).join('&');
    return path.replace(/:(\w+)/g, (_, name: string) => (values as Record<string, string>)[name] ?? '') + (search && `?${search}`);
  });
};

const JSON_TYPE = 'application/json';
const BROKEN_JSON = ['{', '{"a":}', '[1,', '"', 'null', 'nul', '1e999', '\ufeff{}', '{"a":"\ud800"}', '{}{}', '['.repeat(5_000)] as const;
const jsonContent = (body: fc.Arbitrary<unknown>): fc.Arbitrary<Content> =>
  fc.oneof(
    { weight: 12, arbitrary: body.map((value): Content => ({ headers: { 'content-type': JSON_TYPE }, body: JSON.stringify(value) ?? '' })) },
    { weight: 1, arbitrary: fc.constantFrom(...BROKEN_JSON).map((text): Content => ({ headers: { 'content-type': JSON_TYPE }, body: text })) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/json; charset=utf-16', 'application/xml', 'x'), body).map(([type, value]): Content => ({ headers: { 'content-type': type }, body: JSON.stringify(value) ?? '' })) },
  );

const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));
const fileContent = (field: string): fc.Arbitrary<Content> =>
  fc.tuple(fc.constantFrom(field, field, field, 'other', '__proto__'), bytes, fc.constantFrom('image/webp', 'video/mp4', 'image/svg+xml', 'x')).map(([name, file, type]) => {
    const { headers, content } = formOf(name, file, type);
    return { headers, body: content };
  });

const resumableContent = ({ method }: Operation, slugs: readonly string[]): fc.Arbitrary<Content> => {
  const number = fc.constantFrom('0', '1', '1000', '-1', 'NaN', '1e3', '99999999999999999999', '');
  if (method === 'POST') return fc.tuple(fc.constantFrom(...slugs), number, fc.option(fc.constantFrom('fileType', 'modelSlug !!', '__proto__ eA==', ','), { freq: 3, nil: undefined })).map(([slug, length, metadata]) => ({ headers: { ...resumableHeaders(slug), 'upload-length': length, ...(metadata && { 'upload-metadata': metadata }) } }));
  return fc.tuple(number, fc.constantFrom('application/offset+octet-stream', JSON_TYPE), bytes).map(([offset, type, body]) => ({ headers: { 'tus-resumable': '1.0.0', 'upload-offset': offset, 'content-type': type }, body }));
};

const contents = (operation: Operation, known: KnownValues): fc.Arbitrary<Content> => {
  if (operation.body) return jsonContent(valuesOf(operation.body, known));
  if (operation.file) return fileContent(operation.file);
  if (operation.path.includes('resumable') && operation.method !== 'GET' && operation.method !== 'DELETE') return resumableContent(operation, known.modelSlug ?? ['essai']);
  return fc.oneof({ weight: 9, arbitrary: fc.constant<Content>({ headers: {} }) }, { weight: 1, arbitrary: jsonContent(hostileValue) });
};

/** Requests of an operation, with the caller's token where there is one. */
export const requestsOf = (operation: Operation, known: KnownValues, token: () => string | undefined): fc.Arbitrary<() => Sent> =>
  fc.tuple(targets(operation, known), contents(operation, known)).map(([target, { headers, body }]) => {
    const request = () => ({ method: operation.method, target, headers: { ...headers, ...(token() !== undefined && { authorization: `Bearer ${token()}` }) }, ...(body !== undefined && { body }) });
    return Object.assign(request, { [fc.toStringMethod]: () => curlOf({ method: operation.method, target, headers, ...(body !== undefined && { body }) }) });
  });

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
/** A line that repeats the request; a token has to be added. */
export const curlOf = ({ method, target, headers, body }: Sent): string =>
  ['curl -i --path-as-is', `-X ${method}`, ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`), ...(body === undefined ? [] : [Buffer.isBuffer(body) ? `--data-binary @<(base64 -d <<< ${body.toString('base64')})` : `--data-binary ${quoted(body)}`]), `"$URL"${quoted(target)}`].join(' ');
