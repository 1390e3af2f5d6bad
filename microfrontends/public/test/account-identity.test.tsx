import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lossByLogout } from 'web-kit/logout-losses';
import { subscriberSession } from 'web-kit/session';
import { HERE, LIST } from './account-page.ts';
import { failure, LEA, logIn, open, platform } from './harness.tsx';

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

describe('the name of the account', () => {
  const NOE = { email: 'noe@example.fr', firstName: 'Noé', lastName: 'Roux', username: 'noe' };

  test('is read again from the server: address and names may have changed in another browser', async () => {
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
