import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, open, platform } from './harness.tsx';

const UNSUBSCRIBE = 'POST /api/auth/unsubscribe';
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('/desabonnement', () => {
  test('ends the mails by its button alone, without a login', async () => {
    const { requests, bodyOf } = platform({ [UNSUBSCRIBE]: { body: { ok: true } } });
    open('/desabonnement?token=abc');
    await screen.findByRole('heading', { level: 1 });
    expect(requests.some(({ operation }) => operation === UNSUBSCRIBE)).toBe(false);
    await press('Me désabonner');
    expect(await screen.findByRole('alert')).toHaveTextContent('C’est fait');
    expect(bodyOf(UNSUBSCRIBE)).toEqual({ token: 'abc' });
  });

  test('can be tried again after a failure', async () => {
    platform({
      [UNSUBSCRIBE]: failure(
        503,
        'Le service est momentanément indisponible. Veuillez réessayer.',
        'SERVICE_UNAVAILABLE',
      ),
    });
    open('/desabonnement?token=abc');
    await press('Me désabonner');
    expect(await screen.findByRole('alert')).toHaveTextContent('momentanément indisponible');
    expect(screen.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  });
});
