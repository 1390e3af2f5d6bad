import { describe, expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { authModal } from 'web-kit/auth-modal';
import { storage } from 'web-kit/storage';
import { modelOf } from 'web-kit/testing/model';
import { itemOf, logIn, open, platform } from './harness.tsx';

const BOTH_PRICES = /2,00\s€[^]*puis 5,00\s€ par mois TTC/;
const nina = modelOf({ photo_items: JSON.stringify([itemOf({ id: 'p1' }), itemOf({ id: 'p2' })]), photos_count: 2 });
const show = (path: string) => {
  storage.set('selectedModel', 'nina');
  platform({
    'GET /api/models': { body: [nina] },
    'GET /api/models/nina': { body: nina },
    'GET /api/affiliates/aff-one': {
      body: { affiliate: { name: 'Aff One', slug: 'aff-one', is_active: true }, models: [] },
    },
    'GET /api/subscription': {
      body: { hasPaid: false, state: 'pending', paidUntil: null, telegramLink: null, modelSlug: 'nina' },
    },
    'GET /api/auth/check-payment': { body: { hasPaid: false } },
    'GET /api/subscription/payments': { body: [] },
  });
  open(path);
};
/** Returns the text of the section that contains a button. */
const besides = (button: HTMLElement): string => button.closest('aside, section, dialog')?.textContent ?? '';

describe('both prices with taxes stand beside', () => {
  test.each([
    ['/', 'button', 'Commencer maintenant'],
    ['/', 'button', 'Créer un compte gratuit'],
    ['/nina', 'button', 'Discuter avec Nina'],
    ['/nina', 'button', 'Débloquer le contenu'],
    ['/nina/live', 'link', "S'inscrire / Se connecter"],
    ['/partner/aff-one', 'link', 'DÉCOUVRIR LE CONTENU'],
  ] as const)('the button of a visitor on %s, a %s "%s"', async (path, role, name) => {
    show(path);
    expect(besides(await screen.findByRole(role, { name }))).toMatch(BOTH_PRICES);
  });

  test.each([
    ['/', 'link', 'Mon accès'],
    ['/nina', 'button', 'Discuter avec Nina'],
    ['/nina', 'button', 'Débloquer le contenu'],
    ['/nina/live', 'link', 'Débloquer l’accès'],
    ['/welcome', 'link', 'PAYER DEUX EUROS'],
    ['/payment-status', 'link', 'PAYER DEUX EUROS'],
    ['/payment-status?paiement=refuse', 'link', 'PAYER DEUX EUROS'],
    ['/payment-status?paiement=abandon', 'link', 'PAYER DEUX EUROS'],
    ['/account', 'link', 'PAYER DEUX EUROS'],
  ] as const)('the button of a subscriber who has not paid on %s, a %s "%s"', async (path, role, name) => {
    logIn();
    show(path);
    expect(besides(await screen.findByRole(role, { name }))).toMatch(BOTH_PRICES);
  });

  test('the button at the foot of a phone’s screen, in one line with it', async () => {
    show('/nina');
    expect(await screen.findByRole('complementary', { name: 'Débloquer le contenu' })).toHaveTextContent(
      '2,00 €le premier mois, puis 5,00 € par mois TTC',
    );
  });

  test('the last tile of a grid with locked photos', async () => {
    show('/nina');
    expect((await screen.findByRole('button', { name: /photos à débloquer/ })).textContent).toMatch(BOTH_PRICES);
  });

  test('the button of the registration', async () => {
    show('/nina');
    await screen.findByRole('heading', { name: 'Nina, 27' });
    act(() => authModal.open('register'));
    const dialog = await screen.findByRole('dialog', { name: 'Nina' });
    expect(dialog.textContent).toMatch(BOTH_PRICES);
  });

  test('the button of a login that leads to a payment', async () => {
    show('/?connexion=paiement&affiliate=nina');
    const dialog = await screen.findByRole('dialog', { name: 'Connexion' });
    expect(besides(within(dialog).getByRole('button', { name: 'Se connecter' }))).toMatch(BOTH_PRICES);
  });
});
