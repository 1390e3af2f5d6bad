import { randomBytes } from 'node:crypto';
import express from 'express';
import { createDeviceCookies } from 'service-kit/device-cookies';
import type { DeviceCookies } from 'service-kit/device-cookies';
import supertest from 'supertest';

const KEY = randomBytes(32);
const ACCOUNT = 'Claire@example.org';
const HASH = 'hash of the password';
const clock = { now: 1_700_000_000_000 };
const devicesOf = (changes: Partial<Parameters<typeof createDeviceCookies>[0]> = {}) =>
  createDeviceCookies({
    role: 'subscriber',
    key: KEY,
    passwordHashOf: () => Promise.resolve(HASH),
    clock: () => clock.now,
    ...changes,
  });
const devices = devicesOf();

const issue = async (by: DeviceCookies = devices): Promise<{ line: string; cookie: string }> => {
  const app = express().get('/', (request, response) => {
    by.remember(request, response, { account: ACCOUNT, passwordHash: HASH }, '/api/auth');
    response.end();
  });
  const [line = ''] = (await supertest(app).get('/').set('x-forwarded-proto', 'https')).get('Set-Cookie') ?? [];
  return { line, cookie: line.split(';')[0] ?? '' };
};
const knows = (cookie: string, account = ACCOUNT, by = devices) =>
  by.knownDevice({ headers: { cookie, 'x-forwarded-proto': 'https' } }, account);

describe('a device cookie', () => {
  test('names a browser that has opened the account, by an id of its own', async () => {
    const [first, second] = [await issue(), await issue()];
    expect(await knows(first.cookie)).toMatch(/^[\w-]{22}$/);
    expect(await knows(first.cookie, 'claire@EXAMPLE.org')).toBe(await knows(first.cookie));
    expect(await knows(second.cookie)).not.toBe(await knows(first.cookie));
  });

  test('lasts 180 days, is hidden from scripts and stays on the site', async () => {
    const { line } = await issue();
    expect(line).toMatch(
      /^__Secure-subscriber_device=.*; Max-Age=15552000; Path=\/api\/auth; Expires=.*; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test('holds no personal data', async () => {
    const { cookie } = await issue();
    const parts = cookie.split(/[=.]/).map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    expect([cookie, ...parts].join(' ').toLowerCase()).not.toMatch(/claire|example/);
  });

  test('is worth nothing for another account or role, with another key, once it has ended, or changed by a character', async () => {
    const { cookie } = await issue();
    expect(await knows(cookie, 'paul@example.org')).toBeNull();
    expect(
      await knows(cookie.replace('subscriber', 'admin'), ACCOUNT, devicesOf({ role: 'administrator' })),
    ).toBeNull();
    expect(await knows(cookie, ACCOUNT, devicesOf({ key: randomBytes(32) }))).toBeNull();
    expect(await knows(cookie, ACCOUNT, devicesOf({ clock: () => clock.now + 181 * 24 * 60 * 60_000 }))).toBeNull();
    const [name = '', id = '', expires = '', signature = ''] = cookie.split(/[=.]/);
    const swap = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
    for (const forged of [
      `${name}=${swap(id)}.${expires}.${signature}`,
      `${name}=${id}.${Number(expires) + 1}.${signature}`,
      `${name}=${id}.${expires}.${swap(signature)}`,
    ])
      expect(await knows(forged)).toBeNull();
  });

  test('is worth nothing after a new password, or when the account is deleted', async () => {
    const { cookie } = await issue();
    const withHash = (hash: string | null) => devicesOf({ passwordHashOf: () => Promise.resolve(hash) });
    expect(await knows(cookie, ACCOUNT, withHash('another hash'))).toBeNull();
    expect(await knows(cookie, ACCOUNT, withHash(null))).toBeNull();
  });

  test('is replaced in the known browser that sets a new password, and in no other', async () => {
    const { cookie } = await issue();
    const newDevices = devicesOf({ passwordHashOf: () => Promise.resolve('new hash') });
    const app = express().get('/', async (request, response) => {
      const changed = { account: ACCOUNT, formerHash: HASH, passwordHash: 'new hash' };
      await newDevices.renew(request, response, changed, '/api/auth');
      response.end();
    });
    const setBy = async (sent: string) =>
      (await supertest(app).get('/').set('x-forwarded-proto', 'https').set('cookie', sent)).get('Set-Cookie') ?? [];
    const [line = ''] = await setBy(cookie);
    expect(await knows(line.split(';')[0] ?? '', ACCOUNT, newDevices)).toMatch(/^[\w-]{22}$/);
    expect(await setBy('other=1')).toEqual([]);
    expect(await setBy(line.split(';')[0] ?? '')).toEqual([]);
  });

  test.each([
    '',
    'subscriber_device=',
    'subscriber_device=..',
    'subscriber_device=a.1.b',
    `subscriber_device=${'A'.repeat(22)}.9999999999.${'A'.repeat(43)}`,
    `subscriber_device=${'x'.repeat(5000)}`,
  ])('is not read from %p', async (cookie) => {
    expect(await knows(cookie)).toBeNull();
  });
});
