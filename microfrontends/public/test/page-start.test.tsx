import { describe, expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { useEffect, useRef } from 'react';
import { Menu, MenuButton } from 'ui/menu';
import { MemoryRouter, useNavigate } from 'web-kit/router';
import { usePageStart } from '../src/features/layout/index.ts';

// jsdom has no layout and cannot scroll.
window.scrollTo = () => undefined;

let goTo: ReturnType<typeof useNavigate>;
let hasClosed: boolean;
function Site({ hasMenu }: { hasMenu: boolean }) {
  const opener = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  usePageStart();
  useEffect(() => {
    goTo = navigate;
  }, [navigate]);
  return (
    <>
      <header>
        <button ref={opener}>ouvrir</button>
        {hasMenu && (
          <Menu label="Mon compte" id="menu" opener={opener} onClose={() => (hasClosed = true)}>
            <MenuButton icon={null}>Déconnexion</MenuButton>
          </Menu>
        )}
      </header>
      <main id="main" />
    </>
  );
}
const show = (hasMenu: boolean) => {
  hasClosed = false;
  render(
    <MemoryRouter>
      <Site hasMenu={hasMenu} />
    </MemoryRouter>,
  );
};

describe('the start of a page', () => {
  test('moves the focus to the new page, also from the header', async () => {
    show(false);
    screen.getByRole('button', { name: 'ouvrir' }).focus();
    await act(() => goTo('/payment-status'));
    expect(screen.getByRole('main')).toHaveFocus();
  });

  test('leaves open the menu that was opened while the page was loading', async () => {
    show(true);
    await act(() => goTo('/payment-status'));
    expect(screen.getByRole('menuitem', { name: 'Déconnexion' })).toHaveFocus();
    expect(hasClosed).toBe(false);
  });
});
