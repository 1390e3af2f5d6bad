import { expect, jest, test } from '@jest/globals';
import { configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastProvider } from 'ui/toast';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { MemoryRouter, useLocation } from 'web-kit/router';
// The toasts are a lazy chunk: imported here, it is compiled before a test waits for it.
import '../../packages/ui/src/toast/toasts.tsx';
import { AccountMenu } from '../src/account-menu/index.tsx';

// The machine may be busy.
configure({ asyncUtilTimeout: 20_000 });

let isMissing = true;
jest.mock('../src/account-menu/account-panel.tsx', () => {
  if (isMissing) throw new Error('chunk missing');
  return jest.requireActual('../src/account-menu/account-panel.tsx');
});

function Address() {
  return <p data-testid="address">{useLocation().pathname}</p>;
}

test('the account menu leads to the account with an error where its code is missing, and opens at the next press', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <MemoryRouter>
          <AccountMenu user={{ email: 'lea@example.fr', firstName: 'Léa', lastName: 'Martin', username: 'lea' }} />
          <Address />
        </MemoryRouter>
      </ToastProvider>
    </QueryClientProvider>,
  );
  const button = screen.getByRole('button', { name: 'LM, compte de Léa Martin' });
  await userEvent.click(button);
  expect(await screen.findByText('Vérifiez votre connexion, puis réessayez.')).toBeVisible();
  expect(screen.getByTestId('address')).toHaveTextContent('/account');
  expect(button).toHaveAttribute('aria-expanded', 'false');
  isMissing = false;
  await userEvent.click(button);
  expect(await screen.findByRole('menu', { name: 'Mon compte' })).toBeVisible();
});
