import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { stubIntersectionObserver } from 'ui/testing/browser-parts';
import { modelOf } from 'web-kit/testing/model';
// The toasts are a lazy chunk: imported here, it is compiled before a test waits for it.
import '../../../packages/ui/src/toast/toasts.tsx';
import { logIn, open, platform } from './harness.tsx';

const missing = () => {
  throw new Error('chunk missing');
};
jest.mock('../src/features/models/tonight-list.tsx', () => missing());
jest.mock('../src/features/marks/favourites-section.tsx', () => missing());
jest.mock('../src/features/notifications/reminder-dialog.tsx', () => missing());
jest.mock('../src/features/auth/auth-dialog.tsx', () => missing());

const ADVICE = 'Vérifiez votre connexion, puis réessayez.';
beforeEach(() => {
  stubIntersectionObserver();
  const nina = modelOf({ is_live: false, live_schedule_start: '21:00', live_schedule_end: '23:00' });
  platform({
    'GET /api/models': { body: [nina] },
    'GET /api/models/nina': { body: nina },
    'GET /api/subscription': { body: { state: 'none', hasPaid: false, paidUntil: null, telegramLink: null } },
  });
});

test('a visitor keeps the home page where the code of tonight and of the registration is missing', async () => {
  open('/');
  const tonight = await screen.findByRole('region', { name: 'À l’affiche ce soir' });
  expect(await within(tonight).findByRole('button', { name: 'Réessayer' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Commencer maintenant' }));
  expect(await screen.findByText('Erreur')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Voir le profil de Nina' })).toBeVisible();
});

test('a subscriber keeps the home page where the code of the favourites is missing', async () => {
  logIn();
  open('/');
  expect(await screen.findByRole('button', { name: 'Réessayer' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Voir le profil de Nina' })).toBeVisible();
});

test('a visitor keeps the live page where the code of the reminder is missing', async () => {
  open('/nina/live');
  await userEvent.click(await screen.findByRole('link', { name: /^Me prévenir/ }));
  expect(await screen.findByText(ADVICE)).toBeVisible();
  expect(screen.getByRole('link', { name: /^Me prévenir/ })).toBeVisible();
});
