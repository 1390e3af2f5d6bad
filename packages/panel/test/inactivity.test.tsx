import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { storage } from 'web-kit/storage';
import type { PanelSession } from 'web-kit/session';
import { Inactivity, startActivity } from '../src/inactivity/index.tsx';

const MINUTE_MS = 60_000;
const OWNER = 'affiliate_studio';
const onIdle = jest.fn();
const renew = jest.fn<PanelSession['renew']>();
const session = { token: () => 'token', renew } as unknown as PanelSession;

const open = () => render(<Inactivity owner={OWNER} session={session} onIdle={onIdle} />);
const pass = (minutes: number) => act(() => jest.advanceTimersByTimeAsync(minutes * MINUTE_MS));
const press = () => act(async () => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' })));
const warning = () => screen.queryByRole('alertdialog', { name: 'Êtes-vous toujours là\u00a0?' });

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-03-02T20:00:00Z') });
  onIdle.mockClear();
  renew.mockReset().mockResolvedValue('next');
  startActivity(OWNER);
});
afterEach(() => {
  jest.useRealTimers();
  localStorage.clear();
});

describe('the inactivity of a panel', () => {
  test('is announced after 29 minutes, and ends the session after 30', async () => {
    open();
    await pass(28.9);
    expect(warning()).toBeNull();
    await pass(0.2);
    expect(warning()).not.toBeNull();
    expect(onIdle).not.toHaveBeenCalled();
    await pass(1);
    expect(onIdle).toHaveBeenCalled();
  });

  test('restarts with a key press during the last minute', async () => {
    open();
    await pass(29.5);
    await press();
    expect(warning()).toBeNull();
    await pass(28);
    expect(warning()).toBeNull();
    expect(onIdle).not.toHaveBeenCalled();
  });

  test('restarts with activity in another tab', async () => {
    open();
    await pass(29.5);
    await act(async () => storage.set(`${OWNER}_active_at`, String(Date.now())));
    expect(warning()).toBeNull();
    await pass(5);
    expect(onIdle).not.toHaveBeenCalled();
  });

  test('counts an hour of sleep of the machine before the first movement', async () => {
    open();
    jest.setSystemTime(Date.now() + 60 * MINUTE_MS);
    await press();
    expect(onIdle).toHaveBeenCalled();
  });

  test('counts the time during which the page was closed, unless the password was given again', () => {
    storage.set(`${OWNER}_active_at`, String(Date.now() - 60 * MINUTE_MS));
    const { unmount } = open();
    expect(onIdle).toHaveBeenCalled();
    unmount();
    onIdle.mockClear();
    startActivity(OWNER);
    open();
    expect(onIdle).not.toHaveBeenCalled();
  });
});

describe('the session of a panel', () => {
  test('is renewed once a minute while there is activity', async () => {
    open();
    for (let second = 0; second < 300; second += 5) {
      await press();
      await pass(5 / 60);
    }
    expect(renew.mock.calls.length).toBeGreaterThanOrEqual(4);
    expect(renew.mock.calls.length).toBeLessThanOrEqual(5);
    expect(renew).toHaveBeenCalledWith('token');
  });

  test('is renewed after the last activity, and not without any', async () => {
    open();
    await pass(5);
    expect(renew).not.toHaveBeenCalled();
    await press();
    await pass(1);
    expect(renew).toHaveBeenCalledTimes(1);
    await pass(20);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  test('is not renewed by two tabs for the same activity', async () => {
    open();
    open();
    await pass(2);
    await press();
    await pass(1);
    expect(renew.mock.calls.length).toBeLessThanOrEqual(2);
    const before = renew.mock.calls.length;
    await pass(10);
    expect(renew).toHaveBeenCalledTimes(before);
  });

  test('renews the session at the next check when the server did not respond', async () => {
    renew.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    open();
    await pass(2);
    await press();
    expect(renew).toHaveBeenCalledTimes(1);
    await pass(1.1);
    expect(renew).toHaveBeenCalledTimes(2);
    await pass(5);
    expect(renew).toHaveBeenCalledTimes(2);
  });
});
