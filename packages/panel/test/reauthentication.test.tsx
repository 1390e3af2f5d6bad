import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { deleteModel } from 'contracts/operations/models';
import { ToastProvider } from 'ui/toast';
import { call } from 'web-kit/api';
import { adminSession } from 'web-kit/session';
import { pressEscapeIn } from 'ui/testing/browser-parts';
import { ReauthenticationDialog } from '../src/reauthentication/index.tsx';
import { expectToast } from './toasts.ts';

const response = (status: number, body: unknown) => Promise.resolve(new Response(JSON.stringify(body), { status }));
const fetchMock = jest.fn<typeof fetch>();
const real = globalThis.fetch;
const sent = () =>
  fetchMock.mock.calls.map(([url, init]) => [url, (init?.headers as Record<string, string>).authorization]);
const CONFIRM = '/api/admin/reauthenticate';

/** Stubs a server for which only the fresh token is of a recent login. */
const stubServer = () =>
  fetchMock.mockImplementation((url, init) => {
    if (url === CONFIRM)
      return String(init?.body).includes('bon')
        ? response(200, { token: 'fresh' })
        : response(401, { error: 'Mot de passe incorrect', code: 'WRONG_PASSWORD', requestId: 'r' });
    return (init?.headers as Record<string, string>).authorization === 'Bearer fresh'
      ? response(200, { ok: true })
      : response(403, {
          error: 'Confirmez votre mot de passe pour continuer.',
          code: 'REAUTHENTICATION_REQUIRED',
          requestId: 'r',
        });
  });
const remove = (id = 'm1') => call(deleteModel, { params: { id }, session: adminSession });
const open = () =>
  render(
    <ToastProvider>
      <button>Supprimer</button>
      <ReauthenticationDialog session={adminSession} />
    </ToastProvider>,
  );
const type = async (password: string) => {
  await userEvent.clear(screen.getByLabelText('Mot de passe'));
  await userEvent.type(screen.getByLabelText('Mot de passe'), `${password}{Enter}`);
};

beforeEach(() => {
  localStorage.clear();
  fetchMock.mockReset();
  globalThis.fetch = fetchMock;
  adminSession.open({ token: 'old' });
  stubServer();
});
afterEach(() => {
  act(() => adminSession.clear());
  globalThis.fetch = real;
});

describe('ReauthenticationDialog', () => {
  test('confirms the password once for concurrent calls, repeats each, and restores the focus', async () => {
    open();
    screen.getByRole('button', { name: 'Supprimer' }).focus();
    const removals = Promise.all([remove('m1'), remove('m2')]);
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirmez votre identité' });
    expect(dialog).toHaveAccessibleDescription('Confirmez votre mot de passe pour continuer.');
    expect(screen.getByLabelText('Mot de passe')).toHaveFocus();
    await type('bon');
    expect(await removals).toEqual([{ ok: true }, { ok: true }]);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Supprimer' })).toHaveFocus();
    expect(sent().filter(([url]) => url === CONFIRM)).toEqual([[CONFIRM, 'Bearer old']]);
    expect(sent().filter(([, token]) => token === 'Bearer fresh')).toHaveLength(2);
    expect(adminSession.token()).toBe('fresh');
  });

  test('stays open after a wrong password', async () => {
    open();
    const removal = remove();
    await screen.findByRole('alertdialog');
    await type('faux');
    await expectToast('Erreur', 'Mot de passe incorrect');
    expect(screen.getByLabelText('Mot de passe')).toHaveAccessibleDescription('Mot de passe incorrect');
    expect(screen.getByLabelText('Mot de passe')).toHaveFocus();
    await type('bon');
    expect(await removal).toEqual({ ok: true });
  });

  test.each([
    ['“Annuler”', () => userEvent.click(screen.getByRole('button', { name: 'Annuler' }))],
    ['Escape', async () => act(() => pressEscapeIn(screen.getByRole('alertdialog')))],
  ])('rejects the call without repeating it on %s', async (_how, cancel) => {
    open();
    const removal = remove().catch((error: unknown) => error);
    await screen.findByRole('alertdialog');
    await cancel();
    expect(await removal).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(sent()).toEqual([['/api/models/m1', 'Bearer old']]);
    expect(adminSession.token()).toBe('old');
  });

  test('ends the waiting call when the panel closes, and is not waited for where it is not mounted', async () => {
    const { unmount } = open();
    const removal = remove().catch((error: unknown) => error);
    await screen.findByRole('alertdialog');
    unmount();
    expect(await removal).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' });
    await expect(remove()).rejects.toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' });
  });

  test('repeats a call only once', async () => {
    fetchMock.mockImplementation((url) =>
      url === CONFIRM
        ? response(200, { token: 'fresh' })
        : response(403, { error: 'Confirmez', code: 'REAUTHENTICATION_REQUIRED', requestId: 'r' }),
    );
    open();
    const removal = remove().catch((error: unknown) => error);
    await screen.findByRole('alertdialog');
    await type('bon');
    expect(await removal).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' });
    expect(sent().filter(([url]) => url === '/api/models/m1')).toHaveLength(2);
  });
});
