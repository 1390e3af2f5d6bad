import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { subscriberSession } from 'web-kit/session';
import { captureTracking, followConsent, trackingParams } from 'web-kit/tracking';
import { ConsentRequest } from '../src/after-load/consent-request.tsx';

const LEA = { token: 't', user: { email: 'lea@example.fr', firstName: 'Léa', lastName: 'Martin', username: 'lea' } };
const question = () => screen.queryByRole('region', { name: 'Vos choix sur les traceurs' });
const stored = () => Object.keys(localStorage).sort();
let end: () => void;

beforeEach(() => {
  localStorage.clear();
  end = followConsent();
});
afterEach(() => {
  cleanup();
  subscriberSession.clear();
  end();
});

describe('the request for consent', () => {
  // Must be the first test: the parameters of a link stay in the page's memory.
  test('does not appear to a visitor without tracking values, and appears as soon as a link has brought some', () => {
    render(<ConsentRequest />);
    expect(question()).toBeNull();
    act(() => captureTracking('?affiliate=aff-one'));
    expect(question()).toBeVisible();
    expect(stored()).toEqual([]);
  });

  test('offers to refuse before it offers to accept, by two buttons that look the same, and leads to the details', () => {
    captureTracking('?sub1=CLICK1&sub2=aff-one');
    render(<ConsentRequest />);
    const [refuse, accept, ...others] = screen.getAllByRole('button');
    expect([refuse?.textContent, accept?.textContent, others.length]).toEqual(['Tout refuser', 'Tout accepter', 0]);
    expect(refuse?.className).toBe(accept?.className);
    expect(screen.getByRole('link', { name: 'Détails et choix' })).toHaveAttribute('href', '/cookies#vos-choix');
    expect(document.body).toHaveFocus();
  });

  test('is refused by the keyboard; a refusal stores itself alone', async () => {
    captureTracking('?sub1=CLICK1&sub2=aff-one');
    render(<ConsentRequest />);
    const user = userEvent.setup();
    await user.tab();
    await user.tab();
    expect(screen.getByRole('button', { name: 'Tout refuser' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(question()).toBeNull();
    expect(stored()).toEqual(['consent']);
    expect(trackingParams()).toEqual({ clickId: 'CLICK1', affiliateParam: 'aff-one' });
  });

  test('stores the link once it is accepted', async () => {
    captureTracking('?sub1=CLICK1&sub2=aff-one');
    render(<ConsentRequest />);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Tout accepter' }));
    expect(question()).toBeNull();
    expect(stored()).toEqual(['consent', 'tracking']);
  });

  test('does not appear on the cookie page, which has the choices', () => {
    captureTracking('?sub1=CLICK1');
    history.replaceState(null, '', '/cookies');
    render(<ConsentRequest />);
    expect(question()).toBeNull();
    history.replaceState(null, '', '/');
  });

  test('does not appear to a subscriber, nor in a browser that objects', () => {
    captureTracking('?sub1=CLICK1');
    const { unmount } = render(<ConsentRequest />);
    act(() => subscriberSession.open(LEA));
    expect(question()).toBeNull();
    act(() => subscriberSession.clear());
    expect(question()).toBeVisible();
    unmount();
    Object.defineProperty(navigator, 'globalPrivacyControl', { configurable: true, value: true });
    render(<ConsentRequest />);
    expect(question()).toBeNull();
    Object.defineProperty(navigator, 'globalPrivacyControl', { configurable: true, value: undefined });
  });
});
