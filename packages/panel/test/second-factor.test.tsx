import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Enrolment, PanelLogin, SecondFactorView } from 'contracts/second-factor';
import { useEffect } from 'react';
import { ToastProvider, useToast } from 'ui/toast';
import { apiErrorOf } from 'web-kit/api-error';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { MemoryRouter } from 'web-kit/router';
import { LoginForm } from '../src/login/index.tsx';
import type { LoginCalls } from '../src/login/index.tsx';
import { SecondFactors } from '../src/second-factor/index.tsx';
import type { FactorCalls } from '../src/second-factor/use-factors.ts';
import { makePageInert } from './inert-page.ts';
import { expectToast } from './toasts.ts';

/** Mock of the browser's credentials API. */
const credentials = { get: jest.fn<() => Promise<object>>(), create: jest.fn<() => Promise<object>>() };
Object.assign(globalThis, { PublicKeyCredential: class {} });
Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
const bytes = () => new Uint8Array([1, 2, 3]).buffer;
const credential = {
  id: 'AQID',
  rawId: bytes(),
  type: 'public-key',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: bytes(),
    authenticatorData: bytes(),
    signature: bytes(),
    attestationObject: bytes(),
    getTransports: () => ['internal'],
  },
};

const failure = (status: number, code: string, error: string) =>
  apiErrorOf(status, JSON.stringify({ error, code, requestId: 'r' }));
const WRONG_CODE = failure(401, 'WRONG_CODE', 'Code incorrect ou déjà utilisé.');
const EXPIRED = failure(401, 'CHALLENGE_EXPIRED', 'Cette étape a expiré. Recommencez depuis le début.');
const DECLINED = Object.assign(new Error('declined'), { name: 'NotAllowedError' });

