import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { subscriberSession } from 'web-kit/session';
import { modelOf } from 'web-kit/testing/model';
import { failure, LEA, logIn, open, platform } from './harness.tsx';

const LOGIN = 'POST /api/auth/login';
const SIGNED_IN = { body: { token: 't', user: LEA } };
const paid = {
  body: { hasPaid: true, state: 'active', paidUntil: '2026-12-21T12:00:00.000Z', telegramLink: 'https://t.me/vip' },
};
const responses = {
  'GET /api/models': { body: [modelOf()] },
  'GET /api/subscription': paid,
  'GET /api/auth/check-payment': { body: { hasPaid: true } },
};
const openHome = (requested: { pathname: string; search: string; hash: string }) => open('/', [], { requested });
const address = () => screen.getByTestId('address').textContent;
const login = () => screen.findByRole('dialog', { name: 'Connexion' });
const logInByForm = async (password = 'un-bon-mot') => {
  await userEvent.clear(screen.getByLabelText('E-mail'));
  await userEvent.type(screen.getByLabelText('E-mail'), LEA.email);
  await userEvent.type(screen.getByLabelText('Mot de passe'), `${password}{Enter}`);
};

describe('a page of a subscriber, opened without a session', () => {
  test.each([
    ['/account', /^Connectez-vous pour ouvrir votre compte/],
    ['/account#paiements', /^Connectez-vous pour ouvrir votre compte/],
    ['/success', /^Connectez-vous pour retrouver votre accès VIP/],
    ['/welcome', /^Connectez-vous pour continuer votre inscription/],
    ['/payment-status', /^Connectez-vous pour voir où en est votre paiement/],
    ['/payment-status?paiement=refuse', /^Connectez-vous pour voir/],
  ])('%s leads to the login, which states the reason', async (page, reason) => {
    platform(responses);
    open(page);
    expect(await login()).toBeVisible();
    expect(screen.getByText(reason)).toBeVisible();
    expect(address()).toBe('/');
  });

  test('is shown after the login, also after a wrong password and a look at the registration', async () => {
    let attempts = 0;
    platform({
      ...responses,
      [LOGIN]: () => (++attempts === 1 ? failure(401, 'Identifiants incorrects', 'BAD_CREDENTIALS') : SIGNED_IN),
    });
    open('/account#paiements');
    await login();
    await logInByForm('un-autre');
    expect(await screen.findByText('Identifiants incorrects', { selector: '[id]' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'S’inscrire' }));
    const registration = await screen.findByRole('dialog', { name: 'Inscription' });
    await userEvent.click(within(registration).getByRole('button', { name: 'Se connecter' }));
    expect(await screen.findByText(/^Connectez-vous pour ouvrir votre compte/)).toBeVisible();
    await logInByForm();
    await waitFor(() => expect(address()).toBe('/account#paiements'));
    expect(await screen.findByRole('heading', { name: 'Mon compte' })).toBeVisible();
  });

  test('is requested by the entry of the history, so that a reload keeps it', async () => {
    platform({ ...responses, [LOGIN]: SIGNED_IN });
    openHome({ pathname: '/account', search: '', hash: '#appareils' });
    await login();
    await logInByForm();
    await waitFor(() => expect(address()).toBe('/account#appareils'));
  });

  test('is shown without a login where another tab has logged in', async () => {
    platform(responses);
    logIn();
    openHome({ pathname: '/success', search: '', hash: '' });
    await waitFor(() => expect(address()).toBe('/success'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test.each(['https://example.org/', '//example.org', '/admin', '__proto__', ''])(
    'ignores another page: %s',
    async (pathname) => {
      platform(responses);
      openHome({ pathname, search: '', hash: '' });
      await screen.findByRole('heading', { level: 1 });
      await act(() => subscriberSession.restore());
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    },
  );

  test.each(['//example.org', 'a/../../x', '"><script>', 'x'.repeat(100)])(
    'ignores another part of a page: %s',
    async (part) => {
      platform({ ...responses, [LOGIN]: SIGNED_IN });
      openHome({ pathname: '/account', search: `?paiement=${encodeURIComponent(part)}`, hash: `#${part}` });
      await login();
      await logInByForm();
      await waitFor(() => expect(address()).toBe('/account'));
    },
  );

  test('leads home without a login where the person has logged out on it', async () => {
    platform({ ...responses, 'POST /api/auth/logout': { body: { ok: true } } });
    logIn();
    open('/account');
    await screen.findByRole('heading', { name: 'Mon compte' });
    await act(() => subscriberSession.logOut());
    await waitFor(() => expect(address()).toBe('/'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('leads to the login where its session has expired on it', async () => {
    platform({ ...responses, 'POST /api/auth/logout': { body: { ok: true } } });
    logIn();
    open('/account');
    await screen.findByRole('heading', { name: 'Mon compte' });
    await act(() => subscriberSession.expire());
    expect(await login()).toBeVisible();
    expect(address()).toBe('/');
  });
});
