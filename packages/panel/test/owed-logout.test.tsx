import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { afterOwedLogout } from '../src/login/after-owed-logout.ts';

const OWED = 'owedLogout:main_admin_token';
/** Ends the lock of another tab. */
let release: () => void;

beforeEach(() => {
  const held = new Promise<void>((resolve) => (release = resolve));
  const request = (name: string, work: () => Promise<unknown>) => (name === OWED ? held.then(work) : work());
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  localStorage.setItem(OWED, '1');
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks');
  localStorage.clear();
});

test('a login waits for the logout that another tab retries, which is no longer owed afterwards', async () => {
  const steps: string[] = [];
  const login = afterOwedLogout('main_admin_token', async () => {
    steps.push('login');
    return { token: 't' };
  });
  await Promise.resolve();
  steps.push('logout');
  release();
  expect(await login).toEqual({ token: 't' });
  expect(steps).toEqual(['logout', 'login']);
  expect(localStorage.getItem(OWED)).toBeNull();
});

test('a password that needs a second factor leaves the logout owed', async () => {
  release();
  await afterOwedLogout('main_admin_token', async () => ({ secondFactor: {} }));
  expect(localStorage.getItem(OWED)).toBe('1');
});