const CODE = 'AAAAAA-BBBBBB-CCCCCC-DDDDDD';
const CODES = [CODE, 'EEEEEE-FFFFFF-GGGGGG-HHHHHH'];
const ENROLMENT: Enrolment = {
  challenge: 'e',
  secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  uri: 'otpauth://totp/Coulisses:aff-one?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  passkey: {
    challenge: 'AQID',
    rp: { id: 'localhost', name: 'Coulisses' },
    user: { id: 'AQID', name: 'aff-one', displayName: 'aff-one' },
    pubKeyCredParams: [],
  },
};
const PASSKEY_LOGIN: PanelLogin = {
  ok: true,
  secondFactor: { challenge: 'c', methods: ['totp', 'passkey', 'recovery'], passkey: { challenge: 'AQID' } },
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

afterEach(() => {
  jest.resetAllMocks();
  jest.restoreAllMocks();
});

const requireAccess = {
  verify: jest.fn<LoginCalls['verify']>(),
  verifySecondFactor: jest.fn<LoginCalls['verifySecondFactor']>(),
  enrol: jest.fn<NonNullable<LoginCalls['enrol']>>(),
};
const onOpen = jest.fn();
const givePassword = async (login: PanelLogin) => {
  requireAccess.verify.mockResolvedValueOnce(login);
  render(
    <MemoryRouter>
      <ToastProvider>
        <LoginForm title="Administration Principale" calls={requireAccess} onOpen={onOpen} />
      </ToastProvider>
    </MemoryRouter>,
  );
  await userEvent.type(screen.getByLabelText('Mot de passe'), 'une-loge-fermee');
  await press('Se connecter');
  await screen.findByRole('heading', { name: 'Double authentification' });
};
const codeField = () => screen.getByLabelText('Code de vérification');

describe('login form of a panel', () => {
  test('opens the panel by the password where nothing follows', async () => {
    requireAccess.verify.mockResolvedValue({ ok: true, token: 't' });
    render(
      <MemoryRouter>
        <ToastProvider>
          <LoginForm title="Administration Principale" calls={requireAccess} onOpen={onOpen} />
        </ToastProvider>
      </MemoryRouter>,
    );
    await userEvent.type(screen.getByLabelText('Mot de passe'), 'une-loge-fermee{Enter}');
    await waitFor(() => expect(onOpen).toHaveBeenCalledWith({ ok: true, token: 't' }));
  });

  test.each([
    [undefined, 'administration'],
    ['studio-nord', 'studio-nord'],
  ])('names the panel of %s to password managers', (slug, name) => {
    render(
      <MemoryRouter>
        <ToastProvider>
          <LoginForm title="Administration" {...(slug && { slug })} calls={requireAccess} onOpen={onOpen} />
        </ToastProvider>
      </MemoryRouter>,
    );
    const form = screen.getByLabelText<HTMLInputElement>('Mot de passe').form;
    expect(form && new FormData(form).get('username')).toBe(name);
  });

  test('gives the password the focus after an ended session, whose toast goes once the panel opens again', async () => {
    requireAccess.verify.mockResolvedValue({ ok: true, token: 't' });
    const Failure = () => {
      const show = useToast();
      useEffect(() => show({ tone: 'error', title: 'Erreur', text: 'Votre session a expiré.' }), [show]);
      return null;
    };
    render(
      <MemoryRouter>
        <ToastProvider>
          <Failure />
          <LoginForm title="Administration Principale" isExpired calls={requireAccess} onOpen={onOpen} />
        </ToastProvider>
      </MemoryRouter>,
    );
    await expectToast('Erreur', 'Votre session a expiré.');
    expect(screen.getByLabelText('Mot de passe')).toHaveFocus();
    await userEvent.keyboard('une-loge-fermee{Enter}');
    await waitFor(() => expect(onOpen).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(screen.queryByText('Votre session a expiré.')).toBeNull());
  });

  test('gives the code field the focus, and opens the panel by the code', async () => {
    requireAccess.verifySecondFactor.mockResolvedValue({ token: 't' });
    await givePassword(PASSKEY_LOGIN);
    expect(onOpen).not.toHaveBeenCalled();
    expect(codeField()).toHaveFocus();
    expect(codeField()).toHaveAttribute('inputmode', 'numeric');
    expect(codeField()).toHaveAttribute('autocomplete', 'one-time-code');
    await userEvent.type(codeField(), '123456{Enter}');
    await waitFor(() => expect(onOpen).toHaveBeenCalledWith({ token: 't' }));
    expect(requireAccess.verifySecondFactor).toHaveBeenCalledWith({
      challenge: 'c',
      proof: { method: 'totp', code: '123456' },
    });
  });

  test('shows a wrong code at its field, empties it and gives it the focus', async () => {
    requireAccess.verifySecondFactor.mockRejectedValue(WRONG_CODE);
    await givePassword(PASSKEY_LOGIN);
    await userEvent.type(codeField(), '123456{Enter}');
    await expectToast('Erreur', 'Code incorrect ou déjà utilisé.');
    expect(codeField()).toHaveAccessibleDescription(expect.stringContaining('Code incorrect ou déjà utilisé.'));
    expect(codeField()).toHaveValue('');
    expect(codeField()).toHaveFocus();
  });

  test('goes back to the password with the reason when the step has expired', async () => {
    requireAccess.verifySecondFactor.mockRejectedValue(EXPIRED);
    await givePassword(PASSKEY_LOGIN);
    await userEvent.type(codeField(), '123456{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Cette étape a expiré. Recommencez depuis le début.');
    expect(screen.getByLabelText('Mot de passe')).toHaveFocus();
  });

  test('goes back to the password on request', async () => {
    await givePassword(PASSKEY_LOGIN);
    await press('Revenir au mot de passe');
    expect(screen.getByLabelText('Mot de passe')).toHaveFocus();
  });

  test('opens the panel by a passkey and reports when the browser declines', async () => {
    credentials.get.mockRejectedValueOnce(DECLINED).mockResolvedValueOnce(credential);
    requireAccess.verifySecondFactor.mockResolvedValue({ token: 't' });
    await givePassword(PASSKEY_LOGIN);
    await press('Utiliser une clé d’accès');
    await expectToast('Erreur', 'La clé d’accès n’a pas répondu. Réessayez, ou choisissez un autre moyen.');
    expect(requireAccess.verifySecondFactor).not.toHaveBeenCalled();
    await press('Utiliser une clé d’accès');
    await waitFor(() => expect(onOpen).toHaveBeenCalled());
    expect(requireAccess.verifySecondFactor.mock.calls[0]?.[0]).toMatchObject({
      challenge: 'c',
      proof: { method: 'passkey', assertion: { id: 'AQID', response: { signature: 'AQID' } } },
    });
  });

  test('opens the panel by a recovery code', async () => {
    requireAccess.verifySecondFactor.mockResolvedValue({ token: 't' });
    await givePassword({ ok: true, secondFactor: { challenge: 'c', methods: ['totp', 'recovery'], passkey: null } });
    expect(screen.queryByRole('button', { name: 'Utiliser une clé d’accès' })).toBeNull();
    await press('Utiliser un code de secours');
    expect(screen.getByLabelText('Code de secours')).toHaveFocus();
    await userEvent.type(screen.getByLabelText('Code de secours'), `${CODE}{Enter}`);
    await waitFor(() =>
      expect(requireAccess.verifySecondFactor).toHaveBeenCalledWith({
        challenge: 'c',
        proof: { method: 'recovery', code: CODE },
      }),
    );
  });

  test('leads to the first factor where one is required, and opens the panel once the recovery codes were shown', async () => {
    requireAccess.enrol.mockRejectedValueOnce(WRONG_CODE).mockResolvedValueOnce({ token: 't', recoveryCodes: CODES });
    await givePassword({ ok: true, enrolment: ENROLMENT });
    expect(screen.getByRole('img', { name: 'QR code pour votre application d’authentification' })).toBeVisible();
    expect(screen.getByRole('group', { name: 'Clé secrète' })).toHaveTextContent(
      'GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ',
    );
    await userEvent.type(codeField(), '000000{Enter}');
    await expectToast('Erreur', 'Code incorrect ou déjà utilisé.');
    await userEvent.type(codeField(), '123456{Enter}');
    expect(await screen.findByRole('list', { name: 'Codes de secours' })).toHaveTextContent(CODES.join(''));
    expect(requireAccess.enrol).toHaveBeenLastCalledWith({
      challenge: 'e',
      factor: { method: 'totp', name: 'Application d’authentification', code: '123456' },
    });
    expect(onOpen).not.toHaveBeenCalled();
    await press('Ouvrir le panneau');
    expect(onOpen).toHaveBeenCalledWith({ token: 't', recoveryCodes: CODES });
  });
});

describe('the second factors on the security page', () => {
  const TOTP = {
    id: 'f1',
    method: 'totp',
    name: 'Téléphone',
    created_at: '2026-03-02T08:00:00.000Z',
    last_used_at: null,
  } as const;
  const KEY = {
    id: 'f2',
    method: 'passkey',
    name: 'Ordinateur',
    created_at: '2026-03-02T08:00:00.000Z',
    last_used_at: '2026-03-04T08:02:00.000Z',
  } as const;
  const NONE: SecondFactorView = { required: false, factors: [], recovery_codes_left: 0 };
  const BOTH: SecondFactorView = { required: false, factors: [TOTP, KEY], recovery_codes_left: 9 };
  const calls = {
    view: jest.fn<FactorCalls['view']>(),
    begin: jest.fn<FactorCalls['begin']>(),
    add: jest.fn<FactorCalls['add']>(),
    remove: jest.fn<FactorCalls['remove']>(),
    renewCodes: jest.fn<FactorCalls['renewCodes']>(),
  };
  const onFirstAdded = jest.fn();
  const open = async (...views: SecondFactorView[]) => {
    for (const view of views) calls.view.mockResolvedValueOnce(view);
    render(
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider>
          <SecondFactors owner="aff-one" calls={calls} onFirstAdded={onFirstAdded} />
        </ToastProvider>
      </QueryClientProvider>,
    );
    await screen.findByRole('button', { name: 'Ajouter une application' });
  };

  test('are listed with the time they were added and last used', async () => {
    await open(BOTH);
    const [totp, key] = within(screen.getByRole('list', { name: 'Méthodes de double authentification' })).getAllByRole(
      'listitem',
    );
    expect(totp).toHaveTextContent('TéléphoneAjoutée le 2 mars 2026 à 9h00, pas encore utilisée');
    expect(key).toHaveTextContent('OrdinateurAjoutée le 2 mars 2026 à 9h00, utilisée le 4 mars 2026 à 9h02');
    expect(screen.getByText('Il reste 9 codes de secours.')).toBeVisible();
  });

  test('begin with an application, whose recovery codes are shown once', async () => {
    calls.begin.mockResolvedValue(ENROLMENT);
    calls.add.mockResolvedValue({ recoveryCodes: CODES });
    await open(NONE, { ...BOTH, factors: [TOTP] });
    await press('Ajouter une application');
    await userEvent.type(await screen.findByLabelText('Code de vérification'), '123456');
    await press('Confirmer');
    const dialog = await screen.findByRole('dialog', { name: 'Codes de secours' });
    expect(within(dialog).getByRole('link', { name: 'Télécharger' })).toHaveAttribute(
      'download',
      'codes-de-secours.txt',
    );
    expect(onFirstAdded).toHaveBeenCalled();
    // The toast has such a button too.
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Fermer' })[0] as HTMLElement);
    await press('Revenir aux codes');
    expect(screen.getByText(CODE)).toBeVisible();
    await press('J’ai gardé ces codes');
    expect(screen.queryByText(CODE)).toBeNull();
    expect(await screen.findByRole('button', { name: 'Retirer Téléphone' })).toBeVisible();
  });

  test('take a passkey that the browser makes', async () => {
    calls.begin.mockResolvedValue(ENROLMENT);
    calls.add.mockResolvedValue({ recoveryCodes: null });
    credentials.create.mockResolvedValue(credential);
    await open({ ...BOTH, factors: [TOTP] }, BOTH);
    await press('Ajouter une clé d’accès');
    await userEvent.click(await screen.findByRole('button', { name: 'Créer la clé d’accès' }));
    await expectToast('Méthode ajoutée', 'Clé d’accès');
    expect(calls.add.mock.calls[0]?.[0]).toMatchObject({
      challenge: 'e',
      factor: {
        method: 'passkey',
        name: 'Clé d’accès',
        registration: { id: 'AQID', response: { attestationObject: 'AQID' } },
      },
    });
    expect(onFirstAdded).not.toHaveBeenCalled();
  });

  test('are removed after a question', async () => {
    calls.remove.mockResolvedValue({ ok: true });
    await open(BOTH, { ...BOTH, factors: [TOTP] });
    await press('Retirer Ordinateur');
    expect(screen.getByRole('alertdialog')).toHaveTextContent('Ordinateur');
    expect(calls.remove).not.toHaveBeenCalled();
    await press('Retirer');
    await expectToast('Méthode retirée', 'Ordinateur');
    expect(calls.remove.mock.calls[0]?.[0]).toBe('f2');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  test('give the focus to the list when one was removed, and to what adds one when none is left', async () => {
    makePageInert();
    calls.remove.mockResolvedValue({ ok: true });
    await open(BOTH, { ...BOTH, factors: [TOTP] }, NONE);
    await press('Retirer Ordinateur');
    await press('Retirer');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retirer Ordinateur' })).toBeNull());
    expect(screen.getByRole('list', { name: 'Méthodes de double authentification' })).toHaveFocus();
    await press('Retirer Téléphone');
    await press('Retirer');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retirer Téléphone' })).toBeNull());
    expect(screen.getByRole('button', { name: 'Ajouter une application' })).toHaveFocus();
  });

  test('keep the last one where it is required', async () => {
    await open({ required: true, factors: [TOTP], recovery_codes_left: 1 });
    expect(screen.queryByRole('button', { name: /^Retirer/ })).toBeNull();
    expect(screen.getByText('Il reste 1 code de secours.')).toBeVisible();
  });

  test('get new recovery codes after a question', async () => {
    calls.renewCodes.mockResolvedValue({ recoveryCodes: CODES });
    await open(BOTH, BOTH);
    await press('Créer de nouveaux codes');
    await press('Créer');
    expect(await screen.findByRole('list', { name: 'Codes de secours' })).toHaveTextContent(CODES.join(''));
  });

  test('can be read again after a failure', async () => {
    calls.view
      .mockRejectedValueOnce(failure(403, 'FORBIDDEN', 'Vous n’avez pas accès à cette action.'))
      .mockResolvedValueOnce(NONE);
    render(
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider>
          <SecondFactors owner="aff-one" calls={calls} onFirstAdded={onFirstAdded} />
        </ToastProvider>
      </QueryClientProvider>,
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger la double authentification.');
    await press('Réessayer');
    expect(await screen.findByRole('button', { name: 'Ajouter une application' })).toHaveFocus();
  });
});
