import { readConfig } from 'service-kit/config';
import { cdnOf, config } from '../src/config.ts';
import { TARGETS } from '../src/routes.ts';

const environment = {
  RABBIT_URL: 'amqp://127.0.0.1',
  PUBLIC_URL: 'https://coulisses.example',
  ...Object.fromEntries(
    TARGETS.map((target) => [`${target.replace('mf-', 'remote_').toUpperCase()}_URL`, 'http://127.0.0.1']),
  ),
};
const cdn = {
  CDN_MAX_AGE: '3600',
  CDN_PURGE_URL: 'https://api.fastly.com/service/coulisses/purge',
  CDN_PURGE_TOKEN: 't'.repeat(32),
};

describe('the configuration of the gateway', () => {
  test('has no CDN by default', () => {
    expect(cdnOf(readConfig(config, environment))).toBeNull();
  });

  test('reads the CDN', () => {
    expect(cdnOf(readConfig(config, { ...environment, ...cdn }))).toEqual({
      maxAgeSeconds: 3600,
      purgeUrl: cdn.CDN_PURGE_URL,
      purgeToken: cdn.CDN_PURGE_TOKEN,
    });
  });

  test.each([
    ['no purges', { CDN_PURGE_URL: '' }, 'CDN_PURGE_URL'],
    ['purges over http', { CDN_PURGE_URL: 'http://cdn.example/purge' }, 'CDN_PURGE_URL'],
    ['purges over http in capitals', { CDN_PURGE_URL: 'HTTP://cdn.example/purge' }, 'CDN_PURGE_URL'],
    ['no token', { CDN_PURGE_TOKEN: '' }, 'CDN_PURGE_TOKEN'],
    ['a short token', { CDN_PURGE_TOKEN: 'short' }, 'CDN_PURGE_TOKEN'],
    ['no age', { CDN_MAX_AGE: '0' }, 'CDN_MAX_AGE'],
    ['no cache of the gateway', { RESPONSE_CACHE: 'false' }, 'RESPONSE_CACHE'],
  ])('rejects a CDN with %s in production', (_what, change, setting) => {
    expect(() => readConfig(config, { ...environment, ...cdn, ...change })).toThrow(setting);
  });

  test('reports the faults of a CDN together with others, each once', () => {
    const read = (changes: Record<string, string>) => () => readConfig(config, { ...environment, ...cdn, ...changes });
    expect(read({ PORT: 'x', CDN_PURGE_URL: '' })).toThrow(/2 fault[^]*PORT[^]*CDN_PURGE_URL/);
    expect(read({ CDN_PURGE_URL: 'ftp://cdn.example' })).toThrow('1 fault');
  });
});
