import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { subscriberSession } from 'web-kit/session';
import { failure, logIn, open, platform } from './harness.tsx';

const LIST = 'GET /api/auth/sessions';
const END_ALL = 'DELETE /api/auth/sessions';
const CHANGE = 'POST /api/auth/change-password';
const HERE = {
  id: '6f1f7c9e-2f1f-4a55-9d6a-0f7a3f0a1b11',
  device: 'Firefox sur Windows',
  created_at: '2026-03-02T08:00:00.000Z',
  last_used_at: '2026-03-02T20:00:00.000Z',
  current: true,
};
const address = () => screen.getByTestId('address').textContent;

beforeEach(
  () =>
    void Object.assign(globalThis, {
      IntersectionObserver: class {
        observe() {}
        disconnect() {}
      },
    }),
);

describe('/account', () => {
  test('greets the subscriber, with its sections one below the other', async () => {
    platform({ [LIST]: { body: [HERE] } });
    logIn();
    open('/account');
    expect(await screen.findByRole('heading', { level: 1, name: 'Mon compte' })).toBeVisible();
    expect(screen.getByText('Bonjour Léa.')).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Mot de passe',
      'Appareils',
    ]);
    const links = screen.getByRole('navigation', { name: 'Rubriques du compte' }).querySelectorAll('a');
    expect(
      [...links].map((link) => [link.textContent, document.querySelector(link.getAttribute('href') ?? '')?.tagName]),
    ).toEqual([
      ['Sécurité', 'SECTION'],
      ['Appareils', 'SECTION'],
    ]);
    expect(await screen.findByText('Firefox sur Windows')).toBeVisible();
  });

  test('redirects a visitor to the home page', async () => {
    platform({});
    open('/account');
    await waitFor(() => expect(address()).toBe('/'));
  });

  test('makes its calls with the subscriber’s token', async () => {
    const { requests, bodyOf } = platform({ [LIST]: { body: [HERE] }, [CHANGE]: { body: { ok: true } } });
    logIn();
    open('/account');
    await userEvent.type(await screen.findByLabelText('Mot de passe actuel'), 'rideau-rouge');
    await userEvent.type(screen.getByLabelText('Nouveau mot de passe'), 'balcon-bleu');
    await userEvent.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
    await waitFor(() =>
      expect(bodyOf(CHANGE)).toEqual({ currentPassword: 'rideau-rouge', newPassword: 'balcon-bleu' }),
    );
    expect(
      requests
        .filter(({ operation }) => [LIST, CHANGE].includes(operation))
        .every(({ token }) => token === 'Bearer token-of-lea'),
    ).toBe(true);
  });

  test('logs this browser out with all the others', async () => {
    platform({ [LIST]: { body: [HERE] }, [END_ALL]: { body: { ok: true } } });
    logIn();
    open('/account');
    await userEvent.click(await screen.findByRole('button', { name: 'Déconnecter tous les appareils' }));
    await userEvent.click(screen.getByRole('button', { name: 'Déconnecter' }));
    await waitFor(() => expect(address()).toBe('/'));
    expect(subscriberSession.state()).toBeNull();
  });

  test('redirects home where the session was ended on another device', async () => {
    platform({
      [LIST]: failure(401, 'Votre session a expiré. Reconnectez-vous.', 'SESSION_EXPIRED'),
      'POST /api/auth/refresh': failure(401, 'Votre session a expiré. Reconnectez-vous.', 'SESSION_EXPIRED'),
    });
    logIn();
    open('/account');
    await waitFor(() => expect(address()).toBe('/'));
    expect(subscriberSession.state()).toBeNull();
  });
});
