import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { ApiError, call } from 'web-kit/api';
import { logoutSubscriber } from 'contracts/operations/sessions';
import { ConnectionNotice } from '../src/after-load/connection-notice.tsx';

let isNetworkUp = true;
let onLine = true;

beforeEach(() => {
  jest.useFakeTimers();
  isNetworkUp = true;
  onLine = true;
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => onLine);
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (!isNetworkUp) throw new TypeError('Failed to fetch');
    return new Response('{}');
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const pass = (delayMs = 0) => act(() => jest.advanceTimersByTimeAsync(delayMs));
const cut = async () => {
  isNetworkUp = false;
  onLine = false;
  act(() => void window.dispatchEvent(new Event('offline')));
  await pass();
};
const noticeOf = () => document.querySelector('[aria-live=polite]');
const failAction = async () => {
  await act(() => expect(call(logoutSubscriber, {})).rejects.toThrow(ApiError));
  await pass();
};

test('the notice announces that the browser is offline, and when it is back', async () => {
  render(<ConnectionNotice />);
  const notice = noticeOf();
  expect(notice).toBeEmptyDOMElement();
  await cut();
  expect(notice).toHaveTextContent('Hors connexion');
  isNetworkUp = true;
  onLine = true;
  act(() => void window.dispatchEvent(new Event('online')));
  await pass();
  expect(notice).toHaveTextContent('Connexion rétablie');
  await pass(4_000);
  expect(notice).toBeEmptyDOMElement();
});

test('the notice states that an action which failed needs the network', async () => {
  render(<ConnectionNotice />);
  await cut();
  await failAction();
  expect(noticeOf()).toHaveTextContent('Hors connexion : cette action a besoin du réseau.');
});

test('the notice reports a site that does not respond although the browser has a network, until it responds', async () => {
  render(<ConnectionNotice />);
  isNetworkUp = false;
  await failAction();
  expect(noticeOf()).toHaveTextContent('Le site ne répond pas : cette action a besoin du réseau.');
  isNetworkUp = true;
  await pass(5_000);
  expect(noticeOf()).toHaveTextContent('Connexion rétablie');
});

test('the notice stays silent where one call failed alone', async () => {
  render(<ConnectionNotice />);
  jest.mocked(fetch).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await failAction();
  expect(noticeOf()).toBeEmptyDOMElement();
});
