import { describe, expect, test } from '@jest/globals';
import { ConfigError, readConfig } from 'service-kit/config';
import { config } from '../src/config.ts';

const environment = {
  NODE_ENV: 'development',
  PORT: '0',
  DATABASE_URL: 'postgres://localhost/billing',
  RABBIT_URL: 'amqp://localhost',
  IDENTITY_JWKS_URL: 'http://localhost:1/.well-known/jwks.json',
  DEFAULT_OFFER_URL: 'http://localhost:2/offer?x=1',
  PAYMENT_HOSTS: 'localhost:2, pay.example.org',
  POSTBACK_KEYS: JSON.stringify({ sandbox: 'x'.repeat(32) }),
  DEFAULT_TELEGRAM_LINK: 'https://t.me/+vip',
  PUBLIC_URL: 'http://localhost:8080',
};
const faultsOf = (change: Record<string, string>): readonly string[] => {
  try {
    readConfig(config, { ...environment, ...change });
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
};

describe('billing’s configuration', () => {
  test('When everything is given, then it is read', () => {
    expect(readConfig(config, environment)).toMatchObject({
      GRACE_DAYS: 3,
      PAYMENT_HOSTS: ['localhost:2', 'pay.example.org'],
      DEFAULT_OFFER_URL: 'http://localhost:2/offer?x=1',
    });
  });

  test('When it is production, then the sandbox partner and an offer without https are faults, both told', () => {
    expect(faultsOf({ NODE_ENV: 'production' })).toEqual([
      expect.stringContaining('DEFAULT_OFFER_URL'),
      expect.stringContaining('POSTBACK_KEYS'),
    ]);
    expect(
      faultsOf({
        NODE_ENV: 'production',
        DEFAULT_OFFER_URL: 'https://pay.example.org/',
        POSTBACK_KEYS: JSON.stringify({ adexico: 'x'.repeat(32) }),
      }),
    ).toEqual([]);
  });

  test('When the default offer’s host is not allowed, then it is a fault, beside the others', () => {
    expect(
      faultsOf({ DEFAULT_OFFER_URL: 'http://elsewhere.test/', PORT: 'x' }).map((fault) => fault.split(/[: ]/)[0]),
    ).toEqual(['PORT', 'DEFAULT_OFFER_URL']);
  });

  test.each(['{', '[]', '{"sandbox":"short"}', `{"unmatched":"${'x'.repeat(32)}"}`])(
    'When the keys are %s, then it is a fault that tells no key',
    (POSTBACK_KEYS) => {
      const [fault] = faultsOf({ POSTBACK_KEYS });
      expect(fault).toMatch(/^POSTBACK_KEYS/);
      expect(fault).not.toContain('xxx');
    },
  );
});
