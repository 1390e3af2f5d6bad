import { describe, expect, test } from '@jest/globals';
import type { Response } from 'express';
import { readConfig } from 'service-kit/config';
import { publicBucketOrigin } from 'service-kit/public-bucket';
import { shellConfig } from '../src/server/config.ts';
import { createSecurityHeaders } from '../src/server/security-headers.ts';

const environment = {
  PORT: '0',
  PUBLIC_URL: 'https://coulisses.example',
  CATALOGUE_URL: 'http://catalogue',
  AFFILIATE_URL: 'http://affiliate',
  REMOTE_PUBLIC_URL: 'http://mf-public',
};
const bucket = {
  S3_PUBLIC_ENDPOINT: 'https://s3.eu-west-3.amazonaws.com',
  S3_BUCKET: 'coulisses-media',
  S3_FORCE_PATH_STYLE: 'false',
};
const policyWith = (mediaOrigin: string | undefined): string => {
  let policy = '';
  const response = {
    removeHeader: () => {},
    set: (headers: Record<string, string>) => (policy = headers['content-security-policy'] ?? ''),
  };
  createSecurityHeaders({ isWatching: false, isSecure: true, mediaOrigin })(response as object as Response);
  return policy;
};

describe('content security policy', () => {
  const ORIGIN = 'https://coulisses-media.s3.eu-west-3.amazonaws.com';

  test('admits pictures and films from the bucket alone where the store delivers them', () => {
    const policy = policyWith(publicBucketOrigin(readConfig(shellConfig, { ...environment, ...bucket })));
    expect(policy).toContain(`img-src 'self' data: blob: ${ORIGIN}; media-src 'self' blob: ${ORIGIN};`);
    expect(policy.replaceAll(` ${ORIGIN}`, '')).toBe(policyWith(undefined));
  });

  test('admits no other origin where media delivers', () => {
    expect(publicBucketOrigin(readConfig(shellConfig, environment))).toBeUndefined();
  });

  test.each([
    ['a bucket in the path', { S3_FORCE_PATH_STYLE: 'true' }, 'S3_FORCE_PATH_STYLE'],
    ['a store without a bucket', { S3_BUCKET: undefined }, 'S3_BUCKET'],
    ['a store over http', { S3_PUBLIC_ENDPOINT: 'http://s3.eu-west-3.amazonaws.com' }, 'S3_PUBLIC_ENDPOINT'],
    [
      'an address that ends the directive',
      { S3_PUBLIC_ENDPOINT: "https://a; script-src 'unsafe-inline'" },
      'S3_PUBLIC_ENDPOINT',
    ],
  ])('is not built for %s in production', (_name, change, setting) => {
    expect(() => readConfig(shellConfig, { ...environment, ...bucket, ...change })).toThrow(setting);
  });
});
