import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'web-kit/router';
import { AccountMenu } from '../src/account-menu/index.tsx';

const open = (slug: string | null) =>
  render(
    <MemoryRouter>
      <AccountMenu slug={slug} security="?section=securite" />
    </MemoryRouter>,
  );

test('names whose panel it is and chooses the theme of the device, staying open', async () => {
  const user = userEvent.setup();
  open(null);
  const button = screen.getByRole('button', { name: 'AD, compte de l’administration' });
  button.focus();
  await user.keyboard('{ArrowUp}');
  const system = screen.getByRole('menuitemradio', { name: 'Système' });
  expect(system).toHaveFocus();
  expect(system).toHaveAttribute('aria-checked', 'true');
  await user.click(screen.getByRole('menuitemradio', { name: 'Clair' }));
  expect(localStorage.getItem('theme')).toBe('light');
  expect(screen.getByRole('menuitemradio', { name: 'Clair' })).toHaveAttribute('aria-checked', 'true');
  await user.click(screen.getByRole('menuitemradio', { name: 'Système' }));
  expect(localStorage.getItem('theme')).toBeNull();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(button).toHaveFocus();
});

test('leads to the security of an affiliate, and closes', async () => {
  open('studio-nord');
  await userEvent.click(screen.getByRole('button', { name: 'ST, compte de @studio-nord' }));
  const link = screen.getByRole('menuitem', { name: 'Sécurité' });
  expect(link).toHaveAttribute('href', '/?section=securite');
  await userEvent.click(link);
  expect(screen.queryByRole('menu')).toBeNull();
});
