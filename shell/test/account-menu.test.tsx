import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastProvider } from 'ui/toast';
import { unseenPurchase, useUnsavedInput } from 'web-kit/logout-losses';
import { createQueryClient, QueryClientProvider, queryKeys } from 'web-kit/query';
import { MemoryRouter, useLocation } from 'web-kit/router';
import { subscriberSession } from 'web-kit/session';
import { followTheme } from 'web-kit/theme';
import { AccountMenu } from '../src/account-menu/index.tsx';
import { initialsOf } from '../src/account-menu/names.ts';

const user = { email: 'lea@example.fr', firstName: 'Léa', lastName: 'Martin', username: 'lea' };
function Address() {
  const { pathname, hash } = useLocation();
  return <p data-testid="address">{pathname + hash}</p>;
}
function Draft() {
  useUnsavedInput(true);
  return null;
}
let client = createQueryClient();
const show = (draft = false) =>
  render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <MemoryRouter>
          <AccountMenu user={user} />
          <button>ailleurs</button>
          {draft && <Draft />}
          <Address />
        </MemoryRouter>
      </ToastProvider>
    </QueryClientProvider>,
  );
const button = () => screen.getByRole('button', { name: 'LM, compte de Léa Martin' });
const item = (name: string) => screen.getByRole('menuitem', { name });
const open = async () => {
  await userEvent.click(button());
  return screen.findByRole('menu', { name: 'Mon compte' });
};
const logOut = jest.spyOn(subscriberSession, 'logOut');

beforeEach(() => {
  client = createQueryClient();
  localStorage.clear();
  subscriberSession.open({ token: 't', user });
  logOut.mockReset().mockResolvedValue();
});

describe('the menu of the account', () => {
  test('opens at its first item, states whose it is, and leads to the parts of the account', async () => {
    show();
    expect(button()).toHaveAttribute('aria-expanded', 'false');
    await open();
    expect(button()).toHaveAttribute('aria-expanded', 'true');
    expect(item('Mon compte')).toHaveFocus();
    expect(screen.getByText('lea@example.fr')).toBeVisible();
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Mon compte',
      'Mes favoris',
      'Notifications',
      'Résilier votre contrat',
      'Déconnexion',
    ]);
    await userEvent.click(item('Mes favoris'));
    expect(screen.getByTestId('address')).toHaveTextContent('/account#favoris');
    expect(screen.queryByRole('menu')).toBeNull();
  });

  test('counts the favourites that a page has fetched', async () => {
    client.setQueryData(queryKeys.favourites(user.email), [{ slug: 'nina' }, { slug: 'zoe' }]);
    show();
    await open();
    expect(item('Mes favoris 2')).toHaveAttribute('href', '/account#favoris');
    await userEvent.click(item('Notifications'));
    expect(screen.getByTestId('address')).toHaveTextContent('/account#notifications');
  });

  test('is moved through by arrows, Home, End and first letters', async () => {
    show();
    act(() => button().focus());
    await userEvent.keyboard('{ArrowUp}');
    await waitFor(() => expect(item('Déconnexion')).toHaveFocus());
    await userEvent.keyboard('{ArrowDown}');
    expect(item('Mon compte')).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    expect(item('Déconnexion')).toHaveFocus();
    await userEvent.keyboard('{Home}m');
    expect(item('Mes favoris')).toHaveFocus();
    await userEvent.keyboard('m');
    expect(item('Mon compte')).toHaveFocus();
    await userEvent.keyboard('r');
    expect(item('Résilier votre contrat')).toHaveFocus();
    await userEvent.keyboard('{End}');
    expect(item('Déconnexion')).toHaveFocus();
  });

  test('gives the focus back on Escape, and is left by Tab, by its button and by a press outside', async () => {
    show();
    await open();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(button()).toHaveFocus();
    await open();
    await userEvent.tab();
    expect(screen.queryByRole('menu')).toBeNull();
    expect(screen.getByRole('button', { name: 'ailleurs' })).toHaveFocus();
    await open();
    await userEvent.click(button());
    expect(screen.queryByRole('menu')).toBeNull();
    await open();
    await userEvent.click(screen.getByTestId('address'));
    expect(screen.queryByRole('menu')).toBeNull();
  });

  test('chooses the theme of the device and stays open', async () => {
    const stop = followTheme();
    show();
    await open();
    expect(screen.getByRole('menuitemradio', { name: 'Système' })).toBeChecked();
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Clair' }));
    expect(screen.getByRole('menuitemradio', { name: 'Clair' })).toBeChecked();
    expect(document.documentElement.dataset.theme).toBe('light');
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Système' }));
    expect(document.documentElement.dataset.theme).toBeUndefined();
    stop();
  });
});

describe('the logout', () => {
  test('happens at once where nothing is lost', async () => {
    show();
    await open();
    await userEvent.click(item('Déconnexion'));
    expect(logOut).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('states that it is under way, and happens once', async () => {
    logOut.mockReturnValue(new Promise(() => undefined));
    show();
    await open();
    await userEvent.click(item('Déconnexion'));
    expect(item('Déconnexion…')).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(item('Déconnexion…'));
    expect(logOut).toHaveBeenCalledTimes(1);
  });

  test('is confirmed once by a person who has paid and seen nothing yet', async () => {
    unseenPurchase.begin();
    show();
    await open();
    await userEvent.click(item('Déconnexion'));
    expect(screen.getByRole('alertdialog', { name: 'Partir sans avoir regardé\u00a0?' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Rester' }));
    expect(logOut).not.toHaveBeenCalled();
    expect(button()).toHaveFocus();
    await open();
    await userEvent.click(item('Déconnexion'));
    await userEvent.click(screen.getByRole('button', { name: 'Se déconnecter' }));
    expect(logOut).toHaveBeenCalledTimes(1);
  });

  test('is not confirmed any more once the content was shown', async () => {
    unseenPurchase.begin();
    unseenPurchase.end();
    show();
    await open();
    await userEvent.click(item('Déconnexion'));
    expect(logOut).toHaveBeenCalledTimes(1);
  });

  test('is confirmed where input would be lost', async () => {
    show(true);
    await open();
    await userEvent.click(item('Déconnexion'));
    expect(screen.getByRole('alertdialog', { name: 'Partir sans enregistrer\u00a0?' })).toBeVisible();
    expect(logOut).not.toHaveBeenCalled();
  });
});

describe('initials', () => {
  test.each([
    ['Léa', 'Martin', 'LM'],
    ['élodie', '’t Hooft', 'ÉT'],
    ['', '', 'L'],
    ['7', '7', 'L'],
  ])('shortens %s %s to %s', (firstName, lastName, initials) => {
    expect(initialsOf({ ...user, firstName, lastName })).toBe(initials);
  });
});
