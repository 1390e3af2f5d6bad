import { expect, test } from '@jest/globals';
import { readConfig } from 'service-kit/config';
import { config } from '../src/config.ts';

test('the configuration reports private hosts of postbacks in production together with other faults', () => {
  const read = () =>
    readConfig(config, { NODE_ENV: 'production', PORT: 'x', PRIVATE_POSTBACK_HOSTS: '127.0.0.1:9000' });
  expect(read).toThrow('PRIVATE_POSTBACK_HOSTS: must be empty in production');
  expect(read).toThrow('PORT');
});
