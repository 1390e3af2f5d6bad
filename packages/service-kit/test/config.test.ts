import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  ConfigError,
  flag,
  httpAddress,
  json,
  list,
  mongoAddress,
  postgresAddress,
  processSettings,
  readConfig,
  secret,
  secrets,
} from '../src/config.ts';

const schema = z.object({
  ...processSettings,
  DATABASE_URL: postgresAddress(),
  PUBLIC_URL: httpAddress(),
  API_SECRET: secret(),
  DEVELOPMENT_MODE: flag().default(false),
  HOSTS: list(),
  KEYS: json(z.record(z.string(), z.string().min(8))),
});
const environment = {
  PORT: '8080',
  DATABASE_URL: 'postgres://localhost/x',
  PUBLIC_URL: 'https://site.test/',
  API_SECRET: 's'.repeat(32),
  HOSTS: 'a.test, b.test:8443,,',
  KEYS: '{"one":"12345678"}',
};
const faultsOf = (change: Record<string, string | undefined>): readonly string[] => {
  try {
    readConfig(schema, { ...environment, ...change });
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
};

describe('the configuration', () => {
  test('reads valid settings, with the defaults of production', () => {
    expect(readConfig(schema, environment)).toEqual({
      NODE_ENV: 'production',
      PORT: 8080,
      MANAGEMENT_PORT: 9090,
      LOG_LEVEL: 'info',
      DATABASE_URL: 'postgres://localhost/x',
      PUBLIC_URL: 'https://site.test',
      API_SECRET: 's'.repeat(32),
      DEVELOPMENT_MODE: false,
      HOSTS: ['a.test', 'b.test:8443'],
      KEYS: { one: '12345678' },
    });
  });

  test('reports all faults at once, missing variables as missing', () => {
    const faults = faultsOf({
      PORT: '70000',
      DATABASE_URL: undefined,
      PUBLIC_URL: 'ftp://site.test',
      API_SECRET: 'short',
      DEVELOPMENT_MODE: 'yes',
      KEYS: '{',
    });
    expect(faults.map((fault) => fault.split(/[: ]/)[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'PUBLIC_URL',
      'API_SECRET',
      'DEVELOPMENT_MODE',
      'KEYS',
    ]);
    expect(faults).toContain('DATABASE_URL is missing');
  });

  test('treats an empty value as missing', () => {
    expect(faultsOf({ API_SECRET: '' })).toEqual(['API_SECRET is missing']);
  });

  test('shows no value of a wrong secret in any fault', () => {
    const faults = faultsOf({
      API_SECRET: 'hunter2',
      DATABASE_URL: 'mysql://user:hunter2@host/x',
      KEYS: '{"one":"hunter2"}',
    }).join('\n');
    expect(faults).toMatch(/API_SECRET[\s\S]*KEYS/);
    expect(faults).not.toContain('hunter2');
  });

  test.each([
    ['mongodb://localhost/catalogue', true],
    ['mongodb://a:1,b:2/catalogue?replicaSet=r', true],
    ['mongodb://localhost', false],
    ['http://localhost/catalogue', false],
  ])('validates the address of MongoDB %s: %s', (value, accepted) => {
    expect(mongoAddress().safeParse(value).success).toBe(accepted);
  });
});

describe('a secret in rotation', () => {
  const [one, other] = ['1'.repeat(32), '2'.repeat(32)];

  test.each([
    ['one secret', one, [one]],
    ['one secret with a comma', `${one},${other}`, [`${one},${other}`]],
    ['a JSON list', JSON.stringify([one, other]), [one, other]],
  ])('is read from %s', (_name, text, expected) => {
    expect(secrets().parse(text)).toEqual(expected);
  });

  test.each([
    ['a short secret', 'short'],
    ['an empty list', '[]'],
    ['a list with a short secret', JSON.stringify([one, 'short'])],
    ['a broken list', `["${one}"`],
  ])('is rejected as %s', (_name, text) => {
    expect(secrets().safeParse(text).success).toBe(false);
  });
});

describe('settings in files', () => {
  let folder = '';
  const fileWith = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'settings-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('reads the trimmed content of the file that NAME_FILE names', () => {
    const API_SECRET_FILE = fileWith('secret', `${'f'.repeat(40)}\n`);
    expect(readConfig(schema, { ...environment, API_SECRET: undefined, API_SECRET_FILE }).API_SECRET).toBe(
      'f'.repeat(40),
    );
  });

  test('reads files for a union of schemas', () => {
    const union = z.discriminatedUnion('KIND', [
      z.object({ KIND: z.literal('a') }),
      z.object({ KIND: z.literal('b'), KEY: z.string() }),
    ]);
    expect(readConfig(union, { KIND: 'b', KEY_FILE: fileWith('key', 'of b') })).toEqual({ KIND: 'b', KEY: 'of b' });
  });

  test('rejects a setting that is given both ways', () => {
    expect(faultsOf({ API_SECRET_FILE: fileWith('secret', 'f'.repeat(40)) })).toEqual([
      'API_SECRET and API_SECRET_FILE are both set',
    ]);
  });

  test('names every unusable file beside the other faults, without its path', () => {
    const faults = faultsOf({
      API_SECRET: undefined,
      API_SECRET_FILE: join(folder, 'absent'),
      KEYS: undefined,
      KEYS_FILE: fileWith('empty', ' \n'),
      PORT: 'x',
    });
    expect(faults).toEqual([
      'API_SECRET_FILE names a file that cannot be read (ENOENT)',
      'KEYS_FILE names an empty file',
      expect.stringMatching(/^PORT: /),
    ]);
    expect(faults.join()).not.toContain(folder);
  });

  test('never shows the content of a file in a fault', () => {
    const DATABASE_URL_FILE = fileWith('address', 'mysql://user:hunter2@host/x');
    expect(faultsOf({ DATABASE_URL: undefined, DATABASE_URL_FILE })).toEqual([
      expect.stringMatching(/^DATABASE_URL: (?!.*hunter2)/),
    ]);
  });

  test('ignores variables of other programs that end in _FILE', () => {
    expect(faultsOf({ SSL_CERT_FILE: join(folder, 'absent') })).toEqual([]);
  });
});
