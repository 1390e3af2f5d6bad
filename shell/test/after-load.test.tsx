import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act } from '@testing-library/react';
import { AGREEMENT, chooseConsent, REFUSAL } from 'web-kit/consent';
import { subscriberSession } from 'web-kit/session';
import { registerServiceWorker } from '../src/after-load/service-worker.ts';

const LEA = { token: 't', user: { email: 'lea@example.fr', firstName: 'Léa', lastName: 'Martin', username: 'lea' } };
const postMessage = jest.fn();
const register = jest.fn(async (_script: string, _options: RegistrationOptions) => undefined);
const ready = Promise.resolve({ active: { postMessage } });

beforeEach(() => {
  localStorage.clear();
  postMessage.mockClear();
  register.mockClear();
  history.replaceState(null, '', '/nina');
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { register, ready } });
});

describe('the service worker of the page', () => {
  test('registers the worker for the whole site from a public page', () => {
    registerServiceWorker('/service-worker.js');
    expect(register).toHaveBeenCalledWith('/service-worker.js', { scope: '/' });
  });

  test.each(['/admin/main', '/affiliate/aff-one'])('registers none from the panel %s', (path) => {
    history.replaceState(null, '', path);
    registerServiceWorker('/service-worker.js');
    expect(register).not.toHaveBeenCalled();
  });

  test('registers none where the site has none or the browser knows none', () => {
    registerServiceWorker(undefined);
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: undefined });
    registerServiceWorker('/service-worker.js');
    expect(register).not.toHaveBeenCalled();
  });

  test('has the visited profiles removed when the session ends', async () => {
    registerServiceWorker('/service-worker.js');
    subscriberSession.open(LEA);
    await act(() => ready);
    expect(postMessage).not.toHaveBeenCalled();
    subscriberSession.clear();
    await act(() => ready);
    expect(postMessage).toHaveBeenCalledWith({ type: 'clear-profiles' });
  });

  test('has them removed on the next page where the session ended without one', async () => {
    localStorage.setItem('hadSubscriber', '1');
    registerServiceWorker('/service-worker.js');
    await act(() => ready);
    expect(postMessage).toHaveBeenCalledTimes(1);
  });

  test('has them removed when the visitor refuses everything, not by another choice', async () => {
    registerServiceWorker('/service-worker.js');
    act(() => chooseConsent(AGREEMENT));
    await act(() => ready);
    expect(postMessage).not.toHaveBeenCalled();
    act(() => chooseConsent(REFUSAL));
    await act(() => ready);
    expect(postMessage).toHaveBeenCalledWith({ type: 'clear-profiles' });
  });
});
