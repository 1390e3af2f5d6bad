import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { failure, open, platform } from './harness.tsx';

const VERIFY = 'GET /api/auth/verify-reset-token/good';
const RESET = 'POST /api/auth/reset-password';
const address = () => screen.getByTestId('address').textContent;
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

const openPage = async (path = '/reset-password?token=good') => {
  open(path);
  await pass(50);
};
const send = async (newPassword: string, confirmation: string) => {
  fireEvent.change(screen.getByLabelText('Nouveau mot de passe'), { target: { value: newPassword } });
  fireEvent.change(screen.getByLabelText('Confirmer le mot de passe'), { target: { value: confirmation } });
  fireEvent.click(screen.getByRole('button', { name: 'Changer le mot de passe' }));
  await pass(50);
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('the page of a new password', () => {
  test('shows an error and leads home when the link has no token', async () => {
    platform({});
    await openPage('/reset-password');
    expect(screen.getByText('Token de réinitialisation manquant')).toBeVisible();
    await pass(3_000);
    expect(address()).toBe('/');
  });

  test('redirects home after 3 seconds when the link is invalid or expired', async () => {
    platform({ [VERIFY]: { body: { valid: false } } });
    await openPage();
    expect(screen.getByRole('heading', { name: 'Lien invalide ou expiré' })).toBeVisible();
    expect(screen.getByText('Ce lien de réinitialisation est invalide ou a expiré')).toBeVisible();
    await pass(2_800);
    expect(address()).toContain('/reset-password');
    await pass(300);
    expect(address()).toBe('/');
  });

  test('offers to try again when the link cannot be verified', async () => {
    let isBack = false;
    platform({ [VERIFY]: () => (isBack ? { body: { valid: true, email: 'lea@example.fr' } } : 'no response') });
    await openPage();
    await pass(1_000);
    expect(screen.getByRole('heading', { name: 'Impossible de vérifier le lien' })).toBeVisible();
    isBack = true;
    fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    await pass(50);
    expect(screen.getByLabelText('Nouveau mot de passe')).toBeVisible();
  });

  test.each([
    ['12345', '12345', 'Le mot de passe doit contenir au moins 6 caractères'],
    ['x'.repeat(101), 'x'.repeat(101), 'Mot de passe trop long'],
    ['un-bon-mot', 'un-autre', 'Les mots de passe ne correspondent pas'],
  ])('shows the first message for %s and %s, and sends nothing', async (newPassword, confirmation, message) => {
    const { requests } = platform({ [VERIFY]: { body: { valid: true } } });
    await openPage();
    await send(newPassword, confirmation);
    expect(screen.getAllByText(message).length).toBeGreaterThan(0);
    expect(screen.getAllByText('Erreur de validation').length).toBeGreaterThan(0);
    expect(requests.some(({ operation }) => operation === RESET)).toBe(false);
  });

  test('redirects home 2 seconds after the password was changed', async () => {
    const { bodyOf } = platform({ [VERIFY]: { body: { valid: true } }, [RESET]: { body: { ok: true } } });
    await openPage();
    await send('un-bon-mot', 'un-bon-mot');
    expect(bodyOf(RESET)).toEqual({ token: 'good', newPassword: 'un-bon-mot' });
    expect(screen.getByRole('heading', { name: 'Mot de passe modifié' })).toBeVisible();
    await pass(1_800);
    expect(address()).toContain('/reset-password');
    await pass(300);
    expect(address()).toBe('/');
  });

  test('shows why the server rejects a password, in a toast and at its field', async () => {
    const sentence = 'Ce mot de passe est trop courant. Choisissez-en un autre.';
    platform({ [VERIFY]: { body: { valid: true } }, [RESET]: failure(400, sentence, 'PASSWORD_TOO_COMMON') });
    await openPage();
    await send('azerty123', 'azerty123');
    expect(screen.getByLabelText('Nouveau mot de passe')).toHaveAccessibleDescription(sentence);
    expect(screen.getByLabelText('Nouveau mot de passe')).toHaveFocus();
    expect(screen.getAllByText(sentence).length).toBeGreaterThan(1);
  });
});
