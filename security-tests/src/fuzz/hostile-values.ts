import fc from 'fast-check';

/** Sent unencoded in a path: no client would encode a value to these. */
export const RAW_SEGMENTS = [
  '%00',
  '%ff',
  '%',
  '%zz',
  '%2e%2e',
  '..%2f..',
  '%c0%ae',
  '%ed%a0%80',
  '..;',
  '%5c',
  '%0d%0a',
] as const;

const TEXTS = [
  '',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u202e',
  '\r\nx-injected: 1',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '9'.repeat(40),
  '-1',
  '__proto__',
  'constructor',
  'toString',
  "' OR 1=1 --",
  "'; SELECT pg_sleep(1); --",
  '$where',
  '{"$gt":""}',
  '${7*7}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '..\\..\\metrics',
  '/',
  '.',
  '..',
  'http://127.0.0.1/',
  ...RAW_SEGMENTS,
] as const;
/** Lengths around the limits of fields, and far beyond. */
const LENGTHS = [51, 61, 81, 101, 121, 201, 256, 301, 321, 501, 2_001, 20_000] as const;

export const hostileText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.constantFrom(...LENGTHS).map((length) => 'é'.repeat(length)) },
);

/** Returns an object with an own key, as JSON.parse creates even for `__proto__`, which an object literal cannot have. */
const withOwnKey = (key: string, value: unknown): object =>
  JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(value)}}`) as object;
const hostileObject = fc.constantFrom<object>(
  withOwnKey('__proto__', { is_admin: true, role: 'administrator' }),
  withOwnKey('constructor', { prototype: { is_admin: true } }),
  { $gt: '' },
  { $ne: null },
  { $where: 'sleep(1000)' },
  [],
  [[]],
  {},
  { length: 1e9 },
  { toString: 'x' },
);
const hostileNumber = fc.constantFrom(
  Number.MAX_SAFE_INTEGER + 1,
  1e308,
  -1e308,
  -1,
  0.1,
  2_147_483_648,
  9_223_372_036_854_776_000,
);
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileObject },
  { weight: 1, arbitrary: hostileNumber },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
const strayKey = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'a[b]', 'constructor[prototype]', '$where', 'id', 'role'),
  hostileText,
);

/** One change within a value of objects and arrays. */
export interface Mutation {
  kind: 'replace' | 'remove' | 'add';
  /** Index of the place, modulo their number. */
  at: number;
  key: string;
  value: unknown;
}
export const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constant('replace' as const) },
    { weight: 1, arbitrary: fc.constant('remove' as const) },
    { weight: 1, arbitrary: fc.constant('add' as const) },
  ),
  at: fc.nat({ max: 10_000 }),
  key: strayKey,
  value: hostileValue,
});

type Holder = Record<string, unknown>;
interface Place {
  holder: Holder;
  key: string;
}
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;
const placesIn = (holder: Holder): Place[] =>
  Object.entries(holder).flatMap(([key, value]) => [{ holder, key }, ...(isHolder(value) ? placesIn(value) : [])]);
/** Sets a key as an own property, `__proto__` included, as in a parsed body. */
const put = (holder: Holder, key: string, value: unknown) =>
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });

/** Returns a changed copy of the value. */
export const mutated = <Value extends object>(value: Value, mutations: readonly Mutation[]): Value => {
  const root = { value: structuredClone(value) };
  for (const { kind, at, key, value: shared } of mutations) {
    const hostile = structuredClone(shared);
    const places = placesIn(root.value as Holder);
    const place = places[at % Math.max(1, places.length)];
    if (kind === 'add' || !place) put(place?.holder ?? (root.value as Holder), key, hostile);
    else if (kind === 'replace') put(place.holder, place.key, hostile);
    else delete place.holder[place.key];
  }
  return root.value;
};
