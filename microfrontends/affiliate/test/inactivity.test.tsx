import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { storage } from 'web-kit/storage';
import { LeavingSoon } from '../src/features/inactivity/leaving-soon.tsx';
import { forgetActivity, useInactivity } from '../src/features/inactivity/use-inactivity.ts';

const MINUTE = 60_000;
const onIdle = jest.fn();

function Panel() {
  const { isLeavingSoon, stay } = useInactivity('studio', onIdle);
  return <LeavingSoon open={isLeavingSoon} onStay={stay} />;
}
const pass = (minutes: number) => act(() => jest.advanceTimersByTime(minutes * MINUTE));
const press = () => act(() => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' })));
const warning = () => screen.queryByRole('alertdialog', { name: 'Êtes-vous toujours là ?' });

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-03-02T20:00:00Z') });
  onIdle.mockClear();
  forgetActivity('studio');
});
afterEach(() => {
  jest.useRealTimers();
});

test('When nothing is pressed for 29 minutes, then it is told; for 30, then the panel closes', () => {
  render(<Panel />);
  pass(28.9);
  expect(warning()).toBeNull();
  pass(0.2);
  expect(warning()).not.toBeNull();
  expect(onIdle).not.toHaveBeenCalled();
  pass(1);
  expect(onIdle).toHaveBeenCalled();
});

test('When a key is pressed during the last minute, then the warning goes and 30 minutes begin anew', () => {
  render(<Panel />);
  pass(29.5);
  press();
  expect(warning()).toBeNull();
  pass(28);
  expect(warning()).toBeNull();
  expect(onIdle).not.toHaveBeenCalled();
});

test('When another tab is used, then this one stays as well', () => {
  render(<Panel />);
  pass(29.5);
  act(() => storage.set('affiliate_studio_active_at', String(Date.now())));
  expect(warning()).toBeNull();
  pass(5);
  expect(onIdle).not.toHaveBeenCalled();
});

test('When the machine slept for an hour, then the first movement does not stay: the time away counts', () => {
  render(<Panel />);
  jest.setSystemTime(Date.now() + 60 * MINUTE);
  press();
  expect(onIdle).toHaveBeenCalled();
});

test('When the page is opened again after an hour, then the panel closes; after the password was given anew, it stays', () => {
  storage.set('affiliate_studio_active_at', String(Date.now() - 60 * MINUTE));
  const { unmount } = render(<Panel />);
  expect(onIdle).toHaveBeenCalled();
  unmount();
  onIdle.mockClear();
  forgetActivity('studio');
  render(<Panel />);
  expect(onIdle).not.toHaveBeenCalled();
});
