import type { Response } from 'express';
import { readConfig } from 'service-kit/config';
import { shellConfig } from '../src/server/config.ts';
import { createSecurityHeaders } from '../src/server/security-headers.ts';

const environment = { PORT: '0', PUBLIC_URL: 'https://coulisses.example', CATALOGUE_URL: 'http://catalogue', AFFILIATE_URL: 'http://affiliate', REMOTE_PUBLIC_URL: 'http://mf-public' };
const policyWith = (mediaOrigin: string | undefined): string => {
  let policy = '';
  const response = { removeHeader: () => {}, set: (headers: Record<string, string>) => (policy = headers['content-security-policy'] ?? '') };
  createSecurityHeaders({ isWatching: false, isSecure: true, mediaOrigin })(response as object as Response);
  return policy;
};

test('When a store delivers media, then pictures and films may come from its origin, and nothing else may', () => {
  const { MEDIA_ORIGIN } = readConfig(shellConfig, { ...environment, MEDIA_ORIGIN: 'https://s3.eu-west-3.amazonaws.com/coulisses-media/' });
  const policy = policyWith(MEDIA_ORIGIN);
  expect(policy).toContain("img-src 'self' data: blob: https://s3.eu-west-3.amazonaws.com; media-src 'self' blob: https://s3.eu-west-3.amazonaws.com;");
  expect(policy.replaceAll(' https://s3.eu-west-3.amazonaws.com', '')).toBe(policyWith(readConfig(shellConfig, environment).MEDIA_ORIGIN));
});
test('When the origin is none, then the shell does not start', () => {
  expect(() => readConfig(shellConfig, { ...environment, MEDIA_ORIGIN: "https://a; script-src 'unsafe-inline'" })).toThrow('MEDIA_ORIGIN');
});
