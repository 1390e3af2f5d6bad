import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { subscriberSession } from 'web-kit/session';
import { modelOf } from 'web-kit/testing/model';
import { address, HERE, LIST } from './account-page.ts';
import { failure, logIn, open, platform } from './harness.tsx';

const END_ALL = 'DELETE /api/auth/sessions';
const CHANGE = 'POST /api/auth/change-password';

describe('/account', () => {
  test('greets the subscriber, with its sections one below the other', async () => {
    platform({
      [LIST]: { body: [HERE] },
      'GET /api/subscription': { body: { state: 'none', hasPaid: false, paidUntil: null, telegramLink: null } },
    });
    logIn();
    open('/account');
    await screen.findByText('Aucun');
    expect(await screen.findByRole('heading', { level: 1, name: 'Mon compte' })).toBeVisible();
    expect(screen.getByText('Bonjour Léa.')).toBeVisible();
    expect(
      within(screen.getByRole('main'))
        .getAllByRole('heading', { level: 2 })
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Votre abonnement',
      'Paiements',
      'Favoris',
      'Notifications',
      'Identité',
      'E-mail',
      'Mot de passe',
      'Appareils',
      'Affichage',
      'Vos choix',
      'Mes données',
      'Supprimer mon compte',
    ]);
    const links = screen.getByRole('navigation', { name: 'Rubriques du compte' }).querySelectorAll('a');
    expect(
      [...links].map((link) => [link.textContent, document.querySelector(link.getAttribute('href') ?? '')?.tagName]),
    ).toEqual([
      ['Paiements', 'SECTION'],
      ['Favoris', 'SECTION'],
      ['Notifications', 'SECTION'],
      ['Identité', 'SECTION'],
      ['E-mail', 'SECTION'],
      ['Sécurité', 'SECTION'],
      ['Appareils', 'SECTION'],
      ['Affichage', 'SECTION'],
      ['Vos choix', 'SECTION'],
      ['Mes données', 'SECTION'],
      ['Suppression', 'SECTION'],
    ]);
    expect(await screen.findByText('Firefox sur Windows')).toBeVisible();
  });

  test('redirects a visitor to the login on the home page', async () => {
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

  test('redirects to the login where the session was ended on another device', async () => {
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

describe('one’s own data', () => {
  const DATA = ['identity', 'billing', 'catalogue', 'affiliate', 'media'].map(
    (service) => [`GET /api/account/data/${service}`, { body: { of: service } }] as const,
  );
  const DELETE = 'POST /api/auth/delete-account';
  let saved: Blob[];
  beforeEach(() => {
    saved = [];
    Object.assign(URL, {
      createObjectURL: (file: Blob) => {
        saved.push(file);
        return 'blob:saved';
      },
      revokeObjectURL: () => undefined,
    });
    HTMLAnchorElement.prototype.click = () => undefined;
  });
  const textOf = (blob: Blob): Promise<string> =>
    new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.readAsText(blob);
    });

  test('is saved from every service in one file', async () => {
    platform({ [LIST]: { body: [HERE] }, ...Object.fromEntries(DATA) });
    logIn();
    open('/account');
    await userEvent.click(await screen.findByRole('button', { name: 'Télécharger mes données' }));
    await screen.findByText('Vos données sont enregistrées');
    expect(JSON.parse(await textOf(saved[0] as Blob))).toEqual({
      exported_at: expect.any(String) as unknown,
      identity: { of: 'identity' },
      billing: { of: 'billing' },
      catalogue: { of: 'catalogue' },
      affiliate: { of: 'affiliate' },
      media: { of: 'media' },
    });
  });

  test('is not saved in part', async () => {
    platform({
      [LIST]: { body: [HERE] },
      ...Object.fromEntries(DATA.slice(1)),
      'GET /api/account/data/identity': failure(503, 'Service momentanément indisponible', 'UNAVAILABLE'),
    });
    logIn();
    open('/account');
    await userEvent.click(await screen.findByRole('button', { name: 'Télécharger mes données' }));
    await screen.findByText('Service momentanément indisponible');
    expect(saved).toEqual([]);
  });

  test('is erased with the password, and leads home', async () => {
    const { bodyOf } = platform({
      [LIST]: { body: [HERE] },
      [DELETE]: ({ body }) =>
        (body as { password: string }).password === 'rideau-rouge'
          ? { body: { ok: true } }
          : failure(401, 'Mot de passe incorrect', 'WRONG_PASSWORD'),
    });
    logIn();
    open('/account');
    await userEvent.click(await screen.findByRole('button', { name: 'Supprimer mon compte' }));
    const dialog = within(screen.getByRole('alertdialog', { name: /Supprimer votre compte/ }));
    expect(dialog.getByText(/abonnement en cours est résilié, et l’accès s’arrête tout de suite/)).toBeVisible();
    await userEvent.type(dialog.getByLabelText('Mot de passe'), 'pas-le-bon');
    await userEvent.click(dialog.getByRole('button', { name: 'Supprimer définitivement' }));
    await waitFor(() => expect(dialog.getByLabelText('Mot de passe')).toBeInvalid());
    expect(bodyOf(DELETE)).toEqual({ password: 'pas-le-bon' });
    await userEvent.clear(dialog.getByLabelText('Mot de passe'));
    await userEvent.type(dialog.getByLabelText('Mot de passe'), 'rideau-rouge');
    await userEvent.click(dialog.getByRole('button', { name: 'Supprimer définitivement' }));
    await waitFor(() => expect(address()).toBe('/'));
    expect(subscriberSession.state()).toBeNull();
    expect(screen.getByText('Compte supprimé')).toBeVisible();
  });
});

describe('the favourites in the account', () => {
  test('are listed, and taken back one by one', async () => {
    const { requests } = platform({
      [LIST]: { body: [HERE] },
      'GET /api/favourites': { body: [modelOf({ slug: 'nina', name: 'Nina' }), modelOf({ slug: 'zoe', name: 'Zoé' })] },
      'DELETE /api/favourites/nina': { body: { ok: true } },
      'DELETE /api/favourites/zoe': { body: { ok: true } },
    });
    logIn();
    open('/account#favoris');
    await userEvent.click(await screen.findByRole('button', { name: 'Retirer Nina des favoris' }));
    expect(screen.queryByRole('button', { name: 'Retirer Nina des favoris' })).toBeNull();
    expect(screen.getByRole('link', { name: /Zoé/ })).toHaveAttribute('href', '/zoe');
    expect(screen.getByRole('group', { name: 'Favoris' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Retirer Zoé des favoris' }));
    expect(screen.getByText(/^Aucun favori pour l’instant/)).toBeVisible();
    expect(screen.getByRole('group', { name: 'Favoris' })).toHaveFocus();
    await waitFor(() => expect(requests.map(({ operation }) => operation)).toContain('DELETE /api/favourites/nina'));
  });
});

describe('the theme in the account', () => {
  test('is chosen for this device', async () => {
    platform({ [LIST]: { body: [HERE] } });
    logIn();
    open('/account');
    await userEvent.click(await screen.findByRole('button', { name: 'Clair' }));
    expect(screen.getByRole('button', { name: 'Clair' })).toHaveAttribute('aria-pressed', 'true');
    expect(localStorage.getItem('theme')).toBe('light');
  });
});
