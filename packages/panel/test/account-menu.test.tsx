import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'web-kit/router';
import { mockMedia } from 'ui/testing/browser-parts';
import { AccountMenu } from '../src/account-menu/index.tsx';
import { Shortcuts } from '../src/shortcuts/index.tsx';

const open = (slug: string | null, onFind: () => void = () => undefined, name?: string) =>
  render(
    <MemoryRouter>
      <Shortcuts />
      <AccountMenu slug={slug} name={name} security="?section=securite" onFind={onFind} />
    </MemoryRouter>,
  );

test('the account menu names whose panel it is and chooses the theme of the device, staying open', async () => {
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

test.each([
  ['aff-one', 'Studio Nord', 'SN'],
  ['aff-one', 'Élan', 'ÉL'],
  ['aff-one', undefined, 'AO'],
  ['aff-one', '2024', 'compte'],
])('the account menu has the initials of the name of %s, %s', (slug, name, initials) => {
  open(slug, undefined, name);
  expect(screen.getByRole('button', { name: new RegExp(`^${initials}\\b.*@${slug}$`, 'u') })).toBeVisible();
});

test('the account menu leads to the security of an affiliate, and closes', async () => {
  open('studio-nord');
  await userEvent.click(screen.getByRole('button', { name: 'SN, compte de @studio-nord' }));
  const link = screen.getByRole('menuitem', { name: 'Sécurité' });
  expect(link).toHaveAttribute('href', '/?section=securite');
  await userEvent.click(link);
  expect(screen.queryByRole('menu')).toBeNull();
});

test('the account menu opens the palette and the sheet of the shortcuts, which give the focus back to its button', async () => {
  const user = userEvent.setup();
  const onFind = jest.fn();
  open(null, onFind);
  const button = screen.getByRole('button', { name: /compte de/ });
  await user.click(button);
  await user.click(screen.getByRole('menuitem', { name: 'Aller à…' }));
  expect(onFind).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(button).toHaveFocus();
  await user.click(button);
  await user.click(screen.getByRole('menuitem', { name: 'Raccourcis clavier' }));
  expect(screen.getByRole('dialog', { name: 'Raccourcis clavier' })).toBeVisible();
});

test('the account menu names no keys where there is only touch', async () => {
  mockMedia((media) => media === '(hover: none)');
  open(null);
  await userEvent.click(screen.getByRole('button', { name: /compte de/ }));
  expect(screen.getByRole('menuitem', { name: 'Aller à…' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Raccourcis clavier' })).toBeNull();
});
