import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { redirectTo } from '../src/features/auth/redirect-to.ts';
import { failure, LEA, logIn, open, platform } from './harness.tsx';
import { arrivesAt, models, SUBSCRIPTION, unpaid } from './payment-page.ts';

jest.mock('../src/features/auth/redirect-to.ts', () => ({ redirectTo: jest.fn() }));

test('the link of a mail withdraws the consent to reminders, once', async () => {
  const { bodyOf } = platform({ ...models, 'POST /api/auth/reminder/stop': { body: { ok: true } } });
  open('/?rappel=abc');
  expect(await screen.findByText('Vous ne recevrez plus de rappel.')).toBeVisible();
  expect(bodyOf('POST /api/auth/reminder/stop')).toEqual({ token: 'abc' });
  await arrivesAt('/');
});

describe('payment link opened without a session', () => {
  test('continues the payment after the login', async () => {
    platform({ ...models, 'POST /api/auth/login': { body: { token: 't', user: LEA } } });
    open('/?connexion=paiement&affiliate=nina');
    expect(await screen.findByRole('dialog', { name: 'Connexion' })).toBeVisible();
    expect(screen.getByText(/^Connectez-vous pour continuer vers le paiement/)).toBeVisible();
    await userEvent.type(screen.getByLabelText('E-mail'), 'lea@example.fr');
    await userEvent.type(screen.getByLabelText('Mot de passe'), 'un-bon-mot{Enter}');
    await waitFor(() => expect(redirectTo).toHaveBeenCalledWith('/redirect/payment?affiliate=nina'));
  });

  test('states that cookies are needed where the browser has blocked those of the login', async () => {
    jest.mocked(redirectTo).mockClear();
    platform({
      ...models,
      'POST /api/auth/login': { body: { token: 't', user: LEA } },
      'POST /api/auth/refresh': failure(401, 'Votre session a expiré. Reconnectez-vous.', 'SESSION_EXPIRED'),
    });
    open('/?connexion=paiement&affiliate=nina');
    await userEvent.type(await screen.findByLabelText('E-mail'), 'lea@example.fr');
    await userEvent.type(screen.getByLabelText('Mot de passe'), 'un-bon-mot{Enter}');
    expect(await screen.findByText('Cookies refusés')).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'Connexion' })).toBeVisible();
    expect(redirectTo).not.toHaveBeenCalled();
  });

  test('renews a session that the browser still has, and continues the payment without a login', async () => {
    platform({ ...models, 'POST /api/auth/refresh': { body: { token: 'new', user: LEA } }, [SUBSCRIPTION]: unpaid });
    logIn();
    open('/?connexion=paiement');
    await waitFor(() => expect(redirectTo).toHaveBeenLastCalledWith('/redirect/payment?affiliate=default'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
