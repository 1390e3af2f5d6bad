import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { ConfigError, flag, httpAddress, json, list, mongoAddress, postgresAddress, processSettings, readConfig, secret } from '../src/config.ts';

const schema = z.object({
  ...processSettings,
  DATABASE_URL: postgresAddress(),
  PUBLIC_URL: httpAddress(),
  API_SECRET: secret(),
  DEVELOPMENT_MODE: flag().default(false),
  HOSTS: list(),
  KEYS: json(z.record(z.string(), z.string().min(8))),
});
const environment = { PORT: '8080', DATABASE_URL: 'postgres://localhost/x', PUBLIC_URL: 'https://site.test/', API_SECRET: 's'.repeat(32), HOSTS: 'a.test, b.test:8443,,', KEYS: '{"one":"12345678"}' };
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
  test('When everything is right, then it is read, with the defaults of production', () => {
    expect(readConfig(schema, environment)).toEqual({
      NODE_ENV: 'production', PORT: 8080, MANAGEMENT_PORT: 9090, LOG_LEVEL: 'info', DATABASE_URL: 'postgres://localhost/x', PUBLIC_URL: 'https://site.test', API_SECRET: 's'.repeat(32), DEVELOPMENT_MODE: false, HOSTS: ['a.test', 'b.test:8443'], KEYS: { one: '12345678' },
    });
  });

  test('When many things are wrong, then all faults are told at once, missing ones as missing', () => {
    const faults = faultsOf({ PORT: '70000', DATABASE_URL: undefined, PUBLIC_URL: 'ftp://site.test', API_SECRET: 'short', DEVELOPMENT_MODE: 'yes', KEYS: '{' });
    expect(faults.map((fault) => fault.split(/[: ]/)[0])).toEqual(['PORT', 'DATABASE_URL', 'PUBLIC_URL', 'API_SECRET', 'DEVELOPMENT_MODE', 'KEYS']);
    expect(faults).toContain('DATABASE_URL is missing');
  });

  test('When a value is empty, then it counts as missing', () => {
    expect(faultsOf({ API_SECRET: '' })).toEqual(['API_SECRET is missing']);
  });

  test('When a secret is wrong, then no fault shows its value', () => {
    const told = faultsOf({ API_SECRET: 'hunter2', DATABASE_URL: 'mysql://user:hunter2@host/x', KEYS: '{"one":"hunter2"}' }).join('\n');
    expect(told).toMatch(/API_SECRET[\s\S]*KEYS/);
    expect(told).not.toContain('hunter2');
  });

  test.each([['mongodb://localhost/catalogue', true], ['mongodb://a:1,b:2/catalogue?replicaSet=r', true], ['mongodb://localhost', false], ['http://localhost/catalogue', false]])('When the address of MongoDB is %s, then it is accepted: %s', (value, accepted) => {
    expect(mongoAddress().safeParse(value).success).toBe(accepted);
  });
});
