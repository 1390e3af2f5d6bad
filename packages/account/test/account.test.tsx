import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SessionView } from 'contracts/sessions';
import { ToastProvider } from 'ui/toast';
import { apiErrorOf } from 'web-kit/api-error';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { expectToast } from 'panel/testing/toasts';
import { Devices } from '../src/devices/index.tsx';
import type { DeviceCalls } from '../src/devices/index.tsx';
import { PasswordForm } from '../src/password-form/index.tsx';

const HERE: SessionView = {
  id: 'here',
  device: 'Firefox sur Windows',
  created_at: '2026-03-02T08:00:00.000Z',
  last_used_at: '2026-03-02T20:00:00.000Z',
  current: true,
};
const PHONE: SessionView = {
  id: 'phone',
  device: 'Safari sur iPhone',
  created_at: '2026-02-01T08:00:00.000Z',
  last_used_at: '2026-02-03T08:02:00.000Z',
  current: false,
};
const GONE = apiErrorOf(
  404,
  '{"error":"Cet appareil est déjà déconnecté.","code":"SESSION_NOT_FOUND","requestId":"r"}',
);
const OUTAGE = apiErrorOf(
  503,
  '{"error":"Le service est momentanément indisponible. Veuillez réessayer.","code":"SERVICE_UNAVAILABLE","requestId":"r"}',
);

const calls = {
  list: jest.fn<DeviceCalls['list']>(),
  end: jest.fn<DeviceCalls['end']>(),
  endAll: jest.fn<DeviceCalls['endAll']>(),
};
const onAllEnded = jest.fn();
const change = jest.fn<(passwords: { currentPassword: string; newPassword: string }) => Promise<unknown>>();
const onChanged = jest.fn();
afterEach(() => void jest.resetAllMocks());

const shown = (element: React.ReactElement) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>{element}</ToastProvider>
    </QueryClientProvider>,
  );
const openDevices = async (...lists: SessionView[][]) => {
  for (const list of lists) calls.list.mockResolvedValueOnce(list);
  shown(<Devices owner="lea@example.fr" calls={calls} onAllEnded={onAllEnded} />);
  return screen.findByRole('list', { name: 'Appareils connectés' });
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the list of devices', () => {
  test('marks this device, and offers to log out each other', async () => {
    const list = await openDevices([HERE, PHONE]);
    const [here, phone] = within(list).getAllByRole('listitem');
    expect(here).toHaveTextContent('Firefox sur WindowsEn ce momentCet appareil');
    expect(phone).toHaveTextContent('Safari sur iPhoneDernière activité le 3 février 2026 à 9h02Déconnecter');
    expect(within(list).getAllByRole('button')).toHaveLength(1);
    expect(screen.getByText('2 appareils connectés.')).toBeVisible();
  });

  test('states that there is no other device', async () => {
    await openDevices([HERE]);
    expect(screen.getByText('Aucun autre appareil n’est connecté.')).toBeVisible();
  });

  test('logs one device out, and gives the list the focus', async () => {
    calls.end.mockResolvedValue({ ok: true });
    const list = await openDevices([HERE, PHONE], [HERE]);
    await press('Déconnecter Safari sur iPhone');
    expect(calls.end.mock.calls[0]?.[0]).toBe('phone');
    await expectToast('Appareil déconnecté', 'Safari sur iPhone');
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
    expect(list).toHaveFocus();
  });

  test('shows the server’s error for an ended session and refetches the list', async () => {
    calls.end.mockRejectedValue(GONE);
    const list = await openDevices([HERE, PHONE], [HERE]);
    await press('Déconnecter Safari sur iPhone');
    await expectToast('Erreur', 'Cet appareil est déjà déconnecté.');
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
  });

  test('confirms before logging all devices out', async () => {
    calls.endAll.mockResolvedValue({ ok: true });
    await openDevices([HERE, PHONE]);
    await press('Déconnecter tous les appareils');
    const question = screen.getByRole('alertdialog', { name: /^Déconnecter tous les appareils/ });
    expect(question).toHaveTextContent('Tous les appareils, celui-ci compris.');
    await press('Annuler');
    expect(calls.endAll).not.toHaveBeenCalled();
    await press('Déconnecter tous les appareils');
    await press('Déconnecter');
    await waitFor(() => expect(onAllEnded).toHaveBeenCalled());
  });

  test('stays as it was where logging all devices out failed', async () => {
    calls.endAll.mockRejectedValue(OUTAGE);
    await openDevices([HERE, PHONE]);
    await press('Déconnecter tous les appareils');
    await press('Déconnecter');
    await expectToast('Erreur', 'Le service est momentanément indisponible. Veuillez réessayer.');
    expect(onAllEnded).not.toHaveBeenCalled();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('can be read again after a failure', async () => {
    calls.list.mockRejectedValueOnce(GONE);
    shown(<Devices owner="lea@example.fr" calls={calls} onAllEnded={onAllEnded} />);
    expect(screen.getByRole('status')).toHaveTextContent('Chargement des appareils');
    expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger la liste des appareils.');
    calls.list.mockResolvedValueOnce([HERE]);
    await press('Réessayer');
    expect(await screen.findByRole('list', { name: 'Appareils connectés' })).toBeVisible();
  });
});

describe('the password form', () => {
  const open = () => shown(<PasswordForm username="lea@example.fr" change={change} onChanged={onChanged} />);
  const send = async (current: string, next: string) => {
    if (current) await userEvent.type(screen.getByLabelText('Mot de passe actuel'), current);
    if (next) await userEvent.type(screen.getByLabelText('Nouveau mot de passe'), next);
    await press('Changer le mot de passe');
  };

  test('sends both passwords, reports success and empties the form', async () => {
    change.mockResolvedValue({ ok: true });
    open();
    await send('rideau-rouge', 'balcon-bleu');
    expect(change).toHaveBeenCalledWith({ currentPassword: 'rideau-rouge', newPassword: 'balcon-bleu' });
    await expectToast('Mot de passe modifié', 'Les autres appareils sont déconnectés.');
    expect(onChanged).toHaveBeenCalled();
    expect(screen.getByLabelText('Mot de passe actuel')).toHaveValue('');
  });

  test.each([
    ['', 'balcon-bleu', 'Indiquez votre mot de passe'],
    ['rideau-rouge', 'court', 'Le mot de passe doit contenir au moins 6 caractères'],
  ])('shows at its field what is wrong with %p and %p, and sends nothing', async (current, next, text) => {
    open();
    await send(current, next);
    await expectToast('Erreur de validation', text);
    expect(change).not.toHaveBeenCalled();
  });

  test.each([
    ['Mot de passe actuel', 401, 'WRONG_PASSWORD', 'Mot de passe incorrect'],
    ['Nouveau mot de passe', 400, 'PASSWORD_TOO_COMMON', 'Ce mot de passe est trop courant. Choisissez-en un autre.'],
    [
      'Nouveau mot de passe',
      400,
      'PASSWORD_TOO_PERSONAL',
      'Ce mot de passe ressemble trop à votre nom ou à votre e-mail.',
    ],
  ])('shows the server’s error at "%s"', async (label, status, code, error) => {
    change.mockRejectedValue(apiErrorOf(status, JSON.stringify({ error, code, requestId: 'r' })));
    open();
    await send('rideau-rouge', 'balcon-bleu');
    await expectToast('Erreur', error);
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(error));
    expect(screen.getByLabelText(label)).toHaveValue(label === 'Mot de passe actuel' ? 'rideau-rouge' : 'balcon-bleu');
    expect(onChanged).not.toHaveBeenCalled();
  });
});
