import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lossByLogout } from 'web-kit/losses';
import { subscriberSession } from 'web-kit/session';
import { stubIntersectionObserver } from '../../../packages/ui/test/browser-parts.ts';
import { modelOf } from '../../../packages/web-kit/test/model.ts';
import { failure, LEA, logIn, open, platform } from './harness.tsx';

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

beforeEach(stubIntersectionObserver);

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

describe('the identity in the account', () => {
  const SAVE = 'PATCH /api/auth/me';
  const show = (responses: Parameters<typeof platform>[0]) => {
    const stubbed = platform({ [LIST]: { body: [HERE] }, ...responses });
    logIn();
    open('/account');
    return stubbed;
  };
  const retype = async (label: string, text: string) => {
    const field = await screen.findByLabelText(label);
    await userEvent.clear(field);
    if (text) await userEvent.type(field, text);
  };
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));

  test('shows the names as registered, and saves others for the whole session', async () => {
    const { bodyOf } = show({
      [SAVE]: ({ body }) => ({ body: { email: 'lea@example.fr', ...(body as object) } }),
    });
    expect(await screen.findByLabelText('Nom')).toHaveValue('Martin');
    await retype('Prénom', 'Léonie');
    expect(lossByLogout()).toBe('unsaved-input');
    await save();
    expect(await screen.findByText('Modifications enregistrées')).toBeVisible();
    expect(bodyOf(SAVE)).toMatchObject({ firstName: 'Léonie', lastName: 'Martin' });
    expect(subscriberSession.state()).toMatchObject({ token: 'token-of-lea', user: { firstName: 'Léonie' } });
    expect(screen.getByText('Bonjour Léonie.')).toBeVisible();
    expect(lossByLogout()).toBeNull();
  });

  test('shows what is wrong at its field and in the toast, without a request', async () => {
    const { requests } = show({});
    await retype('Pseudo', 'x');
    await save();
    await screen.findByText('Erreur de validation');
    expect(screen.getAllByText('Le pseudo doit contenir au moins 2 caractères')).toHaveLength(2);
    expect(screen.getByLabelText('Pseudo')).toHaveAttribute('aria-invalid', 'true');
    expect(requests.some(({ operation }) => operation === SAVE)).toBe(false);
  });

  test('keeps what was typed where it could not be saved', async () => {
    show({
      [SAVE]: failure(503, 'Le service est momentanément indisponible. Veuillez réessayer.', 'SERVICE_UNAVAILABLE'),
    });
    await retype('Nom', 'Moreau');
    await save();
    expect(await screen.findByText('Le service est momentanément indisponible. Veuillez réessayer.')).toBeVisible();
    expect(screen.getByLabelText('Nom')).toHaveValue('Moreau');
  });
});

describe('whose account it is', () => {
  const NOE = { email: 'noe@example.fr', firstName: 'Noé', lastName: 'Roux', username: 'noe' };

  test('is read anew from the server: address and names may have changed in another browser', async () => {
    platform({
      [LIST]: { body: [HERE] },
      'POST /api/auth/refresh': {
        body: { token: 'renewed', user: { ...LEA, email: 'neuve@example.fr', firstName: 'Léonie' } },
      },
    });
    logIn();
    open('/account');
    expect(await screen.findByText('neuve@example.fr')).toBeVisible();
    expect(screen.getByLabelText('Prénom')).toHaveValue('Léonie');
  });

  test('changes with a login in another tab, and nothing typed for the former one stays', async () => {
    platform({ [LIST]: { body: [HERE] } });
    logIn();
    open('/account');
    await userEvent.type(await screen.findByLabelText('Pseudo'), '-typed');
    await userEvent.type(screen.getByLabelText('Nouvelle adresse e-mail'), 'lea.neuve@example.fr');
    await userEvent.type(screen.getByLabelText('Mot de passe actuel'), 'rideau-rouge');
    act(() => logIn(NOE));
    expect(screen.getByLabelText('Prénom')).toHaveValue('Noé');
    expect(screen.getByLabelText('Pseudo')).toHaveValue('noe');
    expect(screen.getByLabelText('Nouvelle adresse e-mail')).toHaveValue('');
    expect(screen.getByLabelText('Mot de passe actuel')).toHaveValue('');
  });
});

