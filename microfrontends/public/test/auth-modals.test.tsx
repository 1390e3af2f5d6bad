import { afterEach, expect, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { ToastProvider } from 'ui/toast';
import { authModal } from 'web-kit/auth-modal';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { Link, MemoryRouter } from 'web-kit/router';
import { AuthModals } from '../src/features/auth/index.ts';
import './harness.tsx';

/** Shows a page; the browser's address is ahead of it while the next page loads. */
const showPage = (path: string) => {
  window.history.replaceState(null, '', path);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <MemoryRouter initialEntries={[path]}>
          <Link to="/">Accueil</Link>
          <AuthModals />
        </MemoryRouter>
      </ToastProvider>
    </QueryClientProvider>,
  );
};

afterEach(() => window.history.replaceState(null, '', '/'));

const login = { name: 'Connexion' };

test('navigating closes the modal', async () => {
  showPage('/account');
  act(() => authModal.open('login'));
  await screen.findByRole('dialog', login);
  window.history.replaceState(null, '', '/');
  fireEvent.click(screen.getByText('Accueil'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a login in another tab closes the modal', async () => {
  showPage('/');
  act(() => authModal.open('login'));
  await screen.findByRole('dialog', login);
  const renewal = { key: 'token', oldValue: 'former', newValue: 'renewed' };
  act(() => void window.dispatchEvent(new StorageEvent('storage', renewal)));
  expect(screen.getByRole('dialog', login)).toBeVisible();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { ...renewal, oldValue: null })));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a modal that was opened while the next page was loading stays open on it', async () => {
  showPage('/account');
  window.history.replaceState(null, '', '/');
  act(() => authModal.open('login'));
  fireEvent.click(screen.getByText('Accueil'));
  expect(await screen.findByRole('dialog', login)).toBeVisible();
});
