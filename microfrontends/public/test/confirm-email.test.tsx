import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { subscriberSession } from 'web-kit/session';
import { failure, logIn, open, platform } from './harness.tsx';

const CONFIRM = 'POST /api/auth/confirm-email';
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('/confirm-email', () => {
  test('confirms by its button alone, and the session shows the new address', async () => {
    const user = { email: 'neuve@example.fr', firstName: 'Léa', lastName: 'Martin', username: 'lea' };
    const { requests, bodyOf } = platform({
      [CONFIRM]: { body: { ok: true } },
      'POST /api/auth/refresh': { body: { token: 'token-2', user } },
    });
    logIn();
    open('/confirm-email?token=abc');
    expect(await screen.findByRole('heading', { name: 'Confirmez votre nouvelle adresse' })).toBeVisible();
    expect(requests.some(({ operation }) => operation === CONFIRM)).toBe(false);
    await press('Confirmer cette adresse');
    expect(await screen.findByRole('heading', { name: 'Adresse confirmée' })).toBeVisible();
    expect(bodyOf(CONFIRM)).toEqual({ token: 'abc' });
    expect(subscriberSession.state()?.user.email).toBe('neuve@example.fr');
    expect(screen.getByRole('main')).toHaveTextContent('Mon compte');
  });

  test('leads a browser without a session to the login', async () => {
    platform({ [CONFIRM]: { body: { ok: true } } });
    open('/confirm-email?token=abc');
    await press('Confirmer cette adresse');
    expect(await screen.findByText(/Connectez-vous avec elle/)).toBeVisible();
  });

  test.each(['/confirm-email', '/confirm-email?token='])('states at %s that the link does not hold', async (path) => {
    platform({});
    open(path);
    expect(await screen.findByRole('alert')).toHaveTextContent('Lien invalide ou expiré');
  });

  test('states that a used or expired link does not hold', async () => {
    platform({
      [CONFIRM]: failure(400, 'Ce lien de confirmation est invalide, a expiré ou a déjà servi.', 'EMAIL_LINK_INVALID'),
    });
    open('/confirm-email?token=old');
    await press('Confirmer cette adresse');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Si vous l’aviez déjà confirmée, votre adresse est enregistrée',
    );
  });

  test('can be tried again after a failure', async () => {
    let calls = 0;
    platform({
      [CONFIRM]: () => {
        calls += 1;
        return calls < 2
          ? failure(503, 'Le service est momentanément indisponible. Veuillez réessayer.', 'SERVICE_UNAVAILABLE')
          : { body: { ok: true } };
      },
    });
    open('/confirm-email?token=abc');
    await press('Confirmer cette adresse');
    await press('Réessayer');
    expect(await screen.findByRole('heading', { name: 'Adresse confirmée' })).toBeVisible();
  });
});
