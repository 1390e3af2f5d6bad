import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { adminSession, affiliateSession, subscriberSession } from 'web-kit/session';
import { ConnectionNotice } from '../src/after-load/connection-notice.tsx';
import { followOwedLogouts } from '../src/after-load/owed-logouts.ts';

const LEA = { token: 't', user: { email: 'lea@example.fr', firstName: 'Léa', lastName: 'Martin', username: 'lea' } };
const NOTICE = 'Vous êtes déconnecté ici. Le serveur fermera la session dès qu’il répondra.';
let isServerUp: boolean;
let ended: Set<string>;

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
  isServerUp = false;
  ended = new Set();
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    if (!isServerUp) return new Response('{"error":"","requestId":"r"}', { status: 503 });
    if (init?.method === 'POST') ended.add(String(address));
    return new Response('{"ok":true}');
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const pass = (delayMs = 0) => act(() => jest.advanceTimersByTimeAsync(delayMs));
const leave = async () => {
  subscriberSession.open(LEA);
  await act(() => subscriberSession.logOut());
};
const notice = () => document.querySelector('[aria-live=polite]');

test('a logout that the server did not execute is repeated on the next page, for each role', async () => {
  await leave();
  await adminSession.expire();
  await affiliateSession('aff-one').logOut();
  isServerUp = true;
  followOwedLogouts();
  await pass();
  expect([...ended].sort()).toEqual(['/api/admin/logout', '/api/affiliates/aff-one/logout', '/api/auth/logout']);
  expect(localStorage).toHaveLength(0);
});

test('a notice states that the server has yet to follow, until it has', async () => {
  render(<ConnectionNotice />);
  followOwedLogouts();
  await leave();
  expect(notice()).toHaveTextContent(NOTICE);
  await pass(30_000);
  expect(notice()).toHaveTextContent(NOTICE);
  isServerUp = true;
  await pass(30_000);
  expect(notice()).toBeEmptyDOMElement();
  expect(ended).toEqual(new Set(['/api/auth/logout']));
});

test('an owed logout is sent as soon as the network is back', async () => {
  followOwedLogouts();
  await leave();
  isServerUp = true;
  window.dispatchEvent(new Event('online'));
  await pass();
  expect(ended).toEqual(new Set(['/api/auth/logout']));
  expect(localStorage).toHaveLength(0);
});

test('an owed logout ends nothing after another login', async () => {
  followOwedLogouts();
  await leave();
  subscriberSession.open(LEA);
  isServerUp = true;
  await pass(30_000);
  expect(ended).toEqual(new Set());
  expect(subscriberSession.state()).not.toBeNull();
});
