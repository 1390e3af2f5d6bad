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
  test('reads complete settings', () => {
    expect(readConfig(config, environment)).toMatchObject({
      GRACE_DAYS: 3,
      PAYMENT_HOSTS: ['localhost:2', 'pay.example.org'],
      DEFAULT_OFFER_URL: 'http://localhost:2/offer?x=1',
    });
  });

  test('reads the operator’s facts, none where they are empty, and rejects what is no fact', () => {
    expect(readConfig(config, { ...environment, OPERATOR: '{"name":"Exemple SAS"}' }).OPERATOR).toEqual({
      name: 'Exemple SAS',
    });
    expect(readConfig(config, { ...environment, OPERATOR: '' })).toMatchObject({
      OPERATOR: {},
      SITE_TITLE: 'Coulisses',
    });
    expect(faultsOf({ OPERATOR: '{"nom":"Exemple SAS"}' })).toHaveLength(1);
  });

  test('reads the addresses of the partners’ calls, and rejects those of others', () => {
    const PARTNER_APIS = JSON.stringify({ sandbox: 'http://localhost:2/api' });
    expect(readConfig(config, { ...environment, PARTNER_APIS })).toMatchObject({
      PARTNER_APIS: { sandbox: 'http://localhost:2/api' },
    });
    expect(faultsOf({ PARTNER_APIS: JSON.stringify({ other: 'http://localhost:2/api' }) })).toEqual([
      expect.stringContaining('PARTNER_APIS'),
    ]);
    const production = {
      NODE_ENV: 'production',
      DEFAULT_OFFER_URL: 'https://pay.example.org/',
      POSTBACK_KEYS: JSON.stringify({ partner: 'x'.repeat(32) }),
    };
    expect(
      faultsOf({ ...production, PARTNER_APIS: JSON.stringify({ partner: 'http://pay.example.org/api' }) }),
    ).toEqual([expect.stringContaining('PARTNER_APIS')]);
    expect(
      faultsOf({ ...production, PARTNER_APIS: JSON.stringify({ partner: 'https://pay.example.org/api' }) }),
    ).toEqual([]);
    expect(faultsOf({ POSTBACK_KEYS: JSON.stringify({ site: 'x'.repeat(32) }) })).not.toEqual([]);
  });

  test('reads one or two secrets of signed notifications, and no other text', () => {
    const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
    const longest = `whsec_${Buffer.alloc(64, 1).toString('base64')}`;
    const read = (WEBHOOK_SECRETS: unknown) =>
      faultsOf({ WEBHOOK_SECRETS: JSON.stringify({ sandbox: WEBHOOK_SECRETS }) });
    expect(readConfig(config, environment).WEBHOOK_SECRETS).toEqual({});
    for (const accepted of [secret, [secret, longest]]) expect(read(accepted)).toEqual([]);
    const others = ['x'.repeat(40), secret.slice(6), `${secret}=`, `whsec_${Buffer.alloc(23).toString('base64')}`];
    for (const rejected of [...others, [], [secret, secret, secret]])
      expect(read(rejected)).toEqual([expect.stringMatching(/^WEBHOOK_SECRETS/)]);
    expect(read(others[0]).join('')).not.toContain('xxx');
  });

  test('reports the sandbox partner and an offer without https in production, both at once', () => {
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

  test('reports a default offer whose host is not allowed, beside the other faults', () => {
    expect(
      faultsOf({ DEFAULT_OFFER_URL: 'http://elsewhere.test/', PORT: 'x' }).map((fault) => fault.split(/[: ]/)[0]),
    ).toEqual(['PORT', 'DEFAULT_OFFER_URL']);
  });

  test.each(['{', '[]', '{"sandbox":"short"}', `{"unmatched":"${'x'.repeat(32)}"}`])(
    'reports keys that are %s without quoting them',
    (POSTBACK_KEYS) => {
      const [fault] = faultsOf({ POSTBACK_KEYS });
      expect(fault).toMatch(/^POSTBACK_KEYS/);
      expect(fault).not.toContain('xxx');
    },
  );
});