describe('the address in the account', () => {
  const REQUEST = 'POST /api/auth/change-email';
  const type = async (address: string, password: string) => {
    await userEvent.type(await screen.findByLabelText('Nouvelle adresse e-mail'), address);
    if (password) await userEvent.type(screen.getByLabelText('Votre mot de passe'), password);
    await userEvent.click(screen.getByRole('button', { name: 'Envoyer le lien de confirmation' }));
  };

  test('is changed by a link that is sent to the new one, and stays until then', async () => {
    const { bodyOf } = platform({ [LIST]: { body: [HERE] }, [REQUEST]: { body: { ok: true } } });
    logIn();
    open('/account');
    await type('lea.neuve@example.fr', 'rideau-rouge');
    expect(await screen.findByText(/Un lien est parti à lea.neuve@example.fr/)).toBeVisible();
    expect(bodyOf(REQUEST)).toEqual({ newEmail: 'lea.neuve@example.fr', currentPassword: 'rideau-rouge' });
    expect(screen.getByLabelText('Nouvelle adresse e-mail')).toHaveValue('');
    expect(screen.getByText('lea@example.fr')).toBeVisible();
  });

  test.each([
    [401, 'Mot de passe incorrect', 'WRONG_PASSWORD', 'Votre mot de passe'],
    [400, 'C’est déjà votre adresse.', 'EMAIL_UNCHANGED', 'Nouvelle adresse e-mail'],
  ])('shows a rejection (%d %s) at its field, and keeps the address', async (status, text, code, label) => {
    platform({ [LIST]: { body: [HERE] }, [REQUEST]: failure(status, text, code) });
    logIn();
    open('/account');
    await type('lea.neuve@example.fr', 'pas-le-bon');
    await screen.findAllByText(text);
    expect(screen.getByLabelText(label)).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByLabelText('Nouvelle adresse e-mail')).toHaveValue('lea.neuve@example.fr');
  });

  test('needs the password, which is not called wrong where it was left out', async () => {
    const { requests } = platform({ [LIST]: { body: [HERE] } });
    logIn();
    open('/account');
    await type('lea.neuve@example.fr', '');
    await screen.findByText('Erreur de validation');
    expect(screen.getAllByText('Indiquez votre mot de passe')).toHaveLength(2);
    expect(requests.some(({ operation }) => operation === REQUEST)).toBe(false);
  });

  test('shows no error of a failed attempt beside the confirmation', async () => {
    let isDown = true;
    platform({ [LIST]: { body: [HERE] }, [REQUEST]: () => (isDown ? 'no response' : { body: { ok: true } }) });
    logIn();
    open('/account');
    await type('lea.neuve@example.fr', 'rideau-rouge');
    await screen.findByText('Erreur');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Envoyer le lien de confirmation' }));
    await screen.findByText(/Un lien est parti à lea.neuve@example.fr/);
    await waitFor(() => expect(screen.queryByText('Erreur')).not.toBeInTheDocument(), { timeout: 1_000 });
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

describe('the subscription in the account', () => {
  const SUBSCRIPTION = 'GET /api/subscription';
  const show = (
    state: string,
    hasPaid: boolean,
    paidUntil: string | null,
    nextCharge: object | null = null,
    scheduledEnd?: string,
  ) => {
    platform({
      [LIST]: { body: [HERE] },
      [SUBSCRIPTION]: { body: { state, hasPaid, paidUntil, nextCharge, telegramLink: null, scheduledEnd } },
    });
    logIn();
    open('/account');
  };
  const section = () => screen.findByRole('region', { name: 'Abonnement' });
  const END = '2026-12-20T09:00:00.000Z';
  const CHARGE = { at: END, amountCents: 500, currency: 'EUR' };

  test('shows an active one with its price, its next date and the way out', async () => {
    show('active', true, END, CHARGE);
    expect(await screen.findByText('Actif')).toBeVisible();
    const inside = within(await section());
    expect(inside.getByText('Prochain prélèvement').parentElement).toHaveTextContent(
      'Prochain prélèvement5,00 €le 20 décembre 2026par mois TTC',
    );
    expect(inside.getByRole('link', { name: 'Résilier' })).toHaveAttribute('href', '/resilier');
    expect(inside.queryByRole('link', { name: /PAYER/ })).toBeNull();
    expect(inside.queryByText(/Résiliation demandée/)).toBeNull();
  });

  test('announces no charge where a scheduled cancellation takes effect by then', async () => {
    show('active', true, END, null, '2026-12-09T23:00:00.000Z');
    const inside = within(await section());
    expect((await inside.findByText('Fin du contrat')).parentElement).toHaveTextContent('20 décembre 2026');
    expect(inside.getByText(/Plus rien n’est prélevé/)).toBeVisible();
    expect(inside.queryByText(/Prochain prélèvement|5,00/)).toBeNull();
    expect(inside.getByRole('link', { name: 'Renoncer au contrat' })).toBeVisible();
  });

  test.each([
    ['active', 'Prochain prélèvement'],
    ['grace', 'Prélèvement attendu'],
  ])('states beside the charge the day of a cancellation after it, %s', async (state, term) => {
    show(state, true, END, CHARGE, '2027-03-05T23:00:00.000Z');
    const inside = within(await section());
    expect(await inside.findByText('Résiliation demandée pour le 6 mars 2027')).toBeVisible();
    expect(inside.getByText(term)).toBeVisible();
  });

  test('shows the charge that has not come in the days of grace', async () => {
    show('grace', true, END, CHARGE);
    const inside = within(await section());
    expect((await inside.findByText('Prélèvement attendu')).parentElement).toHaveTextContent(
      'Prélèvement attendu5,00 €le 20 décembre 2026par mois TTC',
    );
  });

  test('shows a cancelled one with its end, and no further way out', async () => {
    show('cancelled', true, END);
    expect(await screen.findByText('Résilié')).toBeVisible();
    const inside = within(await section());
    expect(inside.getByText('Fin du contrat').parentElement).toHaveTextContent('20 décembre 2026');
    expect(inside.queryByRole('link', { name: 'Résilier' })).toBeNull();
  });

  test.each([
    ['pending', 'Aucun', null],
    ['expired', 'Terminé', END],
    ['revoked', 'Remboursé', null],
  ])('offers the payment where it is %s', async (state, word, paidUntil) => {
    show(state, false, paidUntil);
    expect(await screen.findByText(word)).toBeVisible();
    expect(within(await section()).getByRole('link', { name: /PAYER DEUX EUROS/ })).toBeVisible();
  });

  test('can be read again after a failure', async () => {
    let calls = 0;
    platform({
      [LIST]: { body: [HERE] },
      [SUBSCRIPTION]: () => {
        calls += 1;
        return calls < 3
          ? failure(503, 'Le service est momentanément indisponible. Veuillez réessayer.', 'SERVICE_UNAVAILABLE')
          : { body: { state: 'active', hasPaid: true, paidUntil: END, nextCharge: CHARGE, telegramLink: null } };
      },
    });
    logIn();
    open('/account');
    const inside = within(await section());
    await userEvent.click(await inside.findByRole('button', { name: 'Réessayer' }));
    expect(await inside.findByText('Actif')).toBeVisible();
  });
});

describe('the payments in the account', () => {
  const PAYMENTS = 'GET /api/subscription/payments';
  const ID = '0a6b1d5e-7c1f-4b7e-9a53-5d0c1b2a3f40';
  const FIRST = {
    id: ID,
    kind: 'first',
    amountCents: 200,
    currency: 'EUR',
    paidAt: '2026-10-20T09:00:00.000Z',
    remainingCents: 200,
    receiptNumber: 'R-2026-10-20-7F3K9QXA',
  };
  const show = (responses: Parameters<typeof platform>[0]) => {
    const stub = platform({ [LIST]: { body: [HERE] }, ...responses });
    logIn();
    open('/account');
    return stub;
  };
  const rows = async () => within(await screen.findByRole('list', { name: 'Paiements' })).getAllByRole('listitem');

  test('shows each with its date, its kind, its amount and its receipt', async () => {
    show({ [PAYMENTS]: { body: [FIRST] } });
    const [row] = await rows();
    const inside = within(row as HTMLElement);
    expect(inside.getByText('20 octobre 2026')).toBeVisible();
    expect(inside.getByText('Premier mois')).toBeVisible();
    expect(inside.getByText('2,00 €')).toBeVisible();
    expect(inside.getByRole('link', { name: 'Reçu du 20 octobre 2026' })).toHaveAttribute(
      'href',
      `/api/subscription/payments/${ID}/receipt`,
    );
    expect(inside.getByRole('link', { name: 'PDF du reçu du 20 octobre 2026' })).toHaveAttribute(
      'href',
      `/api/subscription/payments/${ID}/receipt.pdf`,
    );
    expect(inside.queryByText(/Remboursé/)).toBeNull();
  });

  test('shows a refund without a receipt, and what it left of its payment', async () => {
    const refund = { ...FIRST, id: 'r', kind: 'refund', amountCents: -50, remainingCents: null, receiptNumber: null };
    show({
      [PAYMENTS]: { body: [refund, { ...FIRST, remainingCents: 150 }, { ...FIRST, id: 'f', remainingCents: 0 }] },
    });
    const [refunded, partly, wholly] = (await rows()).map((row) => within(row));
    expect(refunded?.getByText('−0,50 €')).toBeVisible();
    expect(refunded?.queryByRole('link')).toBeNull();
    expect(partly?.getByText('Remboursé en partie, reste 1,50 €')).toBeVisible();
    expect(wholly?.getByText('Remboursé')).toBeVisible();
  });

  test('loads more', async () => {
    const { requests } = show({
      [PAYMENTS]: {
        body: [FIRST],
        headers: { link: `</api/subscription/payments?cursor=${ID}>; rel="next"` },
      },
      [`${PAYMENTS}?cursor=${ID}`]: { body: [{ ...FIRST, id: 'second' }] },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Voir plus' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Voir plus' })).toBeNull();
    expect(requests.filter(({ operation }) => operation.startsWith(PAYMENTS)).map(({ token }) => token)).toEqual([
      'Bearer token-of-lea',
      'Bearer token-of-lea',
    ]);
  });

  test('states that there are none', async () => {
    show({ [PAYMENTS]: { body: [] } });
    expect(await screen.findByText('Aucun paiement pour le moment.')).toBeVisible();
  });

  test('can be read again after a failure', async () => {
    let calls = 0;
    show({
      [PAYMENTS]: () => {
        calls += 1;
        return calls < 3
          ? failure(503, 'Le service est momentanément indisponible. Veuillez réessayer.', 'SERVICE_UNAVAILABLE')
          : { body: [FIRST] };
      },
    });
    const section = within(await screen.findByRole('region', { name: 'Paiements' }));
    await userEvent.click(await section.findByRole('button', { name: 'Réessayer' }));
    expect(await rows()).toHaveLength(1);
  });
});
